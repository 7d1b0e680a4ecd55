/** HTTP/2 over indirect connections, and with bodies that end early or have an unknown length. */
import { connect as connectTcp, createServer as createTcpServer, type Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { isFailure } from '../../../source/core/failure.js';
import type { NetworkOptions } from '../../../source/core/options.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { temporaryFolder } from '../../support/program.js';
import { answered, bodyFailure, bodyOf, plainNetwork, type RequestParts, requestFor } from '../../support/requests.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeHttp2Servers, http2Server } from '../../support/servers/http2-server.js';
import { closeProxies, httpProxy, socksProxy } from '../../support/servers/proxy-server.js';

const made = certificates();

afterEach(async () => {
  closeHttp2Servers();
  await closeServers();
  await closeProxies();
});

const trusting = (more: Partial<NetworkOptions> = {}): NetworkOptions => ({
  ...plainNetwork,
  caFile: made.caFile,
  family: 4,
  timeoutMs: 20_000,
  ...more,
});

const echoing = () =>
  http2Server((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => response.end(Buffer.concat(chunks)));
  });

async function text(url: string, network: NetworkOptions, parts: RequestParts = {}) {
  const response = answered(await send({ ...requestFor(url, parts), network }, testEnvironment()));
  return `${response.httpVersion} ${await bodyOf(response)}`;
}

test('through SOCKS: both versions work, each on one connection', async () => {
  const [server, proxy] = [await echoing(), await socksProxy()];
  const old = await httpServer(response => response.end('old'), made.server);
  const network = trusting({ proxy: `socks5h://127.0.0.1:${proxy.port}` });
  for (const _ of [1, 2]) {
    expect(await text(server.url, network, { method: 'POST', body: 'a' })).toBe('2 a');
    expect(await text(old.url, network)).toBe('1.1 old');
  }
  expect(proxy.asked).toHaveLength(2);
});

test('a proxy that refuses the tunnel is reported as over HTTP/1.1', async () => {
  const proxy = await httpProxy(403);
  const told = async (httpVersion: '1.1' | '2') => {
    const network = trusting({ proxy: `http://127.0.0.1:${proxy.port}`, httpVersion });
    const value = await send({ ...requestFor('https://localhost:1/'), network }, testEnvironment());
    return isFailure(value) && [value.kind, value.text, value.hint];
  };
  const over2 = await told('2');
  expect(over2).toEqual(await told('1.1'));
  expect(over2).toEqual(expect.arrayContaining([expect.stringContaining('refused to connect')]));
});

test('a Unix socket works', async () => {
  const server = await echoing();
  const file = path.join(temporaryFolder(), 's');
  const sockets: Socket[] = [];
  const bridge = createTcpServer(socket => {
    const there = connectTcp(server.port, '127.0.0.1');
    sockets.push(socket, there);
    for (const each of [socket, there]) each.on('error', () => {});
    socket.pipe(there).pipe(socket);
  });
  await new Promise<void>(resolve => bridge.listen(file, resolve));
  const network = trusting({ unixSocket: file });
  expect(await text('https://localhost/', network, { method: 'PUT', body: 'a' })).toBe('2 a');
  expect(await text('https://localhost/', network, { method: 'PUT', body: 'b' })).toBe('2 b');
  expect(server.handshakes).toEqual(['h2']);
  for (const socket of sockets) socket.destroy();
  bridge.close();
});

test('--max-size ends the response, and the session stays open', async () => {
  const server = await http2Server((request, response) => {
    response.end(request.url === '/big' ? Buffer.alloc(5_000_000) : 'small');
  });
  const network = trusting({ maxSize: 1000 });
  const big = answered(await send({ ...requestFor(`${server.url}/big`), network }, testEnvironment()));
  expect(await bodyFailure(big)).toMatchObject({ kind: 'limit' });
  expect(await text(server.url, network)).toBe('2 small');
  expect(server.handshakes).toEqual(['h2']);
});

test('standard input of unknown length is sent without HTTP/1.1 chunks', async () => {
  const server = await http2Server((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => response.end(`${request.headers['transfer-encoding']} ${Buffer.concat(chunks).length}`));
  });
  const stdin = Readable.from([Buffer.alloc(700_000), Buffer.alloc(700_000)]) as never;
  const spec = { ...requestFor(server.url, { method: 'POST', body: { kind: 'stdin' } as const }), network: trusting() };
  const response = answered(await send(spec, { ...testEnvironment(), stdin }));
  expect([response.httpVersion, String(await bodyOf(response))]).toEqual(['2', 'undefined 1400000']);
});

test('a response before the body is sent ends the upload, and the session continues', async () => {
  const server = await http2Server((request, response) => {
    if (request.method === 'GET') response.end('ok');
    else response.writeHead(413).end('too much');
  });
  const network = trusting();
  const spec = { ...requestFor(server.url, { method: 'POST', body: 'x'.repeat(20_000_000) }), network };
  const response = answered(await send(spec, testEnvironment()));
  expect([response.status, String(await bodyOf(response))]).toEqual([413, 'too much']);
  expect(await text(server.url, network)).toBe('2 ok');
  expect(server.handshakes).toEqual(['h2']);
});

test('more than a hundred requests leave one connection and no listeners', async () => {
  const server = await echoing();
  const network = trusting();
  const warnings: unknown[] = [];
  const warn = (warning: unknown) => warnings.push(warning);
  process.on('warning', warn);
  for (let at = 0; at < 30; at++) await text(server.url, network, { method: 'POST', body: 'a' });
  await Promise.all(Array.from({ length: 100 }, () => text(server.url, network)));
  process.off('warning', warn);
  expect([server.handshakes, warnings]).toEqual([['h2'], []]);
});
