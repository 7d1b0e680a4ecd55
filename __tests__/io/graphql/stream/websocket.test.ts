import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { hintText } from '../../../../source/core/hint.js';
import { secret } from '../../../../source/core/secret.js';
import { streamTransport } from '../../../../source/io/graphql/stream/index.js';
import { webSocketTransport } from '../../../../source/io/graphql/stream/websocket.js';
import { holdTimer, releaseTimers } from '../../../support/held-timer.js';
import {
  closeScriptedServers,
  complete,
  next as nextMessage,
  onSubscribe,
  type Script,
  serveScript,
} from '../../../support/servers/websocket-server.js';
import { collectRun, context, endpointAt, network, subscription } from './support.js';

const auto = streamTransport({ protocol: 'auto' });
const current = streamTransport({ protocol: 'graphql-transport-ws' });
/** Retries without a delay. */
const impatient = webSocketTransport({ protocol: 'auto', wait: () => 1 });
const query = 'subscription { tick }';

afterEach(releaseTimers);
afterEach(closeScriptedServers);

/** Acknowledges, then sends raw frames to the first operation. */
const answering = (...frames: ((id: string) => string)[]): Script =>
  onSubscribe((socket, id) => {
    for (const frame of frames) socket.send(frame(id));
  });

const next = (payload: string) => (id: string) => nextMessage(id, payload);

test('events are printed as received, in order, until the server completes', async () => {
  const server = await serveScript(
    answering(next('{"data": {"big":12345678901234567890,"x":1.0}}'), next('{"data":{"n":2}}'), complete),
  );
  const run = await collectRun(auto, subscription(query), endpointAt(server.url));
  expect(run.results).toEqual(['{"data": {"big":12345678901234567890,"x":1.0}}', '{"data":{"n":2}}']);
  expect(run.failed).toBeUndefined();
  expect(run.states.map(text => text.split(' ')[0])).toEqual(['connecting', 'connected', 'connection']);
});

test('both protocols are offered, and variables are sent byte for byte', async () => {
  const server = await serveScript(answering(complete));
  const operation = subscription(query, { variables: '{"id": 12345678901234567890}', operationName: 'A' });
  await collectRun(auto, operation, endpointAt(server.url));
  expect(server.upgrades[0]?.headers['sec-websocket-protocol']).toBe('graphql-transport-ws,graphql-ws');
  expect(server.received.map(message => message.type)).toEqual(['connection_init', 'subscribe']);
  expect(server.received[1]?.payload).toMatchObject({ query, operationName: 'A' });
});

test('credentials and headers are sent in the upgrade and in connection_init, API keys in the URL, and none is printed', async () => {
  const server = await serveScript(answering(complete));
  const endpoint = endpointAt(server.url, {
    headers: [{ name: 'X-Tenant', value: 'blue' }],
    credentials: { bearer: secret('t0ken'), apiKeys: [{ name: 'key', value: secret('k y') }] },
  });
  const run = await collectRun(auto, subscription(query), endpoint);
  expect(server.upgrades[0]?.headers).toMatchObject({ authorization: 'Bearer t0ken', 'x-tenant': 'blue' });
  expect(server.upgrades[0]?.url).toBe('/graphql?key=k%20y');
  const headers = { 'X-Tenant': 'blue', Authorization: 'Bearer t0ken' };
  // Directus reads `access_token`: https://directus.io/docs/guides/realtime/authentication
  expect(server.received[0]).toEqual({
    type: 'connection_init',
    payload: { access_token: 't0ken', ...headers, headers },
  });
  expect(JSON.stringify(run.events)).not.toMatch(/t0ken|k%20y|k y/);
});

test('--connection-params replaces the payload of connection_init', async () => {
  const server = await serveScript(answering(complete));
  const transport = streamTransport({ protocol: 'auto', connectionParams: '{"token":"x"}' });
  await collectRun(transport, subscription(query), endpointAt(server.url, { headers: [{ name: 'A', value: 'b' }] }));
  expect(server.received[0]).toEqual({ type: 'connection_init', payload: { token: 'x' } });
});

test('an error message ends the operation with its errors', async () => {
  const server = await serveScript(answering(id => `{"id":"${id}","type":"error","payload":[{"message":"no"}]}`));
  const run = await collectRun(auto, subscription(query), endpointAt(server.url));
  expect(run.results).toEqual(['{"errors":[{"message":"no"}]}']);
  expect(run.failed).toBeUndefined();
});

