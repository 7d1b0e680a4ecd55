import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { isFailure } from '../../../source/core/failure.js';
import { secret } from '../../../source/core/secret.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { runProgram } from '../../support/program.js';
import { answered, bodyFailure, bodyOf, type RequestParts, requestFor } from '../../support/requests.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeProxies, httpProxy } from '../../support/servers/proxy-server.js';

const made = certificates();
const opened: Http2SecureServer[] = [];
const sockets = new Set<TLSSocket>();

afterEach(async () => {
  for (const server of opened.splice(0)) server.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await closeServers();
  await closeProxies();
});

/** An HTTP/2 server; `streams` takes the raw streams instead of the compatible requests. */
async function server(
  answer:
    | ((request: Http2ServerRequest, response: Http2ServerResponse) => void)
    | { streams(stream: ServerHttp2Stream): void },
): Promise<string> {
  const { cert, key } = made.server;
  const created =
    typeof answer === 'function' ? createSecureServer({ cert, key }, answer) : createSecureServer({ cert, key });
  if (typeof answer !== 'function') {
    created.on('stream', stream => {
      stream.on('error', () => {});
      answer.streams(stream);
    });
  }
  created.on('sessionError', () => {});
  created.on('secureConnection', socket => sockets.add(socket));
  opened.push(created);
  await new Promise<void>(resolve => created.listen(0, '127.0.0.1', resolve));
  return `https://localhost:${(created.address() as AddressInfo).port}`;
}

const over2 = (url: string, parts: RequestParts = {}) =>
  requestFor(url, { ...parts, network: { caFile: made.caFile, family: 4, ...parts.network } });

test('a request with a body works over HTTP/2', async () => {
  const seen: unknown[] = [];
  const url = await server((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push([
        request.method,
        request.authority,
        request.url,
        request.headers['x-one'],
        request.headers.authorization,
        `${Buffer.concat(chunks)}`,
      ]);
      response.writeHead(201, { 'x-two': ['a', 'b'], 'content-encoding': 'gzip' });
      response.end(gzipSync('hello'));
    });
  });
  const spec = over2(`${url}/p?q=1`, {
    method: 'POST',
    body: 'the body',
    headers: ['X-One: 1'],
    credentials: { bearer: secret('tok') },
  });
  const response = answered(await send(spec, testEnvironment()));
  expect(response).toMatchObject({ status: 201, httpVersion: '2', request: { httpVersion: '2' } });
  expect(response.headers.filter(([name]) => name === 'x-two')).toEqual([
    ['x-two', 'a'],
    ['x-two', 'b'],
  ]);
  expect((await bodyOf(response)).toString()).toBe('hello');
  expect(seen).toEqual([['POST', new URL(url).host, '/p?q=1', '1', 'Bearer tok', 'the body']]);
  expect(response.timing.tlsMs).toBeGreaterThan(0);
});

test.each(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])('%s without a body completes', async method => {
  const url = await server((_request, response) => response.end());
  expect(await bodyOf(answered(await send(over2(url, { method }), testEnvironment())))).toHaveLength(0);
});

test('a repeated header that HTTP/2 allows once is a usage error', async () => {
  const url = await server((_request, response) => response.end());
  const headers = ['Content-Type: a/b', 'Content-Type: c/d'];
  const network = { httpVersion: '2' } as const;
  const refused = await send(over2(url, { method: 'POST', body: 'x', headers, network }), testEnvironment());
  expect(refused).toMatchObject({ kind: 'usage', text: expect.stringContaining('content-type') });
});

test('5 MB downloaded and uploaded arrive completely', async () => {
  const bytes = Buffer.alloc(5_000_000, 'abcdefg');
  const url = await server((request, response) => {
    if (request.method === 'GET') return response.end(bytes);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    return request.on('end', () => response.end(String(Buffer.concat(chunks).equals(bytes))));
  });
  expect((await bodyOf(answered(await send(over2(url), testEnvironment())))).equals(bytes)).toBe(true);
  const up = answered(
    await send(over2(url, { method: 'PUT', body: { kind: 'bytes', bytes } as const }), testEnvironment()),
  );
  expect((await bodyOf(up)).toString()).toBe('true');
});

