import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { isFailure } from '../../source/core/failure.js';
import { type Demo, startDemo } from '../../source/demo/start.js';

let demo: Demo;
beforeAll(async () => {
  demo = (await startDemo({ port: 0 })) as Demo;
});
afterAll(() => demo.close());

interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly headers: Headers;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(demo.url + path, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : text, headers: response.headers };
}

test('the demo listens on this machine only', () => {
  expect(demo.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test.each(['/', '/graphql'])('a request with another host name (DNS rebinding) is rejected: %s', async target => {
  const { port } = new URL(demo.url);
  const asked = async (host: string, upgrade: boolean): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1');
    const lines = upgrade
      ? 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
      : '';
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines}\r\n`);
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return head.toString('latin1').split('\r\n')[0] ?? '';
  };
  for (const upgrade of target === '/' ? [false] : [false, true]) {
    expect(await asked(`rebound.example:${port}`, upgrade)).toContain(' 421 ');
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'demo.localhost'])
      expect(await asked(host, upgrade)).not.toContain(' 421 ');
  }
});

test('every route in the index exists', async () => {
  const { json } = await ask('/');
  const { routes } = json as { routes: { method: string; url: string }[] };
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, url } of routes.filter(route => !/delay|events|lines/.test(route.url))) {
    const { status } = await ask(url.slice(demo.url.length), { method: method === 'ANY' ? 'GET' : method });
    expect({ url, status, missing: status === 404 || status === 405 }).toMatchObject({ missing: false });
  }
});

test('a book can be added, changed and removed', async () => {
  const json = { 'content-type': 'application/json' };
  const added = await ask('/books', { method: 'POST', headers: json, body: '{"title":"Persuasion","authorId":1}' });
  expect(added).toMatchObject({ status: 201, json: { title: 'Persuasion', author: 'Jane Austen', rating: null } });
  const place = added.headers.get('location') ?? '';
  const changed = await ask(place, { method: 'PATCH', headers: json, body: '{"price":12.5}' });
  expect(changed).toMatchObject({ status: 200, json: { title: 'Persuasion', price: 12.5 } });
  expect(await ask(place, { method: 'DELETE' })).toMatchObject({ status: 204 });
  expect(await ask(place)).toMatchObject({ status: 404 });
});

test.each([
  ['no title', '{}', 422],
  ['an unknown genre', '{"title":"x","genre":"COOKING"}', 422],
  ['an unknown author', '{"title":"x","authorId":99}', 422],
  ['a body that is not JSON', 'title', 400],
])('a new book with %s is rejected with a message', async (_, body, status) => {
  const refused = await ask('/books', { method: 'POST', body });
  expect(refused).toMatchObject({ status, json: { error: expect.stringMatching(/\w/) } });
});

const basic = (words: string) => `Basic ${Buffer.from(words).toString('base64')}`;

test.each([
  ['/private/basic', {}, 401],
  ['/private/basic', { authorization: basic('admin:wrong') }, 401],
  ['/private/basic', { authorization: basic('admin:secret123') }, 200],
  ['/private/bearer', {}, 401],
  ['/private/bearer', { authorization: 'Bearer wrong' }, 401],
  ['/private/bearer', { authorization: 'Bearer demo-token' }, 200],
  ['/private/key', {}, 403],
  ['/private/key?api_key=demo-key', {}, 200],
  ['/private/key', { 'x-api-key': 'demo-key' }, 200],
])('%s with %j returns %i', async (path, headers, status) => {
  expect(await ask(path, { headers: headers as Record<string, string> })).toMatchObject({ status });
});

test('a wrong token is reported as invalid, a missing one is not (RFC 6750 3.1)', async () => {
  const wrong = await ask('/private/bearer', { headers: { authorization: 'Bearer wrong' } });
  expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  expect((await ask('/private/bearer')).headers.get('www-authenticate')).not.toContain('error');
});

test('/echo returns the method, query and headers unchanged', async () => {
  const { json } = await ask('/echo?a=1&a=2', { method: 'PURGE', headers: { 'x-y': 'z' } });
  expect(json).toMatchObject({
    method: 'PURGE',
    query: [
      ['a', '1'],
      ['a', '2'],
    ],
    headers: expect.arrayContaining([['x-y', 'z']]),
  });
});

test('/redirect/2 redirects to /redirect/1 with the requested status', async () => {
  const { status, headers } = await ask('/redirect/2?status=307');
  expect([status, headers.get('location')]).toEqual([307, '/redirect/1?status=307']);
});

test('a range of /download equals those bytes of the complete response', async () => {
  const get = async (headers: Record<string, string>) => {
    const response = await fetch(`${demo.url}/download/200000`, { headers });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const whole = await get({});
  const part = await get({ range: 'bytes=70000-150000' });
  expect([whole.status, whole.bytes.length, part.status]).toEqual([200, 200_000, 206]);
  expect(part.bytes.equals(whole.bytes.subarray(70_000, 150_001))).toBe(true);
  expect((await get({ range: 'bytes=5-', 'if-range': '"other"' })).status).toBe(200);
});

test('/events sends server-sent events', async () => {
  const stop = new AbortController();
  const response = await fetch(`${demo.url}/events`, { signal: stop.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const first = await response.body?.getReader().read();
  expect(Buffer.from(first?.value ?? []).toString()).toBe('id: 1\nevent: tick\ndata: {"tick":1}\n\n');
  stop.abort();
});

test('a port in use is reported in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const refused = await startDemo({ port });
  other.close();
  expect(isFailure(refused) && refused).toMatchObject({
    kind: 'usage',
    text: `Port ${port} is already in use.`,
  });
});
