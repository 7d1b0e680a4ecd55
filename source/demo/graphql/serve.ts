/** The demo's GraphQL endpoint: POST and GET by graphql-http, subscriptions by graphql-ws, with the same schema and shop. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createHandler } from 'graphql-http';
import { useServer as serveSockets } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { isSignedIn, nonceChallenge, requireNonce } from '../credentials.js';
import { type DemoRequest, isMeantForUs, type Route } from '../route.js';
import type { Shop } from '../shop.js';
import { type DemoContext, resolvers } from './resolvers.js';
import { demoSchema, withLongNumbers } from './schema.js';

const pairs = (raw: readonly string[]): string[][] =>
  raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));

/** Credentials in a connection_init payload: at top level or under `headers`, because clients differ. */
function authorizationIn(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const authorization = Object.entries(payload).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (typeof authorization === 'string') return authorization;
  return authorizationIn((payload as { headers?: unknown }).headers);
}

/** The request that opened a connection, with the credentials of its first message. */
const upgradeOf = ({ headers, url = '/' }: IncomingMessage, authorization = headers.authorization) => ({
  method: 'GET',
  url: new URL(url, `http://${headers.host}`),
  header: (name: string) => (name === 'authorization' ? authorization : headers[name]?.toString()),
});

/** Adds `/graphql` to a server. Returns its routes and a function that closes its sockets. */
export function serveGraphql(
  server: Server,
  shop: Shop,
): { readonly routes: readonly Route[]; close(): Promise<void> } {
  const schema = demoSchema();
  const rootValue = resolvers(shop);
  const handler = createHandler<DemoRequest, undefined, DemoContext>({
    schema,
    rootValue,
    context: async ({ raw }) => ({
      transport: 'HTTP',
      headers: pairs(raw.rawHeaders),
      signedIn: await isSignedIn(raw),
    }),
  });
  const known = new WeakMap<IncomingMessage, Promise<boolean>>();
  const sockets = new WebSocketServer({ noServer: true });
  const subscriptions = serveSockets(
    {
      schema,
      roots: { query: rootValue, mutation: rootValue, subscription: rootValue },
      context: async ({ extra: { request }, connectionParams }): Promise<DemoContext> => {
        // Once per connection, because a proof is valid for one request.
        const signedIn = known.get(request) ?? isSignedIn(upgradeOf(request, authorizationIn(connectionParams)));
        known.set(request, signedIn);
        return { transport: 'WEBSOCKET', headers: pairs(request.rawHeaders), signedIn: await signedIn };
      },
    },
    sockets,
  );
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    acceptSocket(sockets, request, socket, head),
  );
  const respond = async (request: DemoRequest, response: ServerResponse): Promise<void> => {
    requireNonce(request);
    const [body, init] = await handler({
      url: request.url.href,
      method: request.method,
      headers: { get: (name: string) => request.header(name) ?? null },
      body: () => request.body.toString('utf8'),
      raw: request,
      context: undefined,
    });
    const text = Buffer.from(withLongNumbers(body ?? ''));
    response.writeHead(init.status, init.statusText, { ...init.headers, 'Content-Length': text.length }).end(text);
  };
  const does = 'GraphQL: queries, mutations, and subscriptions over WebSocket';
  return {
    routes: [
      { method: 'POST', example: '/graphql', does, handle: respond },
      {
        method: 'GET',
        example: '/graphql?query={authors{name}}',
        does: 'GraphQL: queries only',
        handle: respond,
      },
    ],
    close: async () => {
      const disposed = subscriptions.dispose();
      // Clients have been sent a close; an unresponsive one would delay us by half a minute.
      for (const client of sockets.clients) client.terminate();
      await disposed;
    },
  };
}

/** The status line and header fields that refuse a WebSocket, or undefined if it is accepted. */
function refusalOf(request: IncomingMessage): readonly string[] | undefined {
  if (new URL(request.url ?? '/', 'http://demo').pathname !== '/graphql') return ['404 Not Found'];
  if (!isMeantForUs(request)) return ['421 Misdirected Request'];
  const challenge = nonceChallenge(upgradeOf(request));
  return challenge && ['401 Unauthorized', ...Object.entries(challenge).map(([name, value]) => `${name}: ${value}`)];
}

/** Opens a WebSocket for `/graphql`, or refuses it with an HTTP response. */
function acceptSocket(sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const refusal = refusalOf(request);
  if (refusal) {
    socket.end(`HTTP/1.1 ${[...refusal, 'Connection: close', 'Content-Length: 0'].join('\r\n')}\r\n\r\n`);
    return;
  }
  sockets.handleUpgrade(request, socket, head, connection => {
    const send = connection.send.bind(connection);
    // graphql-ws stringifies its messages itself, so 64-bit numbers are unmarked before sending.
    connection.send = ((data: unknown, ...rest: never[]) =>
      send(typeof data === 'string' ? withLongNumbers(data) : (data as Buffer), ...rest)) as typeof connection.send;
    sockets.emit('connection', connection, request);
  });
}
