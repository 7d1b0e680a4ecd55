/**
 * ID tokens at login (OpenID Connect Core 3.1.3.7). One for another client, from another issuer, expired or unsigned ends the
 * login.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { exitCodeOf, isFailure } from '../../../source/core/failure.js';
import { secret } from '../../../source/core/secret.js';
import { obtainToken } from '../../../source/io/oauth/token.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = Math.floor(Date.now() / 1000);

/** Logs in to a server that issues this ID token. Undefined claims are omitted. */
async function loginWith(
  claims: object,
  { header = { alg: 'RS256' }, metadata = {}, withIssuer = true, idToken = '' } = {},
) {
  const server = await httpServer((response, { path: asked }) => {
    const { url } = server;
    const own = { iss: url, aud: 'app', sub: 'jane', iat: now, exp: now + 60, ...claims };
    const token = idToken || `${part(header)}.${part(own)}.c2ln`;
    const reply = { access_token: 't', refresh_token: 'r', token_type: 'Bearer', id_token: token };
    response.end(
      JSON.stringify(asked === '/token' ? reply : { issuer: url, token_endpoint: `${url}/token`, ...metadata }),
    );
  });
  const environment = testEnvironment();
  const options = oauthOptions({
    flow: 'password',
    clientId: 'app',
    username: 'jane',
    password: { from: 'text', value: secret('pw') },
    ...(withIssuer ? { issuer: server.url } : { tokenUrl: `${server.url}/token` }),
  });
  const got = await obtainToken(options, network, environment, quietUi());
  const isStored = existsSync(path.join(environment.home, '.local/state/apiclient/tokens.json'));
  return { got, isStored, url: server.url };
}

test.each([
  ['for this client', {}],
  ['for several clients, authorized for this one', { aud: ['other', 'app'], azp: 'app' }],
  ['that expired within the tolerance for clocks', { exp: now - 5 }],
])('an ID token %s is accepted', async (_, claims) => {
  const { got, isStored } = await loginWith(claims);
  expect(isFailure(got) ? got.text : isStored).toBe(true);
});

test.each([
  ['of another issuer', { iss: 'https://evil.example' }, 'Its issuer is https://evil.example, not URL.'],
  ['without an issuer', { iss: undefined }, 'It contains no issuer.'],
  ['for another client', { aud: 'other' }, 'It is meant for other, not for the client app.'],
  ['for several clients, authorized for none', { aud: ['other', 'app'] }, 'audience'],
  ['for several clients, authorized for another', { aud: ['other', 'app'], azp: 'other' }, 'azp'],
  ['that has expired', { exp: 1_700_000_000 }, 'It expired at 2023-11-14T22:13:20Z.'],
  ['that never expires', { exp: undefined }, '"exp"'],
])('an ID token %s ends the login, and nothing is stored', async (_, claims, words) => {
  const { got, isStored, url } = await loginWith(claims);
  if (!isFailure(got)) throw new Error('accepted');
  expect([got.kind, exitCodeOf(got), isStored]).toEqual(['login', 7, false]);
  expect(got.text).toContain('returned an ID token that cannot be accepted');
  expect(got.text).toContain(words.replace('URL', url));
});

test.each([
  ['that is not signed', { header: { alg: 'none' } }, 'It is not signed.'],
  [
    'that is not signed, of a server that lists none',
    { header: { alg: 'none' }, metadata: { id_token_signing_alg_values_supported: ['none', 'RS256'] } },
    'It is not signed.',
  ],
  [
    'with an algorithm that the server does not list',
    { header: { alg: 'HS256' }, metadata: { id_token_signing_alg_values_supported: ['RS256'] } },
    'alg',
  ],
  ['that is not a JWT', { idToken: 'nonsense' }, 'JWT'],
])('an ID token %s ends the login, and nothing is stored', async (_, more, words) => {
  const { got, isStored } = await loginWith({}, more);
  expect([got, isStored]).toMatchObject([{ kind: 'login', text: expect.stringContaining(words) }, false]);
});

test('an ID token is not compared with an issuer that was not configured', async () => {
  const { got } = await loginWith({ iss: 'https://elsewhere.example' }, { withIssuer: false });
  expect(isFailure(got)).toBe(false);
});
