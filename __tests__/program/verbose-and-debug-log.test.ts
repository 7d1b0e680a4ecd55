/** `-v` during an exchange, and the debug log afterwards. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { block, closeRawHttp2Servers, data, headers, ok, rawHttp2Server } from '../support/hostile/raw-http2.js';
import { type Ended, runProgram, temporaryFolder } from '../support/program.js';
import { certificates } from '../support/servers/certificates.js';
import { closeServers, httpServer, rawServer, sayingServer } from '../support/servers/http-server.js';
import { closeProxies, httpProxy, socksProxy } from '../support/servers/proxy-server.js';

afterEach(async () => {
  await closeServers();
  closeRawHttp2Servers();
  await closeProxies();
});

const made = certificates();
const verbose = (url: string, ...more: string[]): Promise<Ended> => runProgram(['GET', url, '-v', ...more]);
const steps = ({ stderr }: Ended): readonly string[] => stderr.split('\n').filter(line => line.startsWith('* '));

test('the request is shown before its response arrives', async () => {
  let seen = (): void => {};
  const shown = new Promise<void>(resolve => {
    seen = resolve;
  });
  const { url } = await httpServer(response => void shown.then(() => response.end('late')));
  const ended = await runProgram(['POST', url, '-v', '-d', 'sent'], {
    onStart(child) {
      let text = '';
      child.stdout?.on('data', chunk => {
        text += chunk;
        if (text.includes('\n\nsent\n')) seen();
      });
    },
  });
  expect(ended.stdout).toMatch(/^POST \/ HTTP\/1\.1\n(?:.+\n)+\nsent\n\nHTTP\/1\.1 200 OK\n(?:.+\n)+\nlate$/);
});

test('addresses, certificate and TLS version come first, each as soon as it is known', async () => {
  const server = await httpServer(response => response.end('hello'), made.server);
  const url = server.url.replace('127.0.0.1', 'localhost');
  const ended = await verbose(url, '--cacert', made.caFile, '-4');
  expect(steps(ended)).toEqual([
    '* localhost resolves to 127.0.0.1',
    `* Trying 127.0.0.1:${server.port}`,
    `* Connected to 127.0.0.1:${server.port}`,
    expect.stringMatching(/^\* TLSv1\.3, TLS_\w+(?:, ALPN http\/1\.1)?$/),
    expect.stringMatching(/^\* Certificate: server \(for localhost, 127\.0\.0\.1\), from Test issuer, until .* GMT$/),
  ]);
});

test('a rejected certificate is shown, and with -k the reason why it would be rejected', async () => {
  const { url } = await httpServer(response => response.end(), made.expired);
  const refused = await verbose(url, '--cacert', made.caFile);
  expect(steps(refused).at(-1)).toMatch(/^\* Certificate: expired/);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(steps(await verbose(url, '--cacert', made.caFile, '-k')).at(-1)).toMatch(
    /not be verified \(CERT_HAS_EXPIRED\)/,
  );
});

test('when an exchange fails, all steps until then are shown', async () => {
  const nobody = await sayingServer('');
  await nobody.close();
  const refused = await verbose(nobody.url);
  expect(steps(refused)).toEqual([`* Trying 127.0.0.1:${nobody.port}`, `* 127.0.0.1:${nobody.port}: ECONNREFUSED`]);
  const { url } = await rawServer(socket => socket.once('data', () => socket.destroy()));
  const silent = await verbose(url);
  expect(silent.stdout).toMatch(/^GET \/ HTTP\/1\.1\nHost: .*\n(?:.+\n)+\n$/);
  expect(silent.stderr).toContain('closed the connection without a response.');
});

test('a redirect over https uses the existing connection', async () => {
  const { url } = await httpServer(
    (response, { path: asked }) =>
      asked === '/' ? response.writeHead(302, { location: '/b', 'content-length': 0 }).end() : response.end(),
    made.server,
  );
  const ended = await verbose(`${url}/`, '-L', '--cacert', made.caFile);
  expect(steps(ended).at(-1)).toBe('* Reusing the connection');
});

test('the tunnel of a proxy, and the heads of every hop and every attempt', async () => {
  const server = await httpServer(
    (response, { path: asked }) =>
      asked === '/' ? response.writeHead(302, { location: '/b', 'content-length': 0 }).end() : response.end(),
    made.server,
  );
  const proxy = await httpProxy();
  const ended = await verbose(
    `${server.url}/`,
    '-L',
    '--cacert',
    made.caFile,
    '-x',
    `http://me:pw@127.0.0.1:${proxy.port}`,
  );
  expect(steps(ended)).toContain(`* http://127.0.0.1:${proxy.port} answered CONNECT 127.0.0.1:${server.port}: 200`);
  expect(steps(ended).at(-1)).toBe('* Reusing the connection');
  expect(ended.stdout.match(/^(?:GET|HTTP).*/gm)).toEqual([
    'GET / HTTP/1.1',
    'HTTP/1.1 302 Found',
    'GET /b HTTP/1.1',
    'HTTP/1.1 200 OK',
  ]);
  expect(ended.stdout + ended.stderr).not.toContain('me:pw');
});

