/** `auth introspect --id`: who logged in, as the server says it (OpenID Connect Core 5.3), shown by -v as a step of the protocol. */
import { browserScript } from '../../support/browser-script.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { startAuthorizationServer } from '../../support/servers/authorization-server.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

test.each([[[]], [['--oauth2-dpop']]])('a provider is asked with the token, with %j', async more => {
  const server = await startAuthorizationServer({ configuration: { features: { dPoP: { enabled: true } } } });
  const home = temporaryFolder();
  const login = ['--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url, '--oauth2-port', '0'];
  const argv = ['auth', 'introspect', '--id', '-v', ...login, '--oauth2-scope', 'openid', ...more];
  const { code, stderr, stdout } = await runProgram(argv, { home, variables: browserScript().variables });
  expect([code, JSON.parse(stdout || '{}')]).toEqual([0, { sub: 'jane' }]);
  expect(stderr).toContain(`* OAuth: The UserInfo request: GET ${server.url}/me`);
  expect(stderr).toContain(`*   Authorization: ${more.length === 0 ? 'Bearer' : 'DPoP'} ••••`);
  expect(stderr).toContain('* OAuth: response to the UserInfo request: 200');
  await server.close();
});

/** A server with one token, whose ID token is for jane. */
async function provider(sub: string | undefined, hasUserInfo = true) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const server = await httpServer((response, { path }) => {
    const { url } = server;
    if (path === '/token') {
      const claims = { iss: url, sub: 'jane', aud: 'c', exp: 9_999_999_999, iat: 1 };
      const idToken = `${part({ alg: 'none' })}.${part(claims)}.`;
      return response.end(JSON.stringify({ access_token: 'opaque-token', token_type: 'Bearer', id_token: idToken }));
    }
    if (path === '/userinfo') return response.end(JSON.stringify({ sub, email: 'jane@a.example' }));
    const userinfo = hasUserInfo ? { userinfo_endpoint: `${url}/userinfo` } : {};
    return response.end(JSON.stringify({ issuer: url, token_endpoint: `${url}/token`, ...userinfo }));
  });
  const argv = ['auth', 'introspect', '--id', '--oauth2', 'client_credentials::c:env:SECRET'];
  return runProgram([...argv, '--oauth2-issuer', server.url, '--oauth2-no-cache'], { variables: { SECRET: 's' } });
}

test('a response about somebody else, or about nobody, is not believed', async () => {
  expect(await provider('jane')).toMatchObject({ code: 0, stdout: expect.stringContaining('jane@a.example') });
  for (const sub of ['mallory', undefined]) {
    const told = expect.stringContaining('was answered for somebody else, or for nobody');
    expect(await provider(sub)).toMatchObject({ code: 7, stdout: '', stderr: told });
  }
});

test('where the server names no such endpoint, that is said with the next step', async () => {
  const told = expect.stringMatching(/names no endpoint that tells who logged in \(UserInfo\)[\s\S]*--id --decode/);
  expect(await provider('jane', false)).toMatchObject({ code: 7, stdout: '', stderr: told });
});
