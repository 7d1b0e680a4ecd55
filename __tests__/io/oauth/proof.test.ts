/** The client's proof is part of the cache key: no client gets a cached token with another proof. */

import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';
import type { NetworkOptions, OAuth2Options } from '../../../source/core/options.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { obtainToken } from '../../../source/io/oauth/token.js';
import { readToken, tokenFile, tokenKey, writeToken } from '../../../source/io/token-store.js';
import { type TestEnvironment, testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi, type TestUi } from '../../support/oauth.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const text = (value: string) => ({ from: 'text', value: secret(value) }) as const;

/** Accepts the secret `right` in the body, and every assertion and certificate. */
async function serverOf() {
  let count = 0;
  return httpServer((response, { body }) => {
    const form = new URLSearchParams(body.toString());
    const good = (form.get('client_secret') ?? 'right') === 'right' && (form.get('password') ?? 'right') === 'right';
    if (!good) return response.writeHead(401).end('{"error":"invalid_client"}');
    return response.end(`{"access_token":"t${++count}","expires_in":600,"refresh_token":"r${count}"}`);
  });
}

async function run(
  environment: TestEnvironment,
  options: OAuth2Options,
  { ui = quietUi(), own = network }: { readonly ui?: TestUi; readonly own?: NetworkOptions } = {},
): Promise<string> {
  const got = await obtainToken(options, own, environment, ui);
  return isFailure(got) ? `${got.kind} ${got.code}` : `${reveal(got.token)} from ${got.from}`;
}

test('with a wrong secret, a machine gets no cached token, which remains for the correct secret', async () => {
  const { url } = await serverOf();
  const environment = testEnvironment();
  const options = oauthOptions({ flow: 'client_credentials', clientId: 'm', tokenUrl: url, clientAuth: 'post' });
  expect(await run(environment, { ...options, clientSecret: text('right') })).toBe('t1 from server');
  expect(await run(environment, { ...options, clientSecret: text('right') })).toBe('t1 from cache');
  expect(await run(environment, { ...options, clientSecret: text('wrong') })).toBe('login invalid_client');
  expect(await run(environment, { ...options, clientSecret: text('right') })).toBe('t1 from cache');
  expect(readFileSync(tokenFile(environment), 'utf8')).not.toContain('right');
});

test('a secret from a variable, from a file and typed counts as the same; an unset variable is reported', async () => {
  const { url, seen } = await serverOf();
  const environment = { ...testEnvironment({ HUSH: 'right', OTHER: 'wrong' }) };
  writeFileSync(path.join(environment.folder, 'secret'), 'right\n');
  const options = oauthOptions({ flow: 'client_credentials', clientId: 'm', tokenUrl: url, clientAuth: 'post' });
  const by = (clientSecret: NonNullable<OAuth2Options['clientSecret']>) =>
    run(environment, { ...options, clientSecret });
  expect(await by({ from: 'env', name: 'HUSH' })).toBe('t1 from server');
  expect(await by({ from: 'file', path: 'secret' })).toBe('t1 from cache');
  // Do not prompt for values that may only be needed later.
  expect(await by({ from: 'prompt', label: 'Secret' })).toBe('t1 from cache');
  expect(await by({ from: 'env', name: 'OTHER' })).toBe('login invalid_client');
  expect(await by({ from: 'env', name: 'UNSET' })).toMatch(/^usage/);
  expect(seen).toHaveLength(2);
});

test('another key and another certificate request a new token', async () => {
  const { url, seen } = await serverOf();
  const environment = testEnvironment();
  const keyFile = (name: string) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(path.join(environment.folder, name), privateKey.export({ format: 'pem', type: 'pkcs8' }));
    return name;
  };
  const options = oauthOptions({ flow: 'client_credentials', clientId: 'm', tokenUrl: url });
  const [one, two] = [keyFile('one.pem'), keyFile('two.pem')];
  expect(await run(environment, { ...options, clientKey: one })).toBe('t1 from server');
  expect(await run(environment, { ...options, clientKey: one })).toBe('t1 from cache');
  expect(await run(environment, { ...options, clientKey: two })).toBe('t2 from server');
  writeFileSync(path.join(environment.folder, 'cert.pem'), 'one');
  const own = { ...network, certFile: 'cert.pem' };
  const public_ = { ...options, flow: 'refresh_token', refreshToken: text('r') } as const;
  expect(await run(environment, public_, { own })).toBe('t3 from server');
  expect(await run(environment, public_, { own })).toBe('t3 from cache');
  writeFileSync(path.join(environment.folder, 'cert.pem'), 'two');
  expect(await run(environment, public_, { own })).toBe('t4 from server');
  expect(seen).toHaveLength(4);
});

