/** The callback listener on real sockets: its addresses, its responses, and how it ends. */
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isFailure } from '../../source/core/failure.js';
import { type Loopback, listenLoopback } from '../../source/io/loopback.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function listening(port = 0): Promise<Loopback> {
  const made = await listenLoopback(port, '/callback', () => ({
    status: 200,
    page: { good: true, title: 'T', text: '<i>&' },
  }));
  if (isFailure(made)) throw new Error(made.text);
  open.push(made);
  return made;
}

/** Another program on a port. */
async function squatter(host: string): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>(resolve => server.listen({ host, port: 0 }, resolve));
  open.push(server);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('both loopback families respond on the same port, and other addresses of this machine do not', async () => {
  const { port } = await listening();
  expect((await fetch(`http://127.0.0.1:${port}/callback`)).status).toBe(200);
  expect((await fetch(`http://[::1]:${port}/callback`)).status).toBe(200);
  const outward = Object.values(networkInterfaces())
    .flat()
    .find(each => each && !each.internal && each.family === 'IPv4');
  const other = outward?.address ?? '127.0.0.2';
  await expect(fetch(`http://${other}:${port}/callback`)).rejects.toThrow();
});

test.each(['127.0.0.1', '::1'])(
  'a port that another program uses on %s is an error that names the flag',
  async host => {
    const port = await squatter(host);
    const got = await listenLoopback(port, '/callback', () => ({
      status: 200,
      page: { good: true, title: '', text: '' },
    }));
    expect(got).toMatchObject({
      kind: 'login',
      text: `Cannot wait for the login: port ${port} is already in use.`,
      hint: expect.stringContaining('--oauth2-port'),
    });
    // No listener of ours remains.
    if (host === '::1') await expect(fetch(`http://127.0.0.1:${port}/callback`)).rejects.toThrow();
  },
);

test('the page has a strict content policy, is not stored, and closes its connection', async () => {
  const { port } = await listening();
  const response = await fetch(`http://127.0.0.1:${port}/callback?x=1`);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('connection')).toBe('close');
  const html = await response.text();
  expect(html).toContain('&lt;i&gt;&amp;');
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
  const { createHash } = await import('node:crypto');
  expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
});

test('after closing, the port is free again', async () => {
  const first = await listening();
  await first.close();
  expect((await listening(first.port)).port).toBe(first.port);
});

test('connections that send nothing or an incomplete request do not block closing', async () => {
  const listener = await listening();
  const silent = connect(listener.port, '127.0.0.1');
  const half = connect(listener.port, '::1');
  const gone = [silent, half].map(socket =>
    once(
      socket.on('error', () => {}),
      'close',
    ),
  );
  half.write('GET /callback?code=');
  await Promise.all([silent, half].map(socket => once(socket, 'connect')));
  // Handled by the same listeners, so both have been processed by now.
  expect((await fetch(`http://127.0.0.1:${listener.port}/callback`)).status).toBe(200);
  expect((await fetch(`http://[::1]:${listener.port}/callback`)).status).toBe(200);
  await listener.close();
  await Promise.all(gone);
});

test('the login page is only reachable once, with GET and by its path; a second visitor gets nothing and is reported', async () => {
  const listener = await listening();
  let second = 0;
  listener.lead('/one-time', 'https://login.example/?state=hush', () => second++);
  const at = `http://127.0.0.1:${listener.port}`;
  const call = (path: string, method = 'GET') => fetch(`${at}${path}`, { method, redirect: 'manual' });
  expect((await call('/one-time', 'HEAD')).headers.get('location')).toBeNull();
  expect((await call('/one-time?x')).headers.get('location')).toBeNull();
  const first = await call('/one-time');
  expect([first.status, first.headers.get('location')]).toEqual([302, 'https://login.example/?state=hush']);
  expect([first.headers.get('cache-control'), first.headers.get('referrer-policy')]).toEqual([
    'no-store',
    'no-referrer',
  ]);
  expect(second).toBe(0);
  const again = await call('/one-time');
  expect([again.status, again.headers.get('location'), second]).toEqual([410, null, 1]);
  expect(await again.text()).not.toContain('hush');
  expect((await call('/callback')).status).toBe(200);
});
