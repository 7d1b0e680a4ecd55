/** The login of a profile: flags that modify it, commands that use it, and the stored tokens of several accounts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { browserScript } from '../../support/browser-script.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { type StubResponse, stubProvider } from '../../support/providers/stub-provider.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

/** A home whose profile `shop` logs in at a stub, and an API that repeats the token it received. */
async function shop(more: Readonly<Record<string, unknown>> = {}, token?: StubResponse) {
  const api = await httpServer((response, { headers }) => response.end(headers.authorization ?? 'nobody'));
  const provider = await stubProvider({
    metadata: url => ({
      revocation_endpoint: `${url}/revoke`,
      introspection_endpoint: `${url}/introspect`,
      userinfo_endpoint: `${url}/me`,
    }),
    paths: {
      '/revoke': {},
      '/introspect': form => ({ body: { active: true, token: form.get('token')?.length } }),
      '/me': { body: { sub: 'ada' } },
      ...(token ? { '/token': token } : {}),
    },
  });
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  const login = { oauth2: 'authorization_code::app', 'oauth2-issuer': provider.url, 'oauth2-port': 0 };
  const config = {
    profiles: {
      shop: { url: api.url, flags: login, environments: { live: { flags: { 'oauth2-account': 'live' } } } },
      plain: { url: api.url },
    },
    ...more,
  };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  const run = (...argv: string[]) => runProgram(argv, { home, variables: browserScript().variables });
  return { api, provider, home, run };
}

test('typed --oauth2 flags modify the login of a profile', async () => {
  const { provider, run } = await shop();
  const ended = await run('GET', '@shop/me', '--oauth2-account', 'alice', '--oauth2-scope', 'read');
  expect(ended).toMatchObject({ code: 0, stdout: 'Bearer t1' });
  expect(provider.seen.find(({ path }) => path.startsWith('/authorize'))?.path).toContain('scope=read');
  expect((await run('auth', 'status')).stdout).toContain('1  ');
  expect((await run('auth', 'status')).stdout).toContain('account alice');
});

test('two accounts of one profile have separate tokens', async () => {
  const { provider, run } = await shop();
  for (const [account, token] of [
    ['alice', 't1'],
    ['bob', 't2'],
    ['alice', 't1'],
  ] as const)
    expect(await run('GET', '@shop', '--oauth2-account', account)).toMatchObject({ stdout: `Bearer ${token}` });
  expect(provider.forms).toHaveLength(2);
  expect(await run('auth', 'token', 'bob')).toMatchObject({ code: 0, stdout: 't2\n' });
  expect(await run('auth', 'token', '1')).toMatchObject({ code: 0, stdout: 't1\n' });
  expect(await run('auth', 'token', '3')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No stored token has the number or account 3.'),
  });
  expect((await run('auth', 'logout', 'alice')).stderr).toContain('Revoked and removed 1 token.');
  expect((await run('auth', 'status')).stdout).not.toContain('alice');
});

test('an environment modifies the login of its profile', async () => {
  const { run } = await shop();
  expect(await run('GET', '@shop:live')).toMatchObject({ stdout: 'Bearer t1' });
  expect((await run('auth', 'status')).stdout).toContain('account live');
});

test('auth login, token, introspect, userinfo and logout take a profile', async () => {
  const { provider, run } = await shop();
  expect((await run('auth', 'login', '@shop')).stderr).toContain('Logged in and stored the token.');
  expect(await run('auth', 'token', '@shop')).toMatchObject({ code: 0, stdout: 't1\n' });
  expect(JSON.parse((await run('auth', 'introspect', '@shop')).stdout)).toEqual({ active: true, token: 2 });
  expect(JSON.parse((await run('auth', 'userinfo', '@shop')).stdout)).toEqual({ sub: 'ada' });
  expect(provider.forms).toHaveLength(1);
  expect((await run('auth', 'logout', '@shop')).stderr).toContain('Revoked and removed 1 token.');
  expect(provider.seen.filter(({ path }) => path === '/revoke')).toHaveLength(2);
  expect(await run('auth', 'login', '@plain')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The profile plain has no OAuth 2.0 login.'),
  });
});

test('a flag without a login to modify is an error that does not blame the configuration', async () => {
  const { run } = await shop();
  for (const words of [
    ['GET', '@plain'],
    ['GET', 'http://127.0.0.1:9/'],
  ]) {
    const ended = await run(...words, '--oauth2-account', 'alice');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^apiclient: --oauth2-account has no effect without --oauth2\./);
  }
});

test('a session stores flags that modify a login, and a new login replaces them', async () => {
  const { home, run } = await shop();
  await run('GET', '@shop', '--session', 's', '--oauth2-account', 'alice');
  expect(await run('GET', '@shop', '--session', 's')).toMatchObject({ stdout: 'Bearer t1' });
  expect(await run('GET', '@shop')).toMatchObject({ stdout: 'Bearer t2' });
  await run('GET', '@shop', '--session', 's', '--oauth2-account', 'bob');
  expect((await run('sessions', 's')).stdout).not.toContain('alice');
  await run('GET', '@shop', '--session', 's', '-B', 'typed');
  expect(await run('GET', '@shop', '--session', 's')).toMatchObject({ stdout: 'Bearer typed' });
  expect(home).toBeTruthy();
});

test('# @flags modify the login of a profile, but do not move it to another server without trust', async () => {
  const { home, run, provider } = await shop();
  const file = path.join(home, 'a.http');
  writeFileSync(file, '# @flags --oauth2-account alice\nGET @shop/me\n');
  expect(await run('run', file, '--trust')).toMatchObject({ code: 0 });
  expect((await run('auth', 'status')).stdout).toContain('account alice');
  const thief = await stubProvider();
  writeFileSync(file, `# @flags --oauth2-issuer ${thief.url} --oauth2-password env:PRIVATE\nGET @shop/me\n`);
  const manifest = (await run('run', file, '--manifest')).stdout;
  expect(manifest).toContain(`--oauth2-issuer ${thief.url}`);
  expect(manifest).toMatch(/read +environment variable PRIVATE/);
  expect((await run('run', file)).code).toBe(2);
  expect(thief.seen).toEqual([]);
  expect(provider.forms).toHaveLength(1);
});

test('a stored token with a wider scope is used instead of another login', async () => {
  const { provider, run } = await shop();
  await run('auth', 'login', '@shop', '--oauth2-scope', 'read write');
  expect(await run('GET', '@shop', '--oauth2-scope', 'write')).toMatchObject({ stdout: 'Bearer t1' });
  expect(provider.forms).toHaveLength(1);
  expect(await run('GET', '@shop', '--oauth2-scope', 'write admin')).toMatchObject({ stdout: 'Bearer t2' });
  expect(await run('GET', '@shop', '--oauth2-scope', 'read', '--oauth2-account', 'bob')).toMatchObject({
    stdout: 'Bearer t3',
  });
});

test('auth status prints JSON without tokens, and logout --expired removes what nothing can renew', async () => {
  const dead = { body: { access_token: 'secret-token', token_type: 'Bearer', expires_in: 0 } };
  const { home, run } = await shop({}, dead);
  await run('auth', 'login', '@shop', '--oauth2-account', 'alice');
  const { stdout } = await run('auth', 'status', '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ number: 1, account: 'alice', expired: true, renewable: false }]);
  expect(stdout).not.toContain('secret-token');
  expect((await run('auth', 'logout', '--expired')).stderr).toContain('Removed 1 token.');
  expect(readFileSync(path.join(home, '.local/state/apiclient/tokens.json'), 'utf8')).not.toContain('secret-token');
});