test('results after complete, for other operations or unknown IDs are ignored', async () => {
  const server = await serveScript(
    answering(() => next('{"data":1}')('other'), next('{"data":{"n":1}}'), complete, next('{"data":{"n":2}}')),
  );
  const run = await collectRun(auto, subscription(query), endpointAt(server.url));
  expect(run.results).toEqual(['{"data":{"n":1}}']);
});

test('pings get a pong with their payload, and a flood of them does no harm', async () => {
  const pings = Array.from({ length: 2000 }, (_, i) => () => `{"type":"ping","payload":{"i":${i}}}`);
  const server = await serveScript({
    ...answering(...pings),
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type === 'subscribe') for (const ping of pings) socket.send(ping());
      if (message.type === 'pong' && (message.payload as { i: number }).i === 1999) {
        socket.send(complete(String(server.received.find(each => each.type === 'subscribe')?.id)));
      }
    },
  });
  const run = await collectRun(auto, subscription(query), endpointAt(server.url));
  expect(run.failed).toBeUndefined();
  expect(server.received.filter(message => message.type === 'pong')).toHaveLength(2000);
});

test.each([
  [4400, 'network'],
  [4401, 'login'],
  [4403, 'login'],
  [4409, 'network'],
  [4429, 'network'],
  [4500, 'network'],
])('close code %i is final and has a clear message', async (code, kind) => {
  const server = await serveScript({ onMessage: (_message, socket) => socket.close(code, 'because') });
  const run = await collectRun(current, subscription(query), endpointAt(server.url));
  expect(run.failed).toMatchObject({ kind, code: `WS_${code}` });
  expect(run.failed?.text).toContain('(because)');
  expect(server.upgrades).toHaveLength(1);
});

test.each([[4406], [1002]])('after close code %i, the older protocol is tried once', async code => {
  const server = await serveScript({
    protocol: offered => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : 'graphql-ws'),
    onMessage: (message, socket) => {
      if (socket.protocol === 'graphql-transport-ws') return socket.close(code, 'Unsupported protocol');
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type === 'start') socket.send('{"id":"1","type":"complete"}');
      return undefined;
    },
  });
  const run = await collectRun(auto, subscription(query), endpointAt(server.url));
  expect(run.failed).toBeUndefined();
  expect(run.states.join('\n')).toContain('trying the older protocol');
  expect(server.received.map(message => message.type)).toContain('start');
});

test.each([[1006], [1011], [1012], [4408]])('a connection that ends with %i is reopened, with a note', async code => {
  const server = await serveScript({
    onMessage: (message, socket, count) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type !== 'subscribe') return;
      socket.send(next(`{"data":{"n":${count}}}`)(String(message.id)));
      if (count > 1) socket.send(complete(String(message.id)));
      else if (code === 1006) socket.terminate();
      else socket.close(code);
    },
  });
  const run = await collectRun(code === 1012 ? auto : impatient, subscription(query), endpointAt(server.url));
  expect(run.results).toEqual(['{"data":{"n":1}}', '{"data":{"n":2}}']);
  expect(run.failed).toBeUndefined();
  expect(run.states.find(text => text.startsWith('retrying'))).toMatch(
    new RegExp(`^retrying 1 of 5 in \\d\\.\\d s: closed with ${code}: `),
  );
});

test('after five retries, which are counted in the notes, a server that always restarts is a failure', async () => {
  const server = await serveScript({
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      else socket.terminate();
    },
  });
  const run = await collectRun(impatient, subscription(query), endpointAt(server.url));
  expect(run.states.filter(text => text.startsWith('retrying')).map(text => text.slice(0, 15))).toEqual(
    [1, 2, 3, 4, 5].map(n => `retrying ${n} of 5`),
  );
  expect(run.failed).toMatchObject({ kind: 'network', code: 'WS_1006' });
  expect(run.failed?.text).toContain('5 retries did not help');
  expect(server.upgrades).toHaveLength(6);
});

