/** Connections to a WebSocket server: proxy, Unix socket, cookies, a closed port, and expired credentials. */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { secret } from '../../../../source/core/secret.js';
import { streamTransport } from '../../../../source/io/graphql/stream/index.js';
import { temporaryFolder } from '../../../support/program.js';
import { closeScriptedServers, complete, onSubscribe, serveScript } from '../../../support/servers/websocket-server.js';
import { collectRun, endpointAt, network, subscription } from './support.js';

const auto = streamTransport({ protocol: 'auto' });
const operation = subscription('subscription { tick }');
const completing = onSubscribe((socket, id) => socket.send(complete(id)));

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

afterEach(closeScriptedServers);

test('an HTTP proxy tunnels the connection', async () => {
  const server = await serveScript(completing);
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const [host = '', port] = (request.url ?? '').split(':');
    const there = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      there.pipe(socket).pipe(there);
    });
    there.on('error', () => {});
    socket.on('error', () => {});
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => proxy.close());
  const through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const run = await collectRun(auto, operation, endpointAt(server.url, { network: { ...network, proxy: through } }));
  expect(run.failed).toBeUndefined();
  expect(asked).toEqual([new URL(server.url).host]);
});

test('the upgrade is sent over a Unix socket with the Host of the URL', async () => {
  const server = await serveScript(completing);
  const file = path.join(temporaryFolder(), 'socket');
  const tunnel = (await import('node:net')).createServer(socket => {
    const there = connect(Number(new URL(server.url).port), '127.0.0.1');
    there.on('error', () => {});
    socket.on('error', () => {});
    there.pipe(socket).pipe(there);
  });
  await new Promise<void>(resolve => tunnel.listen(file, resolve));
  cleanUp.push(() => tunnel.close());
  const endpoint = endpointAt('http://api.example/graphql', { network: { ...network, unixSocket: file } });
  const run = await collectRun(auto, operation, endpoint);
  expect(run.failed).toBeUndefined();
  expect(server.upgrades[0]?.headers.host).toBe('api.example');
});

test('a header that describes a body is not sent with the upgrade, which has none', async () => {
  const server = await serveScript(completing);
  const headers = [
    { name: 'Expect', value: '100-continue' },
    { name: 'X-Thing', value: 'blue' },
  ];
  const run = await collectRun(auto, operation, endpointAt(server.url, { headers }));
  expect(run.failed).toBeUndefined();
  expect(server.upgrades[0]?.headers).toMatchObject({ 'x-thing': 'blue' });
  expect(server.upgrades[0]?.headers.expect).toBeUndefined();
});

test('cookies are sent with the upgrade', async () => {
  const server = await serveScript(completing);
  await collectRun(auto, operation, endpointAt(server.url, { network: { ...network, cookies: ['a=1', 'b=2'] } }));
  expect(server.upgrades[0]?.headers.cookie).toBe('a=1; b=2');
});

test('a refused connection is reported immediately, without retries', async () => {
  const run = await collectRun(auto, operation, endpointAt('http://127.0.0.1:9/graphql'));
  expect(run.failed).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
  expect(run.states.filter(text => text.startsWith('retrying'))).toEqual([]);
});

test('a token refused on the upgrade is renewed once', async () => {
  const server = await serveScript({
    ...completing,
    protocol: offered => [...offered][0] ?? false,
  });
  const gate = createServer();
  gate.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {});
    if (request.headers.authorization !== 'Bearer fresh') {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const there = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      const lines = [`GET /graphql HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2)
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
      there.write(`${lines.join('\r\n')}\r\n\r\n`);
      there.write(head);
      there.pipe(socket).pipe(there);
    });
    there.on('error', () => {});
  });
  await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => gate.close());
  let renewals = 0;
  const endpoint = endpointAt(`http://127.0.0.1:${(gate.address() as AddressInfo).port}/graphql`, {
    credentials: { accessToken: secret('old'), apiKeys: [] },
    renewRefused: async () => {
      renewals++;
      return { accessToken: secret('fresh'), apiKeys: [] };
    },
  });
  const run = await collectRun(auto, operation, endpoint);
  expect(run.failed).toBeUndefined();
  expect(renewals).toBe(1);
});

