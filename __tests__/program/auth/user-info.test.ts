/**
 * `auth introspect --id`: the user according to the server (OpenID Connect Core 5.3), shown by -v as a step of the protocol.
 */
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { browserScript } from '../../support/browser-script.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { startAuthorizationServer } from '../../support/servers/authorization-server.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

test.each([[[]], [['--oauth2-dpop']]])('a provider is queried with the token, with %j', async more => {
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
      const idToken = `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;
      return response.end(JSON.stringify({ access_token: 'opaque-token', token_type: 'Bearer', id_token: idToken }));
    }
    if (path === '/userinfo') return response.end(JSON.stringify({ sub, email: 'jane@a.example' }));
    const userinfo = hasUserInfo ? { userinfo_endpoint: `${url}/userinfo` } : {};
    return response.end(JSON.stringify({ issuer: url, token_endpoint: `${url}/token`, ...userinfo }));
  });
  const argv = ['auth', 'introspect', '--id', '--oauth2', 'client_credentials::c:env:SECRET'];
  return runProgram([...argv, '--oauth2-issuer', server.url, '--oauth2-no-cache'], { variables: { SECRET: 's' } });
}

test('a response about another user, or without one, is rejected', async () => {
  expect(await provider('jane')).toMatchObject({ code: 0, stdout: expect.stringContaining('jane@a.example') });
  for (const sub of ['mallory', undefined]) {
    const told = expect.stringContaining('returned another user, or none');
    expect(await provider(sub)).toMatchObject({ code: 7, stdout: '', stderr: told });
  }
});

test('a server without this endpoint is reported with the next step', async () => {
  const told = expect.stringMatching(/does not advertise a UserInfo endpoint[\s\S]*--id --decode/);
  expect(await provider('jane', false)).toMatchObject({ code: 7, stdout: '', stderr: told });
});

test('a provider that signs the response (application/jwt): prints the claims, and -v shows the decoded token', async () => {
  const server = await startAuthorizationServer({
    configuration: { features: { jwtUserinfo: { enabled: true } } },
    clients: [
      {
        client_id: 'signed',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/callback'],
        userinfo_signed_response_alg: 'RS256',
      },
    ],
  });
  const login = ['--oauth2', 'authorization_code::signed', '--oauth2-issuer', server.url, '--oauth2-port', '0'];
  const argv = ['auth', 'introspect', '--id', '-v', ...login, '--oauth2-scope', 'openid', '--oauth2-no-cache'];
  const { code, stderr, stdout } = await runProgram(argv, { variables: browserScript().variables });
  expect([code, JSON.parse(stdout || '{}')]).toMatchObject([0, { sub: 'jane', iss: server.url, aud: 'signed' }]);
  expect(stderr).toContain('* OAuth: response to the UserInfo request: 200');
  expect(stderr).toMatch(/body: ••••\n.*header \{"alg":"RS256"/);
  expect(stderr).not.toContain('was not verified');
  await server.close();
});

/** A server whose UserInfo response is a token signed by `signer`; its keys are those in `own`. */
async function signedProvider(claims: (url: string) => object, signer: 'own' | 'other' | 'none') {
  const keys = { own: await generateKeyPair('ES256'), other: await generateKeyPair('ES256') };
  const server = await httpServer(async (response, { path }) => {
    const { url } = server;
    if (path === '/token') return response.end('{"access_token":"t"}');
    if (path === '/keys') return response.end(JSON.stringify({ keys: [await exportJWK(keys.own.publicKey)] }));
    if (path !== '/userinfo') {
      const at = { token_endpoint: `${url}/token`, userinfo_endpoint: `${url}/userinfo`, jwks_uri: `${url}/keys` };
      return response.end(JSON.stringify({ issuer: url, ...at }));
    }
    const payload = new TextEncoder().encode(JSON.stringify(claims(url)));
    const part = (text: string) => Buffer.from(text).toString('base64url');
    const token =
      signer === 'none'
        ? `${part('{"alg":"none"}')}.${Buffer.from(payload).toString('base64url')}.`
        : await new CompactSign(payload).setProtectedHeader({ alg: 'ES256' }).sign(keys[signer].privateKey);
    return response.writeHead(200, { 'content-type': 'application/jwt' }).end(token);
  });
  const argv = ['auth', 'introspect', '--id', '--oauth2', 'client_credentials::c:env:SECRET'];
  return runProgram([...argv, '--oauth2-issuer', server.url, '--oauth2-no-cache'], { variables: { SECRET: 's' } });
}

test('a response signed with another key, for another client, by another server or expired is rejected', async () => {
  const jane = (url: string): object => ({ sub: 'jane', iss: url, aud: ['c', 'd'] });
  expect(await signedProvider(jane, 'own')).toMatchObject({ code: 0, stdout: expect.stringContaining('"jane"') });
  const refused: readonly (readonly [typeof jane, 'own' | 'other', string])[] = [
    [jane, 'other', 'The signature of the UserInfo response is wrong'],
    [url => ({ ...jane(url), aud: 'other' }), 'own', 'It is meant for other, not for the client c.'],
    [url => ({ ...jane(url), iss: 'https://other.example' }), 'own', 'Its issuer is https://other.example, not http'],
    [url => ({ ...jane(url), exp: 1 }), 'own', 'It expired at 1970-01-01T00:00:01Z.'],
    [url => ({ iss: url }), 'own', 'returned another user, or none'],
  ];
  for (const [claims, signer, told] of refused)
    expect(await signedProvider(claims, signer)).toMatchObject({
      code: 7,
      stdout: '',
      stderr: expect.stringContaining(told),
    });
  // Without a signature only TLS protects it, which is noted.
  const unsigned = await signedProvider(jane, 'none');
  expect(unsigned).toMatchObject({ code: 0, stderr: expect.stringContaining('was not verified') });
});