test.each(['graphql-transport-ws', 'graphql-ws'] as const)(
  '%s: a server that never acknowledges times out',
  async protocol => {
    const limit = holdTimer(4900);
    const server = await serveScript({ onMessage: () => void limit.fire() });
    const hasty = webSocketTransport({ protocol, wait: () => 1 });
    const endpoint = endpointAt(server.url, { network: { ...network, connectTimeoutMs: 4900 } });
    const run = await collectRun(hasty, subscription(query), endpoint);
    expect(run.failed).toMatchObject({ code: 'WS_4504' });
    expect(run.failed?.text).toContain('did not acknowledge the connection in time');
  },
);

test.each(['graphql-transport-ws', 'graphql-ws'] as const)(
  '%s: a server that neither acknowledges nor reads times out too, and one that reads is sent the reason',
  async protocol => {
    const codes: number[] = [];
    let told = (): void => {};
    const hasHeard = new Promise<void>(resolve => {
      told = resolve;
    });
    const limit = holdTimer(4900);
    const server = await serveScript({
      onConnection: (socket, count) => {
        if (count === 1) socket.pause();
        void limit.fire();
        socket.on('close', code => {
          codes.push(code);
          if (count === 2) told();
        });
      },
    });
    const hasty = webSocketTransport({ protocol, wait: () => 1 });
    const endpoint = endpointAt(server.url, { network: { ...network, connectTimeoutMs: 4900 } });
    const run = await collectRun(hasty, subscription(query), endpoint);
    expect(run.failed).toMatchObject({ code: 'WS_4504' });
    await hasHeard;
    expect(codes).toContain(4504);
  },
);

/** Waits until everything that is on its way between two sockets of this process has been read. */
async function untilRead(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
}

test.each(['graphql-transport-ws', 'graphql-ws'] as const)(
  '%s: a dead line is detected, and the connection is reopened',
  async protocol => {
    const silence = holdTimer(300);
    const server = await serveScript({
      onMessage: (message, socket, count) => {
        if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
        if (message.type !== 'subscribe' && message.type !== 'start') return;
        if (count > 1) socket.send(complete(String(message.id)));
        else {
          // Stops reading and sending, without closing the connection.
          socket.pause();
          // Data arrived before the first silence, a ping follows the second, and the third is the end.
          void untilRead().then(async () => {
            for (let nth = 0; nth < 3; nth++) await silence.fire();
          });
        }
      },
    });
    const watchful = webSocketTransport({ protocol, silenceMs: 300, wait: () => 1 });
    const run = await collectRun(watchful, subscription(query), endpointAt(server.url));
    expect(run.failed).toBeUndefined();
    expect(run.states.join('\n')).toContain('closed with 1006: the connection broke off (no response)');
    expect(server.upgrades).toHaveLength(2);
  },
);

test('a silent but responsive server is not disconnected', async () => {
  let pings = 0;
  const silence = holdTimer(300);
  const server = await serveScript({
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type !== 'subscribe') return;
      const passTime = (): void => void untilRead().then(() => silence.fire());
      socket.on('ping', () => {
        pings++;
        if (pings === 3) socket.send(complete(String(message.id)));
        // The pong counts as activity, so the next ping follows the second silence.
        else
          untilRead()
            .then(() => silence.fire())
            .then(passTime);
      });
      void untilRead()
        .then(() => silence.fire())
        .then(passTime);
    },
  });
  const watchful = webSocketTransport({ protocol: 'auto', silenceMs: 300 });
  const run = await collectRun(watchful, subscription(query), endpointAt(server.url));
  expect(run.failed).toBeUndefined();
  expect(server.upgrades).toHaveLength(1);
});

test('the slow transfer of a large message counts as activity', async () => {
  const silence = holdTimer(300);
  const server = await serveScript({
    // A pong cannot be sent inside a frame.
    onConnection: socket => Object.assign(socket, { pong() {} }),
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type !== 'subscribe') return;
      const text = next(`{"data":{"n":"${'x'.repeat(20)}"}}`)(String(message.id));
      void (async () => {
        for (let at = 0; at < text.length; at++) {
          socket.send(text[at] ?? '', { fin: at === text.length - 1 });
          await untilRead();
          if (at < text.length - 1) await silence.fire();
        }
        socket.send(complete(String(message.id)));
      })();
    },
  });
  const watchful = webSocketTransport({ protocol: 'auto', silenceMs: 300 });
  const run = await collectRun(watchful, subscription(query), endpointAt(server.url));
  expect(run.failed).toBeUndefined();
  expect(run.results).toHaveLength(1);
  expect(server.upgrades).toHaveLength(1);
});