test.each([
  ['4401 by the current protocol', 'graphql-transport-ws', 4401],
  ['4403 by the current protocol', 'graphql-transport-ws', 4403],
  ['connection_error by the current protocol', 'graphql-transport-ws', undefined],
  ['connection_error by the older one', 'graphql-ws', undefined],
])('a token refused with %s is renewed once, and the subscription continues', async (_, protocol, code) => {
  let inits = 0;
  const server = await serveScript({
    protocol: () => protocol,
    onMessage: (message, socket) => {
      const { Authorization: token } = (message.payload ?? {}) as Record<string, unknown>;
      if (message.type === 'connection_init') inits++;
      if (message.type === 'connection_init' && token !== 'Bearer fresh') {
        if (code === undefined) socket.send('{"type":"connection_error","payload":{"message":"who?"}}');
        else socket.close(code, 'who?');
      } else if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      else socket.send(`{"id":"${String(message.id)}","type":"complete"}`);
    },
  });
  const renewals: boolean[] = [];
  const endpoint = endpointAt(server.url, {
    credentials: { accessToken: secret('old'), apiKeys: [] },
    renewRefused: async named => {
      renewals.push(named);
      return { accessToken: secret('fresh'), apiKeys: [] };
    },
  });
  const run = await collectRun(auto, operation, endpoint);
  expect(run.failed).toBeUndefined();
  expect([inits, renewals]).toEqual([2, [code === 4401]]);
});

test.each([
  ['{"message":"who?"}', 'who?'],
  ['"no entry"', 'no entry'],
  ['{"reason":"expired","until":12345678901234567890}', '{"reason":"expired","until":12345678901234567890}'],
  ['null', ''],
])(
  'connection_error in the current protocol with the payload %s ends the run with that error',
  async (payload, shown) => {
    const server = await serveScript({
      protocol: () => 'graphql-transport-ws',
      onMessage: (_, socket) => socket.send(`{"type":"connection_error","payload":${payload}}`),
    });
    const run = await collectRun(auto, operation, endpointAt(server.url));
    const text = shown === '' ? 'The server refused the connection.' : `The server refused the connection: ${shown}.`;
    expect(run.failed).toMatchObject({ kind: 'login', code: 'WS_REFUSED', text });
  },
);

test('--subscription-url on another origin gets the credentials, and a note reports that', async () => {
  const server = await serveScript(completing);
  const transport = streamTransport({ protocol: 'auto', url: server.url.replace('http', 'ws') });
  const endpoint = endpointAt('http://api.example/graphql', { credentials: { bearer: secret('t'), apiKeys: [] } });
  const run = await collectRun(transport, operation, endpoint);
  expect(server.upgrades[0]?.headers.authorization).toBe('Bearer t');
  expect(run.states[0]).toContain('Credentials are also sent to http://127.0.0.1');
});

test('cookies and a certificate sent to another --subscription-url are reported as well', async () => {
  const server = await serveScript(completing);
  const transport = streamTransport({ protocol: 'auto', url: server.url });
  for (const own of [{ cookies: ['session=1'] }, { certFile: path.resolve('none.pem') }, {}]) {
    const endpoint = endpointAt('http://api.example/graphql', { network: { ...network, ...own } });
    const { states } = await collectRun(transport, operation, endpoint);
    expect([own, states.some(text => text.includes('Credentials are also sent to'))]).toEqual([
      own,
      Object.keys(own).length > 0,
    ]);
  }
});

test('a secret header sent to another --subscription-url is reported as well, but an ordinary one is not', async () => {
  const server = await serveScript(completing);
  const transport = streamTransport({ protocol: 'auto', url: server.url });
  const told = async (value: string | ReturnType<typeof secret>) => {
    const endpoint = endpointAt('http://api.example/graphql', { headers: [{ name: 'X-Thing', value }] });
    return (await collectRun(transport, operation, endpoint)).states.some(text =>
      text.includes('Credentials are also sent to'),
    );
  };
  expect(await told(secret('s3cret'))).toBe(true);
  expect(await told('blue')).toBe(false);
});

test('the note on the fallback to HTTP does not quote an event stream that answers the upgrade', async () => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: next\ndata: {"data":{"tick":1}}\n\n');
    if (request.method === 'POST') response.end('event: complete\ndata:\n\n');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => server.close());
  cleanUp.push(() => server.closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const run = await collectRun(auto, operation, endpointAt(url));
  expect(run.states).toContain('The server refused the WebSocket with 200 OK. Trying a stream over HTTP instead.');
  expect(run.results).toEqual(['{"data":{"tick":1}}']);
});
