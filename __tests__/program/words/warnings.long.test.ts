/** A valid but probably unintended request is sent unchanged with a one-line note; -s suppresses it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

test.each([
  [['--json', '{a:1}'], '{a:1}', /--json is not JSON \(line 1, column 2: .*\) and is sent unchanged\. Expected /],
  [['--json', '{"a":1,\n}'], '{"a":1,\n}', /line 2, column 1: .* A list must not end with a comma/],
  [['--json', '{"a":'], '{"a":', /It ends too early/],
  [['-d', '{a:1}', '-H', 'content-type: application/json'], '{a:1}', /-d is not JSON .* sent unchanged/],
  [['-d', "{'hush':1}"], "{'hush':1}", /-d is not JSON .* sent as plain text instead of JSON/],
])('POST %j', async (argv, body, said) => {
  const server = await httpServer((response, seen) => response.end(seen.body));
  const { code, stdout, stderr } = await runProgram(['POST', server.url, ...argv]);
  expect([code, stdout]).toEqual([0, body]);
  expect(stderr).toMatch(/^apiclient: [^\n]*\n$/);
  expect(stderr).toMatch(said);
  expect(stderr).not.toContain('hush');
  expect((await runProgram(['POST', server.url, ...argv, '-s'])).stderr).toBe('');
});

test.each([
  ['--json', '{"a":1}'],
  ['--json', '3'],
  ['-d', 'a=b'],
  ['-d', '{"a":1}'],
  ['-d', '[section]\nkey=1'],
  ['-d', '{{ template'],
  ['a=b'],
])('POST %j %j: no note', async (...argv) => {
  const server = await httpServer(response => response.end());
  expect(await runProgram(['POST', server.url, ...argv])).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['items', ['q=ada'], '{"q":"ada"}'],
  ['-d', ['-d', 'q'], 'q'],
  ['-d', ['--data-urlencode', 'q=a b'], 'q=a%20b'],
  ['--json', ['--json', '{}'], '{}'],
  ['-F', ['-F', 'q=ada'], expect.stringContaining('ada')],
])('GET prints a note about a body from %s', async (flag, words, body) => {
  const server = await httpServer(response => response.end());
  const { stderr } = await runProgram(['GET', server.url, ...words]);
  expect(server.seen[0]?.body.toString()).toEqual(body);
  expect(stderr).toBe(
    `apiclient: GET is sent with a body (${flag}), which most servers ignore. Put NAME==TEXT after the URL for a query parameter, or use POST to send a body.\n`,
  );
  expect((await runProgram(['GET', server.url, ...words, '-s'])).stderr).toBe('');
  expect((await runProgram(['GET', server.url, 'q==ada'])).stderr).toBe('');
});

test('--cert prints a note if no request used https', async () => {
  const unused = 'apiclient: No client certificate was sent, because --cert needs https://.\n';
  const server = await httpServer((response, { path: asked }) => {
    if (asked === '/away') response.writeHead(302, { location: '/' }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"a":1}}');
  });
  const cert = ['--cert', '/nowhere/cert.pem'];
  const away = new URL('/away', server.url).href;
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'two.http'), `GET ${server.url}\n###\nGET ${server.url}\n`);
  for (const argv of [
    ['GET', server.url],
    ['GET', away, '-L'],
    ['graphql', server.url, '--query', '{ a }'],
    ['run', 'two.http'],
  ]) {
    expect((await runProgram([...argv, ...cert], { folder })).stderr).toBe(unused);
    expect((await runProgram([...argv, ...cert, '-s'], { folder })).stderr).toBe('');
  }
  const files = certificates();
  const secure = await httpServer(response => response.end('ok'), { ...files.server, requestCert: true });
  const toHttps = await httpServer(response => response.writeHead(302, { location: secure.url }).end());
  const words = ['-L', '-k', '--cert', files.client.certFile, '--key', files.client.keyFile];
  expect((await runProgram(['GET', toHttps.url, ...words])).stderr).not.toContain('No client certificate');
});

test.each([
  ['machine 127.0.0.1 login\n', /\.netrc, line 1: nothing follows login,/],
  ['# mine\nmachin 127.0.0.1 login a password hush\n', /\.netrc, line 2: a word is not one of machine,/],
  ['machine other login a password my hush\n', /\.netrc, line 1: .*spaces in double quotes/],
])('--netrc with %j', async (text, said) => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, '.netrc'), text, { mode: 0o600 });
  const server = await httpServer(response => response.end('ok'));
  const { code, stdout, stderr } = await runProgram(['GET', server.url, '--netrc'], { home });
  expect([code, stdout]).toEqual([0, 'ok']);
  expect(stderr).toMatch(said);
  expect(stderr).not.toContain('hush');
});

test.each([
  'machine other login a password b\nmacdef init\nbinary\nwhatever\n\ndefault account x\n',
  'machine 127.0.0.1\n\tlogin a password b\nstray\n',
  '',
])('--netrc with %j: no note', async text => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, '.netrc'), text, { mode: 0o600 });
  const server = await httpServer(response => response.end('ok'));
  expect(await runProgram(['GET', server.url, '--netrc'], { home })).toMatchObject({ stdout: 'ok', stderr: '' });
});

test('SSL_CERT_FILE with a missing file is noted once', async () => {
  const { server: certificate } = certificates();
  const server = await httpServer(response => response.end('ok'), certificate);
  const run = async (file: string, ...argv: string[]): Promise<string> =>
    (await runProgram(['GET', server.url, ...argv], { variables: { SSL_CERT_FILE: file } })).stderr;
  const said = /SSL_CERT_FILE is ignored: Cannot read \/nowhere: there is no such file\./g;
  expect((await run('/nowhere')).match(said)).toHaveLength(1);
  // Nix uses it to mean none.
  expect(await run('/no-cert-file.crt')).not.toMatch('SSL_CERT_FILE is ignored');
  expect(await run('/nowhere', '-s')).not.toMatch(said);
});

test('circular redirects are reported as such', async () => {
  const server = await httpServer((response, { path: at }) =>
    response.writeHead(302, { location: at === '/a' ? '/b' : '/a' }).end(),
  );
  expect(await runProgram(['GET', `${server.url}/a`, '-L', '--max-redirects', '3'])).toMatchObject({
    code: 6,
    stderr: expect.stringMatching(
      /^apiclient: The redirects form a loop: http:\/\/\S+\/[ab] was requested before\.\n {2}.*-v/,
    ),
  });
});

test('a variable with an invalid proxy is named; an empty one means none', async () => {
  const server = await httpServer(response => response.end('ok'));
  expect(await runProgram(['GET', server.url], { variables: { HTTP_PROXY: '' } })).toMatchObject({
    stdout: 'ok',
    stderr: '',
  });
  expect(await runProgram(['GET', server.url], { variables: { http_proxy: ':8080' } })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^apiclient: http_proxy is not the URL of a proxy: it contains no host\.\n {2}Usage: http_proxy=http:/,
    ),
  });
});