test('a server that selects a subprotocol that was not offered, or none, is reported', async () => {
  for (const chosen of ['other', undefined]) {
    const server = await serveScript({
      onUpgrade: (request, socket) => {
        const key = createHash('sha1').update(
          `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
        );
        const line = chosen ? `Sec-WebSocket-Protocol: ${chosen}\r\n` : '';
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key.digest('base64')}\r\n${line}\r\n`,
        );
      },
    });
    const run = await collectRun(current, subscription(query), endpointAt(server.url));
    expect(run.failed?.text).toContain('supports none of the offered GraphQL subprotocols');
  }
});

test('header values that are not ASCII are sent as UTF-8, and repeated headers are all sent', async () => {
  const server = await serveScript(answering(complete));
  const headers = [
    { name: 'X-Name', value: 'ünï' },
    { name: 'x-more', value: 'a' },
    { name: 'X-More', value: 'b' },
  ];
  await collectRun(auto, subscription(query), endpointAt(server.url, { headers }));
  const seen = server.upgrades[0]?.headers;
  expect(Buffer.from(String(seen?.['x-name']), 'latin1').toString('utf8')).toBe('ünï');
  expect(seen?.['x-more']).toBe('a, b');
});

test('credentials are renewed before another attempt', async () => {
  const server = await serveScript({
    onMessage: (message, socket, count) => {
      if (count === 1) socket.close(1012);
      else if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      else if (message.type === 'subscribe') socket.send(complete(String(message.id)));
    },
  });
  const endpoint = endpointAt(server.url, { renew: async () => ({ bearer: secret('fresh'), apiKeys: [] }) });
  await collectRun(impatient, subscription(query), endpoint);
  expect(server.upgrades.map(request => request.headers.authorization)).toEqual([undefined, 'Bearer fresh']);
});

test('a mutation is not sent again after its connection breaks', async () => {
  const server = await serveScript({
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      else socket.terminate();
    },
  });
  const run = await collectRun(auto, subscription('mutation { a }', { kind: 'mutation' }), endpointAt(server.url));
  expect(run.failed?.kind).toBe('network');
  expect(server.received.filter(message => message.type === 'subscribe')).toHaveLength(1);
});

test("an upgrade refused with 401 shows the server's message and exits with the login code", async () => {
  const server = await serveScript({
    onUpgrade: (_request, socket) =>
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\ntoken expired'),
  });
  const run = await collectRun(auto, subscription(query), endpointAt(server.url));
  expect(run.failed).toMatchObject({ kind: 'login', code: 'HTTP_401' });
  expect(run.failed?.text).toBe('The server refused the WebSocket with 401 Unauthorized: token expired.');
});

test.each([
  ['no JSON', () => 'nonsense', /protocol: a message is not JSON\.$/],
  ['of an unknown type', () => '{"type":"whatever"}', /"whatever"/],
  [
    'an error about nothing',
    (id: string) => `{"id":"${id}","type":"error","payload":[null]}`,
    /lacks a required member/,
  ],
])('a message that is %s ends the run with a clear message', async (_, frame, words) => {
  const server = await serveScript(answering(frame));
  const run = await collectRun(current, subscription(query), endpointAt(server.url));
  expect(run.failed).toMatchObject({ kind: 'protocol', text: expect.stringMatching(words) });
});

test.each(['graphql-transport-ws', 'graphql-ws'] as const)(
  'a message of %s that announces more than 512 MiB ends the run before it is received',
  async protocol => {
    const head = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
    head.writeBigUInt64BE(2n ** 29n, 2);
    const server = await serveScript({
      onMessage: (message, socket) => {
        if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
        else (socket as unknown as { readonly _socket: Socket })._socket.write(head);
      },
    });
    const run = await collectRun(streamTransport({ protocol }), subscription(query), endpointAt(server.url));
    expect(run.failed).toMatchObject({ kind: 'limit', hint: expect.stringContaining('512 MiB') });
  },
);

