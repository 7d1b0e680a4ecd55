/** Subscriptions against the reference servers of each protocol. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { buildSchema, execute, type GraphQLSchema, subscribe } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/http';
import { useServer } from 'graphql-ws/use/ws';
import { createSchema, createYoga } from 'graphql-yoga';
import mercurius from 'mercurius';
import { SubscriptionServer } from 'subscriptions-transport-ws';
import { WebSocketServer } from 'ws';
import { streamTransport } from '../../../../source/io/graphql/stream/index.js';
import { collectRun, endpointAt, subscription } from './support.js';

const typeDefs = 'type Query { hello: String } type Subscription { count(to: Int!): Int! fails: Int }';

async function* counting(_: unknown, args: { to: number }) {
  for (let i = 1; i <= args.to; i++) yield { count: i };
}

function schemaWithSubscription(): GraphQLSchema {
  const schema = buildSchema(typeDefs);
  const fields = schema.getSubscriptionType()?.getFields();
  if (fields?.count) fields.count.subscribe = counting;
  if (fields?.fails)
    fields.fails.subscribe = () => {
      throw new Error('cannot');
    };
  return schema;
}

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}

const counted = ['{"data":{"count":1}}', '{"data":{"count":2}}', '{"data":{"count":3}}'];
const count = subscription('subscription ($to: Int!) { count(to: $to) }', { variables: '{"to":3}' });

test('the server of graphql-ws works', async () => {
  const http = createServer();
  useServer({ schema: schemaWithSubscription() }, new WebSocketServer({ server: http, path: '/graphql' }));
  const url = await listen(http);
  const run = await collectRun(streamTransport({ protocol: 'auto' }), count, endpointAt(url));
  expect(run.results).toEqual(counted);
  expect(run.states).toContain('connected with graphql-transport-ws');
  const failing = await collectRun(
    streamTransport({ protocol: 'auto' }),
    subscription('subscription { fails }'),
    endpointAt(url),
  );
  expect(failing.results[0]).toContain('cannot');
  expect(failing.failed).toBeUndefined();
});

test('a graphql-ws server that refuses the connection closes with 4403', async () => {
  const http = createServer();
  useServer({ schema: schemaWithSubscription(), onConnect: () => false }, new WebSocketServer({ server: http }));
  const url = await listen(http);
  const run = await collectRun(streamTransport({ protocol: 'auto' }), count, endpointAt(url));
  expect(run.failed).toMatchObject({ kind: 'login', code: 'WS_4403' });
});

test('mercurius over WebSocket works', async () => {
  const app = Fastify();
  await app.register(mercurius as never, {
    schema: typeDefs,
    resolvers: { Subscription: { count: { subscribe: counting } } },
    subscription: true,
  });
  cleanUp.push(() => app.close());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const run = await collectRun(streamTransport({ protocol: 'auto' }), count, endpointAt(`${address}/graphql`));
  expect(run.results.map(text => JSON.parse(text))).toEqual(counted.map(text => JSON.parse(text)));
});

test('the older protocol works: subscriptions-transport-ws', async () => {
  const http = createServer();
  SubscriptionServer.create(
    { schema: schemaWithSubscription(), execute, subscribe },
    { server: http, path: '/graphql' },
  );
  const url = await listen(http);
  for (const protocol of ['auto', 'graphql-ws'] as const) {
    const run = await collectRun(streamTransport({ protocol }), count, endpointAt(url));
    expect(run.results).toEqual(counted);
    expect(run.failed).toBeUndefined();
  }
});

test('connection_error in the older protocol is a refusal', async () => {
  const http = createServer();
  SubscriptionServer.create(
    {
      schema: schemaWithSubscription(),
      execute,
      subscribe,
      onConnect: () => {
        throw new Error('no such user');
      },
    },
    { server: http, path: '/graphql' },
  );
  const url = await listen(http);
  const run = await collectRun(streamTransport({ protocol: 'graphql-ws' }), count, endpointAt(url));
  expect(run.failed).toMatchObject({ kind: 'login', text: 'The server refused the connection: no such user.' });
});

test.each(['auto', 'graphql-transport-ws', 'graphql-ws'] as const)(
  'a login rejected by mercurius over %s is a refusal with its message',
  async protocol => {
    const app = Fastify();
    await app.register(mercurius as never, {
      schema: typeDefs,
      resolvers: { Subscription: { count: { subscribe: counting } } },
      subscription: { onConnect: () => false },
    });
    cleanUp.push(() => app.close());
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const run = await collectRun(streamTransport({ protocol }), count, endpointAt(`${address}/graphql`));
    expect(run.failed).toMatchObject({ kind: 'login', text: 'The server refused the connection: Forbidden.' });
    expect(run.results).toEqual([]);
  },
);

test('graphql-yoga over server-sent events works', async () => {
  const yoga = createYoga({
    schema: createSchema({ typeDefs, resolvers: { Subscription: { count: { subscribe: counting } } } }),
    logging: false,
  });
  const url = await listen(createServer(yoga as never));
  for (const protocol of ['sse', 'auto'] as const) {
    const run = await collectRun(streamTransport({ protocol }), count, endpointAt(url));
    expect(run.results).toEqual(counted);
    expect(run.failed).toBeUndefined();
  }
});

test('graphql-sse in distinct connections mode works', async () => {
  const url = await listen(createServer(createHandler({ schema: schemaWithSubscription() })));
  const run = await collectRun(streamTransport({ protocol: 'sse' }), count, endpointAt(url));
  expect(run.results).toEqual(counted);
  expect(run.failed).toBeUndefined();
});

test('graphql-sse in single connection mode works, and a server without it is reported', async () => {
  const url = await listen(createServer(createHandler({ schema: schemaWithSubscription() })));
  const run = await collectRun(streamTransport({ protocol: 'sse-single' }), count, endpointAt(url));
  expect(run.results).toEqual(counted);
  expect(run.failed).toBeUndefined();
  const other = await listen(createServer((_request, response) => response.writeHead(405).end('no')));
  const refused = await collectRun(streamTransport({ protocol: 'sse-single' }), count, endpointAt(other));
  expect(refused.failed).toMatchObject({ kind: 'protocol', code: 'HTTP_405' });
});

test('multipart subscriptions: heartbeats are skipped, payloads are printed, fatal errors end the run', async () => {
  const part = (body: string) => `\r\n--graphql\r\nContent-Type: application/json\r\n\r\n${body}`;
  const url = await listen(
    createServer((request, response) => {
      expect(request.headers.accept).toContain('multipart/mixed;subscriptionSpec=1.0');
      response.setHeader('Content-Type', 'multipart/mixed; boundary="graphql"; subscriptionSpec="1.0"');
      response.write(`${part('{}')}${part('{"payload":{"data":{"big":12345678901234567890}}}')}`);
      response.end(`${part('{}')}${part('{"payload":null,"errors":[{"message":"gone"}]}')}\r\n--graphql--\r\n`);
    }),
  );
  const run = await collectRun(streamTransport({ protocol: 'multipart' }), count, endpointAt(url));
  expect(run.results).toEqual(['{"data":{"big":12345678901234567890}}', '{"errors":[{"message":"gone"}]}']);
});

test('a truncated multipart response is a failure, not an end', async () => {
  const url = await listen(
    createServer((_request, response) => {
      response.setHeader('Content-Type', 'multipart/mixed; boundary=graphql');
      response.end('\r\n--graphql\r\n\r\n{"payload":{"data":{"n":1}}}\r\n--graphql\r\n');
    }),
  );
  const run = await collectRun(streamTransport({ protocol: 'multipart' }), count, endpointAt(url));
  expect(run.results).toHaveLength(1);
  expect(run.failed?.kind).toBe('truncated');
});

test('a 406 for a stream over HTTP suggests the other transports', async () => {
  const url = await listen(
    createServer((_, response) => {
      response.statusCode = 406;
      response.end();
    }),
  );
  const run = await collectRun(streamTransport({ protocol: 'sse' }), count, endpointAt(url));
  expect(run.failed).toMatchObject({ kind: 'protocol', hint: expect.stringContaining('--subscription-protocol') });
});

test('a 401 for a stream over HTTP exits with the login code', async () => {
  const url = await listen(
    createServer((_request, response) => {
      response.statusCode = 401;
      response.end('who are you');
    }),
  );
  const run = await collectRun(streamTransport({ protocol: 'sse' }), count, endpointAt(url));
  expect(run.failed?.kind).toBe('login');
});

test.each([
  ['sse', 'text/event-stream', 'event: next\ndata: {oops\n\nevent: next\ndata: {"data":{"n":1}}\n\n'],
  [
    'multipart',
    'multipart/mixed; boundary=b',
    '--b\r\n\r\n{oops\r\n--b\r\n\r\n{"payload":{"data":{"n":1}}}\r\n--b\r\n',
  ],
  ['multipart', 'multipart/mixed; boundary=b', '--b\r\n\r\n{"oops\r\n--b\r\n'],
] as const)('%s: an event that is not JSON ends the run immediately', async (protocol, type, stream) => {
  const url = await listen(
    createServer((_request, response) => {
      response.setHeader('Content-Type', type);
      // Left open: the server never stops sending.
      response.write(stream);
    }),
  );
  const run = await collectRun(streamTransport({ protocol }), count, endpointAt(url));
  expect(run.results).toEqual([]);
  expect(run.failed).toMatchObject({ kind: 'protocol', text: expect.stringContaining('not JSON') });
});

test('a broken stream does not show hints meant for downloads', async () => {
  const url = await listen(
    createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.write('event: next\ndata: {"data":{"n":1}}\n\n', () => response.destroy());
    }),
  );
  const run = await collectRun(streamTransport({ protocol: 'sse' }), count, endpointAt(url));
  expect(run.results).toHaveLength(1);
  expect(run.failed).toMatchObject({ kind: 'truncated', hint: expect.not.stringContaining('--download') });
});
