/** `--retry` and truncated bodies; cookies set during a chain of redirects. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../support/program.js';
import { closeServers, httpServer, rawServer, type Seen } from '../support/servers/http-server.js';

afterEach(closeServers);

const text = 'x'.repeat(50_000);

/** Disconnects after 20 kB the given number of times, and resumes where requested, with or without a validator. */
async function breaking(times: number, validator: Record<string, string> = { etag: '"v1"' }) {
  let broken = 0;
  return httpServer((response, { headers }: Seen) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const range = { 'content-range': `bytes ${from}-${text.length - 1}/${text.length}` };
    response.writeHead(from > 0 ? 206 : 200, {
      ...validator,
      ...(from > 0 ? range : {}),
      'content-length': text.length - from,
    });
    if (broken++ < times) response.write(text.slice(from, from + 20_000), () => response.socket?.end());
    else response.end(text.slice(from));
  });
}

const run = async (url: string, ...argv: string[]) => {
  const folder = temporaryFolder();
  return { ...(await runProgram(['GET', url, ...argv], { folder, waits: [] })), folder };
};

test('-o resumes where the body was truncated', async () => {
  const server = await breaking(1);
  const { code, stderr, folder } = await run(server.url, '-o', 'out', '--retry', '2');
  expect(stderr).toMatch(/after 20000 of 50000 bytes\. Try 2 of 3 in 1 s\.\n.*saved out/);
  expect(code).toBe(0);
  expect(server.seen.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=20000-']);
  expect(readFileSync(path.join(folder, 'out'), 'utf8')).toBe(text);
  expect(readdirSync(folder)).toEqual(['out']);
});

test('without a validator -o starts over, but data on standard output cannot be replaced, so the failure remains', async () => {
  const server = await breaking(1, {});
  const saved = await run(server.url, '-o', 'out', '--retry', '1');
  expect([saved.code, readFileSync(path.join(saved.folder, 'out'), 'utf8')]).toEqual([0, text]);
  expect(server.seen.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
  const piped = await run((await breaking(1)).url, '--retry', '1');
  expect([piped.code, piped.stdout.length]).toEqual([1, 20_000]);
  expect(piped.stderr).not.toContain('Try 2');
});

test('a body is requested again if nothing was shown; for a POST only with --retry-all', async () => {
  let connections = 0;
  const { url } = await rawServer(socket => {
    socket.once('data', () => {
      const first = ++connections % 2 === 1;
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${first ? '' : 'hello'}`);
    });
  });
  expect(await run(url, '--retry', '1')).toMatchObject({ code: 0, stdout: 'hello' });
  const post = (...argv: string[]) => runProgram(['POST', url, '-d', 'x', '--retry', '1', ...argv], { waits: [] });
  expect(await post()).toMatchObject({ code: 1, stdout: '' });
  connections = 0;
  expect(await post('--retry-all')).toMatchObject({ code: 0, stdout: 'hello' });
});

test('a truncated GraphQL response is requested again with --retry-all', async () => {
  let connections = 0;
  const body = '{"data":{"a":1}}';
  const { url } = await rawServer(socket => {
    socket.once('data', () => {
      const sent = ++connections === 1 ? body.slice(0, 5) : body;
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${sent}`);
    });
  });
  const argv = ['graphql', url, '--query', '{ a }', '--no-validate', '--retry', '1', '--retry-all'];
  expect(await runProgram(argv, { waits: [] })).toMatchObject({ code: 0, stdout: body });
});

test('--timeout covers all attempts', async () => {
  const { url } = await rawServer(socket => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'));
  });
  const { code, stderr } = await run(url, '--retry', '9', '--timeout', '1.5');
  expect([code, stderr.includes('Try 9')]).toEqual([8, false]);
});

test('cookies set during redirects are sent during redirects, and not stored', async () => {
  const other = await httpServer((response, { headers }) => response.end(headers.cookie ?? 'none'));
  const server = await httpServer((response, { path: asked, headers }) => {
    if (asked === '/login') {
      response.writeHead(302, { location: '/home', 'set-cookie': ['sid=1; HttpOnly', 'deep=2; Path=/x'] }).end();
    } else if (asked === '/away') {
      response.writeHead(302, { location: other.url.replace('127.0.0.1', 'localhost'), 'set-cookie': 'sid=1' }).end();
    } else response.end(headers.cookie ?? 'none');
  });
  const { stdout, folder } = await run(`${server.url}/login`, '-L', '-b', 'own=3');
  expect([stdout, readdirSync(folder)]).toEqual(['own=3; sid=1', []]);
  expect((await run(`${server.url}/away`, '-L')).stdout).toBe('none');
  expect((await run(`${server.url}/login`)).stdout).toBe('');
});
