/** The soak test's server: a GraphQL server with a counter, occasional errors, and subscriptions of any number of events. */
import { buildSchema, extendSchema, type GraphQLSchema, graphqlSync, parse } from 'graphql';
import type { WebSocket } from 'ws';
import { schemaText } from '../support/schemas.js';
import { type ScriptedServer, scriptedServer } from '../support/servers/websocket-server.js';

const more = parse(
  'extend type Root { count: Int } extend schema { subscription: Ticks } type Ticks { tick(count: Int!): Int }',
);

export interface SoakServer {
  /** The endpoint's URL. Each `?name=…` acts as a different endpoint. */
  readonly url: string;
  /** Number of operations answered, introspection excluded. */
  readonly answered: () => number;
  close(): Promise<void>;
}

export async function soakServer(): Promise<SoakServer> {
  const schema = extendSchema(buildSchema(schemaText('swapi')), more);
  const introspected = new Map<string, string>();
  let answered = 0;
  const answer = (query: string): string => {
    if (query.includes('__schema')) return known(introspected, schema, query);
    answered += 1;
    // Occasionally return data together with an error.
    const errors = answered % 5 === 0 ? [{ message: 'This one is slow.', path: ['count'] }] : undefined;
    return JSON.stringify({ data: { count: answered }, errors });
  };
  const server: ScriptedServer = await scriptedServer({
    onRequest(request, response) {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(answer((JSON.parse(String(Buffer.concat(chunks))) as { query: string }).query));
      });
    },
    onMessage(message, socket) {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type !== 'subscribe') return;
      const { query } = message.payload as { query: string };
      void events(socket, String(message.id), Number(/count: (\d+)/.exec(query)?.[1]));
    },
  });
  return { url: server.url, answered: () => answered, close: server.close };
}

function known(introspected: Map<string, string>, schema: GraphQLSchema, query: string): string {
  const text = introspected.get(query) ?? JSON.stringify(graphqlSync({ schema, source: query }));
  introspected.set(query, text);
  return text;
}

/** Sends `count` events, no faster than they are read, and completes. */
async function events(socket: WebSocket, id: string, count: number): Promise<void> {
  for (let number = 1; number <= count && socket.readyState === socket.OPEN; number++) {
    socket.send(JSON.stringify({ id, type: 'next', payload: { data: { tick: number } } }));
    while (socket.bufferedAmount > 2 ** 20) await new Promise(resolve => setTimeout(resolve, 1));
    if (number % 1000 === 0) await new Promise(resolve => setImmediate(resolve));
  }
  socket.send(JSON.stringify({ id, type: 'complete' }));
}
