/** Environment variables for TLS, and the line that `-v` prints for each. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeProxies, httpProxy, socksProxy } from '../../support/servers/proxy-server.js';
import { runShell } from '../../support/shells/shell.js';

afterEach(closeServers);
afterEach(closeProxies);

const { caFile, ca, server: certificate } = certificates();
const serve = () => httpServer(response => response.end('ok'), certificate);
const run = (words: readonly string[], variables: Readonly<Record<string, string>>) =>
  runProgram(['GET', ...words], { variables });

const folder = path.join(temporaryFolder(), 'certs');
mkdirSync(folder);
writeFileSync(path.join(folder, 'our-ca.pem'), ca);
writeFileSync(path.join(folder, 'README'), 'Not a certificate.');

test.each([
  ['SSL_CERT_FILE', caFile],
  ['CURL_CA_BUNDLE', caFile],
  ['REQUESTS_CA_BUNDLE', caFile],
  ['REQUESTS_CA_BUNDLE', folder],
  ['SSL_CERT_DIR', folder],
])('%s adds the authorities in %s, and -v prints that once', async (name, value) => {
  const { url } = await serve();
  expect(await run([url], {})).toMatchObject({ code: 1, stderr: expect.stringContaining('not trusted') });
  expect(await run([url], { [name]: value })).toMatchObject({ code: 0, stdout: 'ok', stderr: '' });
  const { stderr } = await run([url, '-v'], { [name]: value });
  const line = `${name}: trusting the certificate authorities in ${value}`;
  expect(stderr.split('\n').filter(each => each.includes(line))).toHaveLength(1);
});

test('SSL_CERT_DIR may name several folders', async () => {
  const { url } = await serve();
  expect(await run([url], { SSL_CERT_DIR: `${temporaryFolder()}:${folder}` })).toMatchObject({ code: 0 });
});

test.each([
  ['CURL_CA_BUNDLE', 'Cannot read /nowhere: there is no such file.'],
  ['SSL_CERT_DIR', '/nowhere is not a readable folder.'],
])('%s with a missing path is noted once', async (name, reason) => {
  const { url } = await serve();
  const { stderr } = await run([url, '-v'], { [name]: '/nowhere', SSL_CERT_FILE: caFile });
  expect(stderr.split(`${name} is ignored: ${reason}`)).toHaveLength(2);
  expect(stderr).not.toContain(`${name}: trusting`);
});

test('NODE_TLS_REJECT_UNAUTHORIZED does not turn off the verification; only -k does', async () => {
  const { url } = await serve();
  const ended = await runShell(`NODE_TLS_REJECT_UNAUTHORIZED=0 apiclient GET ${url}`);
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^apiclient: .*not trusted here/) });
  expect(ended.stderr).not.toContain('Warning');
});

test('--cacert overrides the variables', async () => {
  const { url } = await serve();
  const { stderr, code } = await run([url, '-v', '--cacert', caFile], { CURL_CA_BUNDLE: '/nowhere' });
  expect([code, stderr.includes('CURL_CA_BUNDLE')]).toEqual([0, false]);
});

describe('SSLKEYLOGFILE', () => {
  test.each([[[]], [['--http1.1']]])('keys are appended to a file of its owner only (%j)', async words => {
    const { url } = await serve();
    const file = path.join(temporaryFolder(), 'keys.log');
    const ended = await run([url, '--cacert', caFile, '-v', ...words], { SSLKEYLOGFILE: file });
    expect(ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`SSLKEYLOGFILE: appending TLS keys to ${file}`),
    });
    const keys = readFileSync(file, 'utf8');
    expect(keys).toMatch(/^CLIENT_TRAFFIC_SECRET_0 [\da-f]{64} [\da-f]{64,96}$/m);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await run([url, '--cacert', caFile], { SSLKEYLOGFILE: file });
    expect(readFileSync(file, 'utf8').startsWith(keys)).toBe(true);
    expect(readFileSync(file, 'utf8').length).toBeGreaterThan(keys.length);
  });

  test.each([
    ['an HTTP proxy', () => httpProxy(), 'http'],
    ['a SOCKS proxy', () => socksProxy(), 'socks5h'],
  ])('the keys of a connection through %s are logged', async (_, start, scheme) => {
    const { url } = await serve();
    const { port } = await start();
    const file = path.join(temporaryFolder(), 'keys.log');
    const words = [url, '--cacert', caFile, '-x', `${scheme}://127.0.0.1:${port}`];
    expect(await run(words, { SSLKEYLOGFILE: file })).toMatchObject({ code: 0, stdout: 'ok' });
    expect(readFileSync(file, 'utf8')).toMatch(/^SERVER_TRAFFIC_SECRET_0 /m);
  });

  test('a file that cannot be written is noted, and the request is sent', async () => {
    const { url } = await serve();
    const ended = await run([url, '--cacert', caFile], { SSLKEYLOGFILE: '/nowhere/keys.log' });
    expect(ended).toMatchObject({ code: 0, stdout: 'ok' });
    expect(ended.stderr).toContain('SSLKEYLOGFILE is ignored: Cannot write /nowhere/keys.log');
  });
});
