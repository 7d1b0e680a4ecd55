import { isFailure } from '../../../source/core/failure.js';
import { type Hint, hintText } from '../../../source/core/hint.js';
import { secret } from '../../../source/core/secret.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { answered, bodyOf, requestFor } from '../../support/requests.js';
import { closeServers, httpServer, sayingServer } from '../../support/servers/http-server.js';

const codings = 'gzip, deflate, br, zstd';

afterEach(closeServers);

test('a GET is sent with the default headers and its response is complete', async () => {
  const server = await httpServer(response => {
    response.writeHead(201, 'Made it', ['X-One', '1', 'x-ONE', '2', 'Content-Type', 'text/plain']);
    response.end('hello');
  });
  const response = answered(await send(requestFor(`${server.url}/a?b=1`), testEnvironment()));
  expect(response).toMatchObject({ status: 201, reason: 'Made it', httpVersion: '1.1' });
  expect(response.headers.slice(0, 3)).toEqual([
    ['X-One', '1'],
    ['x-ONE', '2'],
    ['Content-Type', 'text/plain'],
  ]);
  expect((await bodyOf(response)).toString()).toBe('hello');
  const [seen] = server.seen;
  expect(seen?.path).toBe('/a?b=1');
  expect(seen?.lines.slice(0, 4)).toEqual([
    ['Host', `127.0.0.1:${server.port}`],
    ['User-Agent', 'apiclient/0.0.0-source'],
    ['Accept', '*/*'],
    ['Accept-Encoding', codings],
  ]);
});

test('header names are sent as typed, and repeated headers are all sent', async () => {
  const server = await httpServer(response => response.end());
  const spec = requestFor(server.url, { headers: ['x-lower: a', 'X-Mixed-CASE: b', 'x-lower: c', 'X-Name: José'] });
  answered(await send(spec, testEnvironment()));
  const lines = server.seen[0]?.lines ?? [];
  expect(lines.filter(([name]) => /^x-/i.test(name))).toEqual([
    ['x-lower', 'a'],
    ['x-lower', 'c'],
    ['X-Mixed-CASE', 'b'],
    ['X-Name', Buffer.from('José').toString('latin1')],
  ]);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'OPTIONS', 'PURGE'])(
  '%s sends its body with its length',
  async method => {
    const server = await httpServer(response => response.end('ok'));
    const response = answered(await send(requestFor(server.url, { method, body: 'some body' }), testEnvironment()));
    expect((await bodyOf(response)).toString()).toBe('ok');
    expect(server.seen[0]).toMatchObject({ method, headers: { 'content-length': '9' } });
    expect(server.seen[0]?.body.toString()).toBe('some body');
  },
);

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PURGE', 'TRACE'])(
  '%s without a body ends',
  async method => {
    const server = await httpServer(response => response.end());
    const response = answered(await send(requestFor(server.url, { method }), testEnvironment()));
    await bodyOf(response);
    expect(server.seen[0]?.method).toBe(method);
    expect(server.seen[0]?.body.length).toBe(0);
  },
);

test('standard input is streamed in chunks', async () => {
  const server = await httpServer(response => response.end());
  const spec = requestFor(server.url, { method: 'POST', body: { kind: 'stdin' } });
  answered(await send(spec, testEnvironment({}, 'from a pipe')));
  expect(server.seen[0]?.headers['transfer-encoding']).toBe('chunked');
  expect(server.seen[0]?.body.toString()).toBe('from a pipe');
});

test('API keys are added to the query, and the displayed URL masks them', async () => {
  const server = await httpServer(response => response.end());
  const spec = requestFor(`${server.url}/p?a=1#part`, {
    credentials: { apiKeys: [{ name: 'the key', value: secret('s/e&c') }] },
  });
  const response = answered(await send(spec, testEnvironment()));
  expect(server.seen[0]?.path).toBe('/p?a=1&the%20key=s%2Fe%26c');
  expect(response.request.shownUrl).toBe(`${server.url}/p?a=1&the%20key=••••#part`);
  expect(JSON.stringify([response.request, response.url])).not.toContain('s%2Fe%26c');
});

test('a failure to connect has a clear message', async () => {
  const server = await httpServer(response => response.end());
  await server.close();
  const value = await send(requestFor(server.url), testEnvironment());
  expect(isFailure(value) && value).toMatchObject({
    kind: 'network',
    code: 'ECONNREFUSED',
    text: `127.0.0.1:${server.port} refused the connection.`,
  });
});

test('a missing reason phrase is not invented', async () => {
  const server = await sayingServer('HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n');
  expect(answered(await send(requestFor(server.url), testEnvironment())).reason).toBe('');
});

test('dot segments in a path are resolved according to the URL standard, with a note', async () => {
  const server = await httpServer(response => response.end());
  const notes: string[] = [];
  const options = { onNote: (note: Hint) => notes.push(hintText(note)) };
  answered(await send(requestFor(`${server.url}/a/../b/%2e/c?x=/../y`), testEnvironment(), options));
  answered(await send(requestFor(`${server.url}/a..b/...?/../`), testEnvironment(), options));
  expect(server.seen.map(one => one.path)).toEqual(['/b/c?x=/../y', '/a..b/...?/../']);
  expect(notes).toEqual(['The path /a/../b/%2e/c is sent as /b/c. Pass --path-as-is to send it unchanged.']);
});

test.each([
  ['GET', undefined],
  ['POST', 'some body'],
])('%s with a Trailer header and no chunks is rejected with a clear message', async (method, body) => {
  const server = await httpServer(response => response.end());
  const spec = requestFor(server.url, { method, headers: ['Trailer: X-Sum'], ...(body ? { body } : {}) });
  expect(await send(spec, testEnvironment())).toMatchObject({
    kind: 'usage',
    text: expect.stringContaining('Trailer'),
  });
  expect(server.seen).toHaveLength(0);
});

test('two Host headers are rejected with a clear message', async () => {
  const server = await httpServer(response => response.end());
  const value = await send(
    requestFor(server.url, { headers: ['Host: a.example', 'Host: b.example'] }),
    testEnvironment(),
  );
  expect(value).toMatchObject({ kind: 'usage', text: expect.stringContaining('two Host headers') });
  expect(server.seen).toHaveLength(0);
});
