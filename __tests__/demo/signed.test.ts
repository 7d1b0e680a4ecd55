/** The demo's signing client and its ID tokens. The demo checks signatures as a provider does. */
import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SignJWT } from 'jose';
import { isFailure } from '../../source/core/failure.js';
import { type Demo, startDemo } from '../../source/demo/start.js';
import { browserScript } from '../support/browser-script.js';
import { runProgram, temporaryFolder } from '../support/program.js';

let demo: Demo;
let pem = '';
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
  pem = await (await fetch(`${demo.url}/oauth/client-key.pem`)).text();
});
afterAll(() => demo.close());

const bearerGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const signs = '--oauth2-client-key key.pem';

function homeWithKey(): string {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'key.pem'), pem);
  return home;
}

/** Runs a command line (split at spaces) with the demo as issuer and a simulated user at the browser. */
const at = (home: string, words: string, ...more: readonly string[]) => {
  const { person, variables } = browserScript();
  const argv = [...words.split(' '), ...more, '--oauth2-issuer', demo.url];
  return runProgram(argv, { home, folder: home, variables }).then(ended => ({ ...ended, person }));
};

/** A valid JWT of the client, apart from these claims and this key. */
const jwt = (claims: Record<string, unknown> = {}, key = createPrivateKey(pem)) => {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: 'demo-signed', sub: 'demo-signed', aud: demo.url, exp: now + 60, jti: randomUUID() };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'ES256' }).sign(key);
};
const proof = (assertion: string) => ({
  client_assertion: assertion,
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
});
async function token(form: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const response = await fetch(`${demo.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return (await response.json()) as Record<string, unknown>;
}
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const soon = () => Math.floor(Date.now() / 1000);

/** JWTs that are rejected, each with a part of the reason. */
const refused: readonly (readonly [title: string, make: (sub: string) => Promise<string>, said: string])[] = [
  ['signed with another key', sub => jwt({ sub }, stranger), 'is not signed with the key of demo-signed'],
  ['that has expired', sub => jwt({ sub, exp: soon() - 60 }), '"exp"'],
  ['without an expiry', sub => jwt({ sub, exp: undefined }), '"exp"'],
  ['valid for a day', sub => jwt({ sub, exp: soon() + 86_400 }), 'within an hour'],
  ['for another server', sub => jwt({ sub, aud: 'https://other.example' }), '"aud"'],
  ['of another issuer', sub => jwt({ sub, iss: 'demo' }), '"iss"'],
  ['without a signature', async () => 'e30.e30.', 'rejected'],
];

test.each(refused)('a JWT %s neither authenticates a client nor is accepted as a grant', async (_, make, said) => {
  const client = await token({ grant_type: 'client_credentials', ...proof(await make('demo-signed')) });
  expect(client).toMatchObject({ error: 'invalid_client', error_description: expect.stringContaining(said) });
  const granted = { grant_type: bearerGrant, ...proof(await jwt()), assertion: await make('admin') };
  expect(await token(granted)).toMatchObject({
    error: 'invalid_grant',
    error_description: expect.stringContaining(said),
  });
});

test('a JWT is valid once, and only for its own client and user', async () => {
  const once = { grant_type: 'client_credentials', ...proof(await jwt()) };
  expect(await token(once)).toMatchObject({ token_type: 'Bearer' });
  expect(await token(once)).toMatchObject({ error: 'invalid_client' });
  const other = { grant_type: 'client_credentials', client_id: 'demo', ...proof(await jwt()) };
  expect(await token(other)).toMatchObject({ error: 'invalid_client' });
  const eve = { grant_type: bearerGrant, ...proof(await jwt()), assertion: await jwt({ sub: 'eve' }) };
  expect(await token(eve)).toMatchObject({ error: 'invalid_grant' });
  const assertion = await jwt({ sub: 'admin' });
  const secret = { client_id: 'demo', client_secret: 'demo-secret' };
  expect(await token({ grant_type: bearerGrant, ...secret, assertion })).toMatchObject({
    error: 'unauthorized_client',
  });
});

test('jwt_bearer gets an access token without a login page, and no refresh token', async () => {
  const home = homeWithKey();
  const words = `--oauth2 jwt_bearer::demo-signed ${signs} --oauth2-assertion {"sub":"admin"}`;
  const got = await at(home, `GET ${demo.url}/private/bearer ${words}`);
  expect(got).toMatchObject({ code: 0, stdout: '{"hello":"token holder"}\n', person: { visited: [] } });
  const told = await at(home, `auth introspect ${words}`);
  expect(JSON.parse(told.stdout)).toMatchObject({ client_id: 'demo-signed', username: 'admin' });
  const [kept] = Object.values(
    JSON.parse(readFileSync(path.join(home, '.local/state/apiclient/tokens.json'), 'utf8')).tokens,
  );
  expect(kept).not.toHaveProperty('refresh_token');
});

test.each([
  ['in the URL', ''],
  ['pushed in advance', ' --oauth2-par'],
])('a signed request %s replaces the URL parameters', async (_, par) => {
  const words = `GET ${demo.url}/private/bearer --oauth2 authorization_code::demo-signed --oauth2-port 0 ${signs}${par}`;
  const got = await at(homeWithKey(), words);
  expect([got.code, got.stdout, got.stderr]).toEqual([0, '{"hello":"token holder"}\n', expect.any(String)]);
  const { searchParams } = new URL(got.person.visited[0] ?? '');
  expect(searchParams.has('redirect_uri')).toBe(false);
  expect(searchParams.has('request')).toBe(par === '');
});

test('a request that its client did not sign is rejected, even with valid URL parameters', async () => {
  const parameters = { client_id: 'demo-signed', redirect_uri: 'http://127.0.0.1:1/callback', response_type: 'code' };
  for (const request of [await jwt(parameters, stranger), await jwt({ ...parameters, client_id: 'demo' })]) {
    const page = await fetch(`${demo.url}/oauth/authorize?${new URLSearchParams({ ...parameters, request })}`);
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('Invalid authorization request')]);
    const pushed = await fetch(`${demo.url}/oauth/par`, {
      method: 'POST',
      body: new URLSearchParams({ request, client_id: 'demo-signed', ...proof(await jwt()) }),
    });
    expect(await pushed.json()).toMatchObject({ error: 'invalid_request_object' });
  }
});

test('the scope openid adds a valid ID token with the requested claims, and UserInfo', async () => {
  const home = temporaryFolder();
  const login = '--oauth2 authorization_code::demo-public --oauth2-port 0 --oauth2-scope';
  const claims = 'claims={"id_token":{"email":null}}';
  const decoded = await at(home, `auth token --id --decode ${login}`, 'openid profile', '--oauth2-param', claims);
  expect([decoded.code, decoded.stderr.includes('not checked')]).toEqual([0, false]);
  expect(JSON.parse(decoded.stdout)).toMatchObject({
    claims: { iss: demo.url, aud: 'demo-public', sub: 'admin', name: 'Ada', email: 'ada@example.com' },
    checks: { signature: 'checked', issuer: 'checked', audience: 'checked', nonce: 'checked', time: 'checked' },
  });
  const who = await at(home, `auth introspect --id ${login}`, 'openid profile', '--oauth2-param', claims);
  expect(JSON.parse(who.stdout)).toEqual({ sub: 'admin', name: 'Ada', preferred_username: 'admin' });
  const without = await at(temporaryFolder(), `auth introspect --id ${login} books`);
  expect([without.code, without.stderr]).toEqual([7, expect.stringMatching(/403|openid/)]);
});

test('prompt=none fails with login_required', async () => {
  const login = `--oauth2 authorization_code::demo-public --oauth2-port 0 --oauth2-param prompt=none`;
  const ended = await at(temporaryFolder(), `GET ${demo.url}/private/bearer ${login}`);
  expect([ended.code, ended.stderr]).toEqual([7, expect.stringContaining('login_required')]);
});
