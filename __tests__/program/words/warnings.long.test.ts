/** A request that is sent as it stands, with a line about what was hardly meant; nothing of it is changed, and -s is silent. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

test.each([
  [['--json', '{a:1}'], '{a:1}', /--json is not JSON \(line 1, column 2: .*\); it is sent as it is\. Form: /],
  [['--json', '{"a":1,\n}'], '{"a":1,\n}', /line 2, column 1: .* A list must not end with a comma/],
  [['--json', '{"a":'], '{"a":', /It ends too early/],
  [['-d', '{a:1}', '-H', 'content-type: application/json'], '{a:1}', /-d is not JSON .* sent as it is/],
  [['-d', "{'hush':1}"], "{'hush':1}", /-d is not JSON .* sent as plain text, not as JSON/],
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
])('POST %j %j: nothing to doubt', async (...argv) => {
  const server = await httpServer(response => response.end());
  expect(await runProgram(['POST', server.url, ...argv])).toMatchObject({ code: 0, stderr: '' });
});

test('GET with items: they are sent, and == is named', async () => {
  const server = await httpServer((response, seen) => response.end(seen.body));
  const { stdout, stderr } = await runProgram(['GET', server.url, 'q=ada']);
  expect(stdout).toBe('{"q":"ada"}');
  expect(stderr).toMatch(/body of a GET.*name==text.*POST/);
  expect((await runProgram(['GET', server.url, 'q==ada'])).stderr).toBe('');
});

test('--cert over http', async () => {
  const server = await httpServer(response => response.end('ok'));
  const argv = ['GET', server.url, '--cert', '/nowhere/cert.pem'];
  expect(await runProgram(argv)).toMatchObject({
    stdout: 'ok',
    stderr: 'apiclient: --cert has no effect over http://, and its file is not read: write https:// to show it.\n',
  });
  expect((await runProgram([...argv, '-L'])).stderr).toBe('');
});

test.each([
  ['machine 127.0.0.1 login\n', /\.netrc, line 1: nothing follows login,/],
  ['# mine\nmachin 127.0.0.1 login a password hush\n', /\.netrc, line 2: a word is none of machine,/],
  ['machine other login a password my hush\n', /\.netrc, line 1: .*a blank in double quotes/],
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
])('--netrc with %j: no one is told', async text => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, '.netrc'), text, { mode: 0o600 });
  const server = await httpServer(response => response.end('ok'));
  expect(await runProgram(['GET', server.url, '--netrc'], { home })).toMatchObject({ stdout: 'ok', stderr: '' });
});

test('SSL_CERT_FILE that names nothing is told once, and what is trusted in its place', async () => {
  const { server: certificate } = certificates();
  const server = await httpServer(response => response.end('ok'), certificate);
  const run = async (file: string, ...argv: string[]): Promise<string> =>
    (await runProgram(['GET', server.url, ...argv], { variables: { SSL_CERT_FILE: file } })).stderr;
  const said =
    /SSL_CERT_FILE: Cannot read \/nowhere: there is no such file\. The issuers that Node brings are trusted/g;
  expect((await run('/nowhere')).match(said)).toHaveLength(1);
  // Nix says so where there is none.
  expect(await run('/no-cert-file.crt')).not.toMatch('SSL_CERT_FILE:');
  expect(await run('/nowhere', '-s')).not.toMatch(said);
});

test('redirects that go in a circle are called so', async () => {
  const server = await httpServer((response, { path: at }) =>
    response.writeHead(302, { location: at === '/a' ? '/b' : '/a' }).end(),
  );
  expect(await runProgram(['GET', `${server.url}/a`, '-L', '--max-redirects', '3'])).toMatchObject({
    code: 6,
    stderr: expect.stringMatching(
      /^apiclient: The redirects go in a circle: http:\/\/\S+\/[ab] was asked before\.\n {2}.*-v/,
    ),
  });
});

test('a variable that names no proxy is named; an empty one is none', async () => {
  const server = await httpServer(response => response.end('ok'));
  expect(await runProgram(['GET', server.url], { variables: { HTTP_PROXY: '' } })).toMatchObject({
    stdout: 'ok',
    stderr: '',
  });
  expect(await runProgram(['GET', server.url], { variables: { http_proxy: ':8080' } })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^apiclient: http_proxy is not the URL of a proxy: it names no host\.\n {2}Form: http_proxy=http:/,
    ),
  });
});