const odd =
  'HTTP/1.1 200 OK\nX-Folded: a\n b\nSet-Cookie: sid=hush\n hush\nTransfer-Encoding: chunked\n\n5 \nhello\n0\n\n';

test('a SOCKS proxy is named, whatever it does', async () => {
  const server = await httpServer(response => response.end('hello'));
  const proxy = `socks5h://127.0.0.1:${(await socksProxy()).port}`;
  expect(steps(await verbose(server.url, '-x', proxy))).toEqual([
    `* Connected to 127.0.0.1:${server.port} through ${proxy}`,
  ]);
});

test('each HTTP violation has a line, also in the body, and is in --meta', async () => {
  const { url } = await sayingServer(odd);
  const ended = await verbose(url, '--meta', '-');
  const lines = steps(ended).filter(line => line.startsWith('* Protocol violation: '));
  expect(lines[0]).toContain('a line ends with LF only (line 1, byte 0x0a; RFC 9112, 2.2)');
  expect(lines[1]).toContain('the value of X-Folded continues on the next line');
  expect(lines.at(-1)).toContain('a space after the size of a chunk (chunk 1, byte 0x20; RFC 9112, 7.1.1)');
  const meta = JSON.parse(ended.stdout.split('\n').at(-2) ?? '');
  expect(meta.irregularities).toContainEqual({
    ...{ rule: 'RFC 9112, 5.2', header: 'X-Folded', where: 'line 3', byte: '0x20', times: 2 },
    text: expect.stringContaining('X-Folded'),
  });
  expect((await runProgram(['GET', url])).stderr).toBe('');
});

test('the debug log has each head as received, including rejected and interim ones, without secrets', async () => {
  const folder = temporaryFolder();
  const bad = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n';
  for (const bytes of [`HTTP/1.1 103 Hints\r\n\r\n${odd}`, bad]) {
    await runProgram(['GET', (await sayingServer(bytes)).url, '--debug-log', 'log'], { folder });
  }
  const log = readFileSync(path.join(folder, 'log'), 'utf8');
  const raw = log.split('\n').flatMap(line => (line.includes('"event":"head"') ? JSON.parse(line).raw : []));
  expect(raw).toEqual([
    'HTTP/1.1 103 Hints\r\n\r\n',
    odd.split('5 \n')[0]?.replace('sid=hush\n hush', '••••\n ••••'),
    bad,
  ]);
  expect(log).not.toContain('hush');
});

describe('`-v` shows the headers of an interim response', () => {
  const expected = ['* Interim response: 103', '*   link: </a>', '*   x-token: ••••'];
  const linesAfter103 = (stderr: string): readonly string[] => {
    const lines = stderr.split('\n');
    const at = lines.findIndex(line => line.startsWith('* Interim response: 103'));
    return lines.slice(at, at + 3);
  };

  test('over HTTP/1.1', async () => {
    const bytes = 'HTTP/1.1 103\r\nlink: </a>\r\nx-token: hush\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    const { url } = await sayingServer(bytes);
    expect(linesAfter103((await runProgram(['GET', url, '-v', '-B', 'hush'])).stderr)).toEqual(expected);
  });

  test('over HTTP/2', async () => {
    const interim = (id: number) => headers(id, block([':status', '103'], ['link', '</a>'], ['x-token', 'hush']));
    const { url } = await rawHttp2Server(({ id, write }) => write(interim(id), ok(id), data(id, 'well', true)));
    const { stderr, stdout } = await runProgram(['GET', url, '-v', '-B', 'hush', '--cacert', made.caFile, '-4']);
    expect(linesAfter103(stderr)).toEqual(expected);
    expect(stdout).toContain('HTTP/2 200');
  });
});

test('a subscription shows how its WebSocket was rejected', async () => {
  const { url } = await httpServer(response => response.end('no'));
  const argv = ['graphql', url, '--query', 'subscription { a }', '--no-validate', '-v', '-B', 'hush'];
  const ended = await runProgram([...argv, '--subscription-protocol', 'graphql-transport-ws']);
  expect(ended.stdout).toMatch(/^GET \/ HTTP\/1\.1\n(?:.+\n)*Authorization: Bearer ••••\n/);
  expect(steps(ended)[0]).toMatch(/^\* Trying 127/);
});