test('another password in the password flow is tried at the server, and not replaced by a refresh', async () => {
  const { url, seen } = await serverOf();
  const environment = testEnvironment();
  const options = oauthOptions({ flow: 'password', clientId: 'm', tokenUrl: url, username: 'jane' });
  expect(await run(environment, { ...options, password: text('right') })).toBe('t1 from server');
  expect(await run(environment, { ...options, password: text('wrong') })).toBe('login invalid_client');
  expect(await run(environment, { ...options, password: text('right') })).toBe('t1 from cache');
  expect(seen.map(({ body }) => new URLSearchParams(body.toString()).get('grant_type'))).toEqual([
    'password',
    'password',
  ]);
});

test('for a user with another secret, the change is reported, the server is asked with it, and a wrong one deletes nothing', async () => {
  const { url } = await serverOf();
  const environment = testEnvironment();
  const options = oauthOptions({
    flow: 'authorization_code',
    clientId: 'app',
    tokenUrl: url,
    authUrl: `${url}/auth`,
    clientAuth: 'post',
  });
  const { flow, clientId } = options;
  const kept = {
    accessToken: secret('old'),
    refreshToken: secret('r0'),
    obtainedAt: Date.now(),
    flow,
    clientId,
    server: url,
  };
  await writeToken(environment, tokenKey(options), kept, () => {});
  const ui = quietUi();
  expect(await run(environment, { ...options, clientSecret: text('wrong') }, { ui })).toBe('login invalid_client');
  expect(ui.notes).toEqual(['The stored token was obtained with another client secret, so a new one is requested.']);
  expect(await run(environment, { ...options, clientSecret: text('right') })).toBe('t1 from server');
  expect(await run(environment, { ...options, clientSecret: text('right') })).toBe('t1 from cache');
});

test.each([
  [400, '{"error":"invalid_refresh_token"}'],
  [401, '{"error":"invalid_token"}'],
  [400, '{"error":"invalid_request"}'],
  [401, ''],
  [400, 'no'],
])('after a refresh with response %i %s, a user logs in again, and a job gets the command', async (status, answer) => {
  const server = await httpServer((response, { body }) => {
    const refresh = new URLSearchParams(body.toString()).get('grant_type') === 'refresh_token';
    return refresh ? response.writeHead(status).end(answer) : response.end('{"access_token":"new"}');
  });
  const { url } = server;
  const environment = testEnvironment();
  const options = oauthOptions({ flow: 'authorization_code', clientId: 'app', tokenUrl: url, authUrl: `${url}/auth` });
  const { flow, clientId } = options;
  const kept = {
    accessToken: secret('old'),
    refreshToken: secret('r0'),
    expiresAt: 1,
    obtainedAt: 0,
    flow,
    clientId,
    server: url,
  };
  await writeToken(environment, tokenKey(options), kept, () => {});
  const failed = await obtainToken({ ...options, browser: false }, network, environment, quietUi());
  expect(isFailure(failed) && [failed.kind, hintText(failed.hint ?? '')]).toEqual([
    'login',
    expect.stringContaining('apiclient auth logout'),
  ]);
  expect(await readToken(environment, tokenKey(options), () => {})).toBeDefined();
  const ui = quietUi({ attended: true });
  const openBrowser = async (page: string) => {
    const asked = new URL(page).searchParams;
    await fetch(`${asked.get('redirect_uri')}?code=c&state=${asked.get('state')}`, { signal: null }).catch(() => {});
    return true;
  };
  const got = await obtainToken(options, network, environment, ui, {
    openBrowser: async page => Boolean(void openBrowser(page)) || true,
  });
  expect(isFailure(got) ? got.text : reveal(got.token)).toBe('new');
  expect(ui.notes).toContain('The login has ended at the server. Starting a new one.');
});

test.each([
  [401, '{"error":"invalid_client"}'],
  [400, '{"error":"temporarily_unavailable"}'],
  [500, '{"error":"invalid_token"}'],
])('after a refresh with response %i %s, the stored login remains', async (status, answer) => {
  const { url } = await httpServer(response => response.writeHead(status).end(answer));
  const environment = testEnvironment();
  const options = oauthOptions({ flow: 'authorization_code', clientId: 'app', tokenUrl: url, authUrl: `${url}/auth` });
  const { flow, clientId } = options;
  const kept = {
    accessToken: secret('old'),
    refreshToken: secret('r0'),
    expiresAt: 1,
    obtainedAt: 0,
    flow,
    clientId,
    server: url,
  };
  await writeToken(environment, tokenKey(options), kept, () => {});
  const failed = await obtainToken(options, network, environment, quietUi({ attended: true }));
  expect(failed).toMatchObject({ kind: 'login' });
  expect(await readToken(environment, tokenKey(options), () => {})).toBeDefined();
});
