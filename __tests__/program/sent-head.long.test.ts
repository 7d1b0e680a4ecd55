/** `-v` shows the request as received by the server, line by line. */
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { runProgram, temporaryFolder } from '../support/program.js';
import { certificates } from '../support/servers/certificates.js';

let server: Server;
let heads: string[];
let url: string;
beforeEach(async () => {
  heads = [];
  server = createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', data => {
      heads.push(data.toString('latin1').split('\r\n\r\n')[0] ?? '');
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => new Promise(resolve => server.close(resolve)));

test.each([
  ['GET', []],
  ['POST', ['a=b']],
  ['DELETE', []],
  ['PUT', ['-d', 'text', '-H', 'connection: close', '-H', 'X-Mine: 1']],
  ['POST', ['-F', 'a=b']],
] as const)('%s %j', async (method, more) => {
  const { stdout, code } = await runProgram([method, url, '-v', ...more], { home: temporaryFolder() });
  expect(code).toBe(0);
  expect((stdout.split('\n\n')[0] ?? '').split('\n')).toEqual(heads[0]?.split('\r\n'));
});

test.each([
  ['directly', 'GET', 'a/../b/%7e?c=d', []],
  ['as typed', 'GET', 'a/../b?c=d#e', ['--path-as-is']],
  ['a query alone', 'GET', '?c=d', []],
] as const)('%s: -v and --dry-run print the bytes of the head', async (_, method, target, more) => {
  const home = temporaryFolder();
  const run = async (flag: string) => (await runProgram([method, `${url}${target}`, flag, ...more], { home })).stdout;
  const [live, dry] = [await run('-v'), await run('--dry-run')];
  expect((live.split('\n\n')[0] ?? '').split('\n')).toEqual(heads[0]?.split('\r\n'));
  expect(dry.trimEnd().split('\n')).toEqual(heads[0]?.split('\r\n'));
});

test('through a proxy the full URL and the lines for the proxy', async () => {
  const home = temporaryFolder();
  const run = async (flag: string) =>
    (await runProgram(['GET', 'http://a.example/b?c', '-x', url, flag], { home })).stdout;
  const [live, dry] = [await run('-v'), await run('--dry-run')];
  expect(heads[0]).toMatch(/^GET http:\/\/a\.example\/b\?c HTTP\/1\.1\r\nHost: a\.example\r\n/);
  expect((live.split('\n\n')[0] ?? '').split('\n')).toEqual(heads[0]?.split('\r\n'));
  expect(dry.trimEnd().split('\n')).toEqual(heads[0]?.split('\r\n'));
});

test('HTTP/2 has :authority instead of Host, and lower-case names', async () => {
  const { server: tls } = certificates();
  const seen: string[][] = [];
  const server2 = createSecureServer({ key: tls.key, cert: tls.cert }, (request, response) => {
    seen.push(
      request.rawHeaders.filter(
        (_, at) => at % 2 === 0 && !/^:(?:method|scheme|path)$/.test(request.rawHeaders[at] ?? ''),
      ),
    );
    response.end('ok');
  });
  await new Promise<void>(resolve => server2.listen(0, '127.0.0.1', resolve));
  const { port } = server2.address() as AddressInfo;
  const argv = ['GET', `https://localhost:${port}/b?c`, '-4', '-k', '--http2', '-H', 'X-One: 1'];
  const [live, dry] = [await runProgram([...argv, '-v']), await runProgram([...argv, '--dry-run'])];
  server2.close();
  const head = (text: string) => (text.split('\n\n')[0] ?? '').split('\n');
  expect(head(live.stdout).slice(0, 2)).toEqual(['GET /b?c HTTP/2', `:authority: localhost:${port}`]);
  expect(
    head(live.stdout)
      .slice(1)
      .map(line => /^:?[^:]*/.exec(line)?.[0]),
  ).toEqual(seen[0]);
  expect(head(dry.stdout.trimEnd())).toEqual(head(live.stdout));
});
