/** Use of the demo's tokens: introspection, exchange, binding to a key, and revocation. */
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { isFailure } from '../../source/core/failure.js';
import { type Demo, startDemo } from '../../source/demo/start.js';
import { browserScript } from '../support/browser-script.js';
import { runProgram, temporaryFolder } from '../support/program.js';

let demo: Demo;
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
});
afterAll(() => demo.close());

const variables = { PASSWORD: 'secret123', SECRET: 'demo-secret', TOKEN: 'demo-token' };
const password = [
  '--oauth2',
  'password::demo-public',
  '--oauth2-username',
  'admin',
  '--oauth2-password',
  'env:PASSWORD',
];
const exchange = ['--oauth2', 'token_exchange::demo:env:SECRET', '--oauth2-subject-token', 'env:TOKEN'];
const code = ['--oauth2', 'authorization_code::demo-public', '--oauth2-port', '0'];

/** Runs the program with the demo as issuer. */
const at = (home: string, argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runProgram([...argv, '--oauth2-issuer', demo.url], { home, variables: { ...variables, ...more } });
const get = () => ['GET', `${demo.url}/private/bearer`];
const status = async (authorization: string, more: Readonly<Record<string, string>> = {}) =>
  (await fetch(`${demo.url}/private/bearer`, { headers: { authorization, ...more } })).status;
const post = async (path: string, form: Readonly<Record<string, string>>, headers = {}) =>
  fetch(`${demo.url}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });

test('auth introspect shows who logged in, and auth logout revokes the token at the server', async () => {
  const home = temporaryFolder();
  const told = await at(home, ['auth', 'introspect', ...password, '--oauth2-scope', 'books']);
  expect(told.code).toBe(0);
  expect(JSON.parse(told.stdout)).toMatchObject({
    active: true,
    client_id: 'demo-public',
    username: 'admin',
    scope: 'books',
    token_type: 'Bearer',
    iss: demo.url,
  });
  const token = (await at(home, ['auth', 'token', ...password, '--oauth2-scope', 'books'])).stdout.trim();
  expect(await status(`Bearer ${token}`)).toBe(200);
  const ended = await at(home, ['auth', 'logout', ...password, '--oauth2-scope', 'books']);
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('Revoked and removed 1 token.')]);
  expect(await status(`Bearer ${token}`)).toBe(401);
});

test('revoking either token ends the login, and only its own client can revoke it', async () => {
  const login = { grant_type: 'password', username: 'admin', password: 'secret123', client_id: 'demo-public' };
  for (const which of ['access_token', 'refresh_token'] as const) {
    const tokens = await (await post('/oauth/token', login)).json();
    const other = { client_id: 'demo', client_secret: 'demo-secret' };
    expect((await post('/oauth/revoke', { ...other, token: tokens[which] })).status).toBe(200);
    expect(await status(`Bearer ${tokens.access_token}`)).toBe(200);
    expect((await post('/oauth/revoke', { client_id: 'demo-public', token: tokens[which] })).status).toBe(200);
    expect(await status(`Bearer ${tokens.access_token}`)).toBe(401);
    const renewal = { grant_type: 'refresh_token', client_id: 'demo-public', refresh_token: tokens.refresh_token };
    expect(await (await post('/oauth/token', renewal)).json()).toMatchObject({ error: 'invalid_grant' });
  }
  const nobody = await post('/oauth/introspect', { token: 'demo-token' });
  expect([nobody.status, await nobody.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
});

test('a token is exchanged for another one of the same user; an invalid token is rejected', async () => {
  const home = temporaryFolder();
  expect(await at(home, [...get(), ...exchange])).toMatchObject({ code: 0, stdout: '{"hello":"token holder"}\n' });
  const told = await at(home, ['auth', 'introspect', ...exchange]);
  expect(JSON.parse(told.stdout)).toMatchObject({ active: true, client_id: 'demo', username: 'admin' });
  const refused = await at(temporaryFolder(), [...get(), ...exchange], { TOKEN: 'nothing' });
  expect([refused.code, refused.stderr]).toEqual([
    7,
    expect.stringContaining('not a valid access token from the demo'),
  ]);
});

test('--oauth2-dpop binds the token to a key: it works in requests, queries and subscriptions, but not without a proof', async () => {
  const home = temporaryFolder();
  const bound = [...password, '--oauth2-dpop'];
  expect(await at(home, [...get(), ...bound])).toMatchObject({ code: 0, stdout: '{"hello":"token holder"}\n' });
  const told = await at(home, ['auth', 'introspect', ...bound]);
  expect(JSON.parse(told.stdout)).toMatchObject({ token_type: 'DPoP', cnf: { jkt: expect.any(String) } });
  const mine = ['graphql', demo.graphqlUrl, '--query', '{ me { name } }'];
  expect(await at(home, [...mine, ...bound])).toMatchObject({ code: 0, stdout: '{"data":{"me":{"name":"Ada"}}}' });
  const events = ['graphql', demo.graphqlUrl, '--query', 'subscription { ticks(count: 2) { number } }'];
  const followed = await at(home, [...events, ...bound, '-v']);
  expect(followed.code).toBe(0);
  // The upgrade is refused once, for a nonce.
  expect(followed.stdout).toMatch(/HTTP\/1\.1 401[\s\S]*use_dpop_nonce[\s\S]*HTTP\/1\.1 101/);
  const token = (await at(home, ['auth', 'token', ...bound])).stdout.trim();
  expect([await status(`Bearer ${token}`), await status(`DPoP ${token}`)]).toEqual([401, 401]);
});

test('--oauth2-par pushes the request in advance, and its URL works once', async () => {
  const { person, variables: browser } = browserScript();
  const got = await at(temporaryFolder(), [...get(), ...code, '--oauth2-par', '--oauth2-dpop'], browser);
  expect([got.code, got.stdout]).toEqual([0, '{"hello":"token holder"}\n']);
  const { searchParams } = new URL(person.visited[0] ?? '');
  expect([...searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
  const again = await fetch(`${demo.url}/oauth/authorize?${searchParams}`);
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('Invalid authorization request')]);
});

test('a pushed request is rejected without its client, with another’s redirect URI, or with another request inside', async () => {
  const own = { client_id: 'demo-public', response_type: 'code', redirect_uri: 'http://127.0.0.1:1/callback' };
  const { request_uri } = await (await post('/oauth/par', own)).json();
  for (const [form, error] of [
    [{ ...own, client_id: 'stranger' }, 'invalid_client'],
    [{ ...own, redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    [{ ...own, request_uri }, 'invalid_request'],
  ] as const)
    expect(await (await post('/oauth/par', form)).json()).toMatchObject({ error });
  const stolen = new URLSearchParams({ client_id: 'demo', request_uri });
  expect((await fetch(`${demo.url}/oauth/authorize?${stolen}`)).status).toBe(400);
});

test('a proof is rejected if it is for another request, by another key, too old, or used twice', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const other = await generateKeyPair('ES256');
  const proof = async (claims: object, pair = { privateKey, publicKey }, age = 0) =>
    new SignJWT({ jti: randomUUID(), ...claims })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: await exportJWK(pair.publicKey) })
      .setIssuedAt(Math.floor(Date.now() / 1000) - age)
      .sign(pair.privateKey);
  const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret' };
  const first = { htm: 'POST', htu: `${demo.url}/oauth/token` };
  const challenged = await post('/oauth/token', form, { DPoP: await proof(first) });
  expect([challenged.status, await challenged.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'use_dpop_nonce' }),
  ]);
  const nonce = challenged.headers.get('dpop-nonce') ?? '';
  expect(nonce).toMatch(/^[\w-]{20,}$/);
  const asked = { ...first, nonce };
  const wrong = await post('/oauth/token', form, { DPoP: await proof({ ...asked, htm: 'GET' }) });
  expect([wrong.status, await wrong.json()]).toEqual([400, { error: 'invalid_dpop_proof' }]);
  const { access_token: token, token_type } = await (
    await post('/oauth/token', form, { DPoP: await proof(asked) })
  ).json();
  expect(token_type).toBe('DPoP');
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(token))).toString('base64url');
  const right = { nonce, htm: 'GET', htu: `${demo.url}/private/bearer`, ath: digest };
  const once = await proof(right);
  const tried = [
    once,
    once,
    await proof({ ...right, htm: 'POST' }),
    await proof({ ...right, htu: `${demo.url}/echo` }),
    await proof({ ...right, ath: undefined }),
    await proof(right, other),
    await proof(right, undefined, 3600),
    'nonsense',
  ];
  const statuses: number[] = [];
  for (const DPoP of tried) statuses.push(await status(`DPoP ${token}`, { DPoP }));
  expect(statuses).toEqual([200, 401, 401, 401, 401, 401, 401, 401]);
  const old = await fetch(`${demo.url}/private/bearer`, {
    headers: { authorization: `DPoP ${token}`, DPoP: await proof({ ...right, nonce: 'of yesterday' }) },
  });
  expect([old.status, old.headers.get('www-authenticate'), old.headers.get('dpop-nonce')]).toEqual([
    401,
    expect.stringContaining('error="use_dpop_nonce"'),
    nonce,
  ]);
});