test('a server without HTTP/2 is requested over HTTP/1.1', async () => {
  const old = await httpServer(response => response.end('one'), made.server);
  const response = answered(await send(over2(old.url), testEnvironment()));
  expect([response.httpVersion, (await bodyOf(response)).toString()]).toEqual(['1.1', 'one']);
});

test('redirects and proxies work as over HTTP/1.1', async () => {
  const proxy = await httpProxy();
  const url = await server((request, response) => {
    if (request.url === '/go') response.writeHead(302, { location: '/end' }).end();
    else response.end(String(request.headers['x-token']));
  });
  const network = { follow: true, proxy: `http://127.0.0.1:${proxy.port}` };
  const response = answered(await send(over2(`${url}/go`, { network, headers: ['X-Token: t'] }), testEnvironment()));
  expect((await bodyOf(response)).toString()).toBe('t');
  expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`]);
});

test('a connection cut in the middle of the body delivers the received part, then a failure', async () => {
  const url = await server({
    streams(stream) {
      stream.respond({ ':status': 200 });
      stream.write('hello');
      // Only once the client has confirmed that it received the head.
      stream.session?.ping(() => {
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  const response = answered(await send(over2(url), testEnvironment()));
  const came: Buffer[] = [];
  response.body.on('data', (chunk: Buffer) => came.push(chunk));
  const error = await new Promise<{ failure: unknown }>(resolve => response.body.once('error', resolve as never));
  expect(error.failure).toMatchObject({ kind: 'truncated', text: expect.stringContaining('after 5 bytes') });
  expect(Buffer.concat(came).toString()).toBe('hello');
});

test.each([
  ['refused', 7, 'REFUSED_STREAM'],
  ['sent to HTTP/1.1', 13, 'HTTP_1_1_REQUIRED'],
])('a request that is %s', async (_title, code, words) => {
  const url = await server({ streams: stream => stream.close(code) });
  expect(await send(over2(url), testEnvironment())).toMatchObject({
    kind: 'protocol',
    text: expect.stringContaining(words),
  });
});

test('a wrong Content-Length is a failure', async () => {
  const url = await server({
    streams(stream) {
      stream.respond({ ':status': 200, 'content-length': '100' });
      stream.end('hello');
    },
  });
  const value = await send(over2(url), testEnvironment());
  expect(isFailure(value) ? value : await bodyFailure(value)).toMatchObject({
    kind: expect.stringMatching(/protocol|truncated/),
  });
});

test('endless interim responses are ended by --timeout and Ctrl-C', async () => {
  const many = await server({
    streams(stream) {
      for (let at = 0; at < 500 && !stream.destroyed; at++) stream.additionalHeaders({ ':status': 103, link: '</a>' });
    },
  });
  expect(await send(over2(many), testEnvironment())).toMatchObject({
    kind: 'protocol',
    text: expect.stringContaining('interim'),
  });
  const silent = await server({ streams: () => {} });
  expect(await send(over2(silent, { network: { timeoutMs: 60 } }), testEnvironment())).toMatchObject({
    kind: 'timeout',
  });
  const environment = testEnvironment();
  const stopped = await server({ streams: () => environment.stop.abort() });
  expect(await send(over2(stopped), environment)).toMatchObject({ kind: 'interrupted' });
});

test('an unknown issuer and a closed port have the same messages as over HTTP/1.1', async () => {
  const url = await server((_request, response) => response.end());
  expect(await send(requestFor(url, { network: { family: 4 } }), testEnvironment())).toMatchObject({
    kind: 'tls',
    hint: expect.stringContaining('--cacert'),
  });
  expect(await send(over2('https://localhost:1'), testEnvironment())).toMatchObject({
    kind: 'network',
    code: 'ECONNREFUSED',
  });
});

test('a header that HTTP/2 forbids is rejected with a message, not an internal error', async () => {
  let asked = 0;
  const url = await server((_, response) => {
    asked++;
    response.end();
  });
  const { code, stderr } = await runProgram(['GET', url, '--http2', '--cacert', made.caFile, '-4', '-H', 'TE: gzip']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^apiclient: The request cannot be sent: .*"te"\.\n.*\n$/)]);
  expect(asked).toBe(0);
});
