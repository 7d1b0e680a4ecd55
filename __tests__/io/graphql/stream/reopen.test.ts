/** A subscription that outlives its token. */
import { failure } from '../../../../source/core/failure.js';
import { secret } from '../../../../source/core/secret.js';
import { outlivingTokens, streamTransport } from '../../../../source/io/graphql/stream/index.js';
import type { Transport } from '../../../../source/io/graphql/transport.js';
import { closeServers, httpServer } from '../../../support/servers/http-server.js';
import { scriptedServer } from '../../../support/servers/websocket-server.js';
import { collectRun, endpointAt, subscription } from './support.js';

afterEach(closeServers);

const operation = subscription('subscription { tick }');

/** An endpoint with the token `t0`, followed by `t1`, `t2`, …; `worn` contains the expired ones. */
function holding(url: string, worn: () => boolean = () => false) {
  let count = 0;
  return endpointAt(url, {
    credentials: { accessToken: secret('t0'), apiKeys: [] },
    renewRefused: async () => ({ accessToken: secret(`t${++count}`), apiKeys: [] }),
    tokenHasExpired: worn,
  });
}

test.each([4401, 4403])(
  'over WebSocket: after each close with %i, the connection is reopened with a new token',
  async code => {
    const tokens: unknown[] = [];
    const server = await scriptedServer({
      onMessage: (message, socket) => {
        if (message.type === 'connection_init') {
          tokens.push((message.payload as Record<string, unknown>).Authorization);
          socket.send('{"type":"connection_ack"}');
        } else if (message.type === 'subscribe') {
          socket.send(`{"id":"${String(message.id)}","type":"next","payload":{"data":{"n":${tokens.length}}}}`);
          if (tokens.length === 3) socket.send(`{"id":"${String(message.id)}","type":"complete"}`);
          else socket.close(code, 'token expired');
        }
      },
    });
    const run = await collectRun(streamTransport({ protocol: 'graphql-transport-ws' }), operation, holding(server.url));
    await server.close();
    expect(run.failed).toBeUndefined();
    expect(tokens).toEqual(['Bearer t0', 'Bearer t1', 'Bearer t2']);
    expect(run.results).toHaveLength(3);
  },
);

test('over server-sent events: a stream that breaks after its token expired is reopened with a new token', async () => {
  const server = await httpServer((response, { headers }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: next\ndata: {"data":{"by":"${headers.authorization}"}}\n\n`);
    if (headers.authorization === 'Bearer t0') setImmediate(() => response.destroy());
    else response.end('event: complete\n\n');
  });
  const run = await collectRun(
    streamTransport({ protocol: 'sse' }),
    operation,
    holding(server.url, () => true),
  );
  expect(run.failed).toBeUndefined();
  expect(run.results.map(text => JSON.parse(text).data.by)).toEqual(['Bearer t0', 'Bearer t1']);
  expect(run.states.join('\n')).toContain('reopening the subscription with a new token');
});

test('a stream that breaks while its token is valid is reported as broken', async () => {
  const server = await httpServer(response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: next\ndata: {"data":{}}\n\n');
    setImmediate(() => response.destroy());
  });
  const run = await collectRun(streamTransport({ protocol: 'sse' }), operation, holding(server.url));
  expect(run.failed).toBeDefined();
  expect(server.seen).toHaveLength(1);
});

test('a server that refuses every token is not retried forever', async () => {
  let opened = 0;
  const refusing: Transport = {
    name: 'refusing',
    async *run() {
      opened++;
      yield { kind: 'state', state: 'subscribed', text: '' };
      yield { kind: 'failed', failure: failure('login', 'No.', { code: 'WS_4401' }) };
    },
  };
  const run = await collectRun(
    outlivingTokens(refusing, () => 0),
    operation,
    holding('http://api.example'),
  );
  expect(run.failed).toMatchObject({ code: 'WS_4401' });
  expect(opened).toBe(6);
});
