/**
 * A 4xx or 5xx whose status line is not displayed is reported on standard error; a proxy that requires a login is not a server.
 */
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer, type TestServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const answering = (status: number, headers: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
  httpServer(response => response.writeHead(status, headers).end('why'));

test.each([
  [
    401,
    {},
    [],
    '401 Unauthorized. Pass credentials with -B TOKEN, -u USER:PASS, an API key (-K NAME=KEY or -H NAME:KEY) or --oauth2 FLOW:TOKEN_URL:ID.',
  ],
  [
    401,
    { 'www-authenticate': 'Bearer' },
    [],
    '401 Unauthorized. Pass credentials with -B TOKEN or --oauth2 FLOW:TOKEN_URL:ID.',
  ],
  [401, { 'www-authenticate': 'Basic realm="x"' }, [], '401 Unauthorized. Pass credentials with -u USER:PASS.'],
  [401, { 'www-authenticate': 'ApiKey' }, [], '401 Unauthorized. Pass credentials with -K NAME=KEY or -H NAME:KEY.'],
  [403, {}, ['-K', 'api_key=a'], '403 Forbidden. The credentials do not permit this request.'],
  [403, {}, ['-H', 'X-Api-Key: a'], '403 Forbidden. The credentials do not permit this request.'],
  [401, {}, ['-B', 'stale'], '401 Unauthorized. The server rejected the credentials.'],
  [
    403,
    {},
    [],
    '403 Forbidden. Pass credentials with -B TOKEN, -u USER:PASS, an API key (-K NAME=KEY or -H NAME:KEY) or --oauth2 FLOW:TOKEN_URL:ID.',
  ],
  [
    401,
    { 'www-authenticate': 'Bearer error="invalid_token", error_description="The token expired-jwt has expired"' },
    ['-B', 'expired-jwt'],
    '401 Unauthorized. The server rejected the credentials. The server reports "The token •••• has expired".',
  ],
  [
    403,
    { 'www-authenticate': 'Bearer error="insufficient_scope", scope="read write"' },
    ['-B', 'a'],
    '403 Forbidden. The credentials do not permit this request. The server requires the scope "read write".',
  ],
  [403, {}, ['-u', 'a:b'], '403 Forbidden. The credentials do not permit this request.'],
  [404, {}, [], '404 Not Found.'],
  [405, { allow: 'POST' }, [], '405 Method Not Allowed. The server supports POST here.'],
  [
    503,
    { 'retry-after': '9' },
    [],
    '503 Service Unavailable. Pass --retry N to try again (the server asks to wait 9 s).',
  ],
  [500, {}, [], '500 Internal Server Error.'],
])(
  '%i %j %j in a pipe: the body on standard output, the status on standard error, exit code 0',
  async (status, headers, argv, said) => {
    const { url } = await answering(status, headers);
    expect(await runProgram(['GET', url, ...argv])).toEqual(
      expect.objectContaining({ code: 0, stdout: 'why', stderr: `apiclient: ${said}\n` }),
    );
  },
);

test('a refused status is not reported if it is displayed or already reported, nor with -s', async () => {
  const { url } = await answering(404);
  for (const argv of [['-i'], ['-s'], ['-p', 'hb']]) {
    expect([argv, (await runProgram(['GET', url, ...argv])).stderr]).toEqual([argv, '']);
  }
  for (const argv of [['-v'], ['--fail'], ['-o', path.join(temporaryFolder(), 'a')]]) {
    const { stdout, stderr } = await runProgram(['GET', url, ...argv]);
    expect([argv, `${stdout}${stderr}`.match(/404 Not Found/g)]).toEqual([argv, ['404 Not Found']]);
  }
});

test('advice already given for a challenge is not repeated in other words', async () => {
  const { url } = await answering(401, { 'www-authenticate': 'Digest realm="x", nonce="n"' });
  expect((await runProgram(['GET', url])).stderr).toBe(
    'apiclient: The server requires Digest. Pass --digest with -u USER:PASS.\napiclient: 401 Unauthorized.\n',
  );
});

describe('a 407 from a proxy over plain http ends the exchange, as over https', () => {
  test.each([
    [{ 'proxy-authenticate': 'Basic realm="x"' }, [], /-x http:\/\/USER:PASS@HOST:PORT/],
    [{}, [], /-x http:\/\/USER:PASS@HOST:PORT/],
    [{ 'proxy-authenticate': 'Digest realm="x", nonce="n"' }, [], /requires Digest.*Basic.*curl --proxy-digest/],
    [{ 'proxy-authenticate': 'Negotiate, NTLM' }, [], /requires Negotiate or NTLM.*Basic.*curl --proxy-negotiate/],
    [{ 'proxy-authenticate': 'Basic realm="x"' }, ['user:pw@'], /rejected the user and password/],
  ])('%j %j', async (headers, [user = ''], hint) => {
    const proxy = await answering(407, headers);
    const { code, stdout, stderr } = await runProgram([
      'GET',
      'http://a.example/',
      '-x',
      proxy.url.replace('http://', `http://${user}`),
    ]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^apiclient: http:\/\/127\.0\.0\.1:\d+ refused .*a\.example.*407 Proxy Authentication Required/,
    );
    expect(stderr).toMatch(hint);
    expect(stderr).not.toContain('pw@');
  });

  test('a 407 from a server without a proxy is a response', async () => {
    const { url } = await answering(407);
    expect(await runProgram(['GET', url])).toMatchObject({ code: 0, stdout: 'why' });
  });
});