test.each(['graphql-transport-ws', 'graphql-ws'] as const)(
  'a message of %s that is too large ends the run, and the hint names the flag',
  async protocol => {
    const server = await serveScript({
      onMessage: (message, socket) => {
        if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
        else socket.send('x'.repeat(2000));
      },
    });
    const endpoint = endpointAt(server.url, { network: { ...network, maxSize: 1000 } });
    const run = await collectRun(streamTransport({ protocol }), subscription(query), endpoint);
    expect(run.failed).toMatchObject({ kind: 'limit', hint: expect.stringContaining('--max-size') });
    expect(run.failed?.text).toContain('1000 bytes');
  },
);

test('the hint for a redirected upgrade does not suggest -L, which would not follow it', async () => {
  const server = await serveScript({
    onUpgrade: (_request, socket) =>
      socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
  });
  const endpoint = endpointAt(server.url, { network: { ...network, follow: true } });
  const run = await collectRun(auto, subscription(query), endpoint);
  expect(hintText(run.failed?.hint ?? '')).toContain('--subscription-url');
  expect(server.upgrades).toHaveLength(1);
});

test('a server that only responds to plain requests is sent the subscription over HTTP', async () => {
  const server = await serveScript({
    onUpgrade: (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'),
    onRequest: (_request: unknown, response: import('node:http').ServerResponse) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.end(': hi\n\nevent: next\ndata: {"data":{"n":1}}\n\nevent: complete\ndata:\n\n');
    },
  });
  const run = await collectRun(auto, subscription(query), endpointAt(server.url));
  expect(run.results).toEqual(['{"data":{"n":1}}']);
  expect(run.failed).toBeUndefined();
});

test('a slow reader pauses the connection: nothing is lost, and little is buffered', async () => {
  const total = 5_000;
  const filler = 'x'.repeat(1000);
  const server = await serveScript({
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type !== 'subscribe') return;
      for (let i = 0; i < total; i++) socket.send(next(`{"data":{"i":${i},"filler":"${filler}"}}`)(String(message.id)));
      socket.send(complete(String(message.id)));
    },
  });
  const { context: runContext } = context();
  let count = 0;
  for await (const event of auto.run(subscription(query), endpointAt(server.url), runContext)) {
    if (event.kind !== 'result') continue;
    if (event.text.startsWith(`{"data":{"i":${count},`)) count++;
    // Now and then the reader pauses for some turns of the loop.
    if (count % 500 === 0) await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
  }
  expect(count).toBe(total);
});

test.each([
  ['while events come', (message: Record<string, unknown>) => message.type === 'connection_init'],
  ['while nothing is acknowledged', () => false],
])('--timeout limits the entire subscription: %s', async (_when, acknowledges) => {
  const limit = holdTimer(30_000);
  const server = await serveScript({
    onMessage: (message, socket) => {
      if (acknowledges(message)) socket.send('{"type":"connection_ack"}');
      else void limit.fire();
      if (message.type === 'subscribe') socket.send(next('{"data":{"n":1}}')(String(message.id)));
    },
  });
  const run = await collectRun(
    auto,
    subscription(query),
    endpointAt(server.url, { network: { ...network, timeoutMs: 30_000 } }),
  );
  expect(run.failed).toMatchObject({ kind: 'timeout', text: 'The request took longer than 30 s.' });
  expect(server.upgrades).toHaveLength(1);
});

test('leaving the loop notifies the server that the operation is over', async () => {
  let closedWith: number | undefined;
  const closed = new Promise<void>(resolve => {
    void serveScript({
      ...answering(next('{"data":{"n":1}}')),
      onConnection: socket =>
        socket.on('close', code => {
          closedWith = code;
          resolve();
        }),
    }).then(async server => {
      const { context: runContext } = context();
      for await (const event of auto.run(subscription(query), endpointAt(server.url), runContext)) {
        if (event.kind === 'result') break;
      }
    });
  });
  await closed;
  expect(closedWith).toBe(1000);
});

test.each([0, 1, 2, 3, 5, 8, 13, 21])(
  'after stopping within %i turns of the loop, before it is open, no connection remains',
  async turns => {
    const server = await serveScript({ ...answering(complete), onRequest: (_request, response) => response.end() });
    const { context: running, stop } = context();
    const run = current.run(subscription(query), endpointAt(server.url), running)[Symbol.asyncIterator]();
    const first = run.next();
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    stop.abort();
    await first;
    await run.return?.();
    // Arrives after everything already in flight.
    await fetch(server.url, { headers: { Connection: 'close' } });
    await server.untilLeft();
  },
);
