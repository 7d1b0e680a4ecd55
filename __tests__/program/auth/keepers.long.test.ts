/**
 * Tokens stored by a program instead of the file: GNOME Keyring by secret-tool, pass with GnuPG, a configured helper, and a
 * fake of macOS's security. They are never in our files, nor in a program's arguments, which every user of the machine could
 * read.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../../source/core/failure.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { obtainToken } from '../../../source/io/oauth/token.js';
import { readToken, removeTokens, tokenFile, tokenKey, writeToken } from '../../../source/io/token-store.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import {
  closeKeyrings,
  helperBody,
  passwordStore,
  secretService,
  securityBody,
  standIn,
} from '../../support/servers/keyrings.js';

afterEach(closeServers);
afterEach(closeKeyrings);

type Variables = Readonly<Record<string, string>>;

/** A server that gives each request another token, and its address for `--oauth2`. */
async function issuer() {
  let count = 0;
  const server = await httpServer((response, { headers, path: asked }) => {
    if (asked !== '/token') return response.end(JSON.stringify({ authorization: headers.authorization }));
    count += 1;
    return response.end(JSON.stringify({ access_token: `opaque-token-${count}`, expires_in: 3600 }));
  });
  return {
    url: server.url,
    count: () => count,
    login: ['--oauth2', `client_credentials:${server.url}/token:app:env:SECRET`],
  };
}

const state = (home: string): string => path.join(home, '.local/state/apiclient');
const allText = (folder: string): string =>
  readdirSync(folder)
    .map(name => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');

/** The life of a token: requested, used by another run, listed, printed, requested with another secret, removed. */
async function life(home: string, keyring: Variables, flags: readonly string[], keeperId: string): Promise<void> {
  const { count, login, url } = await issuer();
  const variables = { SECRET: 'right', ...keyring };
  const run = (argv: readonly string[], more: Variables = {}) =>
    runProgram(argv, { home, variables: { ...variables, ...more } });
  expect(await run(['GET', `${url}/me`, ...login, ...flags])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Bearer opaque-token-1'),
    stderr: '',
  });
  expect(allText(state(home))).not.toContain('opaque-token');
  // Its location is remembered, so the flag need not be repeated.
  expect((await run(['GET', `${url}/me`, ...login])).stdout).toContain('Bearer opaque-token-1');
  expect(count()).toBe(1);
  expect((await run(['auth', 'status'])).stdout).toMatch(new RegExp(`client app · .* · stored in ${keeperId}\n$`));
  expect((await run(['auth', 'token'])).stdout).toBe('opaque-token-1\n');
  // Different client authentication does not get the token obtained with the first; the new one is not in the file either.
  expect((await run(['GET', `${url}/me`, ...login], { SECRET: 'other' })).stdout).toContain('opaque-token-2');
  expect(count()).toBe(2);
  expect(allText(state(home))).not.toContain('opaque-token');
  expect((await run(['auth', 'logout'])).stderr).toContain('Removed 1 token without revoking');
  expect((await run(['auth', 'status'])).stderr).toContain('No tokens are stored');
  expect((await run(['GET', `${url}/me`, ...login, ...flags])).stdout).toContain('opaque-token-3');
  // Another store leaves nothing in this one.
  expect((await run(['auth', 'logout'])).code).toBe(0);
  expect((await run(['GET', `${url}/me`, ...login, '--oauth2-store', 'file'])).stdout).toContain('opaque-token-4');
  expect(allText(state(home))).toContain('opaque-token-4');
}

withPrograms(['dbus', 'gnome-keyring', 'secret-tool'], () => {
  test('--oauth2-store keyring stores tokens in the Secret Service', async () => {
    const home = temporaryFolder();
    await life(home, await secretService(home), ['--oauth2-store', 'keyring'], 'the keyring');
  });
});

withPrograms(['gnupg', 'pass'], () => {
  test('--oauth2-store keyring stores tokens in pass without a session bus', async () => {
    const home = temporaryFolder();
    await life(home, passwordStore(home), ['--oauth2-store', 'keyring'], 'pass');
    expect(readdirSync(path.join(home, '.password-store'))).not.toContain('apiclient');
  });
});

/** A configuration of the user's own. */
function configure(home: string, config: object): void {
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config));
}

const callsIn = (seen: string): readonly { readonly argv: readonly string[]; readonly input: string }[] =>
  readFileSync(seen, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));

test('"token-helper" is started like git’s helpers: without a shell, with its input on standard input', async () => {
  const home = temporaryFolder();
  const { folder, seen } = standIn(home, 'keep it', helperBody);
  configure(home, { 'token-helper': [path.join(folder, 'keep it'), '$(touch x)'] });
  await life(home, {}, [], 'the token-helper');
  const calls = callsIn(seen);
  expect(new Set(calls.map(({ argv }) => argv.join(' ')))).toEqual(
    new Set(['$(touch x) get', '$(touch x) store', '$(touch x) erase']),
  );
  const stored = calls.find(({ argv }) => argv.at(-1) === 'store');
  expect(stored?.input).toMatch(
    /^key=[\da-f]{64}\nserver=http.*\/token\nflow=client_credentials\nclient_id=app\ntoken=\{.*\}\n\n$/,
  );
  for (const { argv } of calls) expect(argv.join(' ')).not.toContain('opaque-token');
});

test('"token-helper" with a leading "!" is a shell command, and ~/ is the home', async () => {
  const home = temporaryFolder();
  const { folder } = standIn(home, 'keep', helperBody);
  const { login, url } = await issuer();
  for (const helper of ['~/bin/keep', `!cd / && ${folder}/keep --quiet`]) {
    configure(home, { 'token-helper': helper });
    const got = await runProgram(['GET', `${url}/me`, ...login], { home, variables: { SECRET: 's' } });
    expect(got).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('opaque-token-1') });
  }
});

test('a missing keyring is reported before anything is sent', async () => {
  const flags = ['--oauth2-store', 'keyring'];
  const { count, login, url } = await issuer();
  const variables = { SECRET: 's', PATH: '/nowhere' };
  const got = await runProgram(['GET', `${url}/me`, ...login, ...flags], { variables });
  const told = /No keyring available: no secret-tool .*, no pass\./;
  expect(got).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(told) });
  expect(count()).toBe(0);
});

test('if a helper fails, the token is still used, and parts repeated by the helper are not shown', async () => {
  const home = temporaryFolder();
  const { folder } = standIn(
    home,
    'keep',
    'console.error("cannot keep " + input.replaceAll("\\n", " ")); process.exit(3);',
  );
  configure(home, { 'token-helper': path.join(folder, 'keep') });
  const { login, url } = await issuer();
  const got = await runProgram(['GET', `${url}/me`, ...login], { home, variables: { SECRET: 'right' } });
  expect(got).toMatchObject({ code: 0, stdout: expect.stringContaining('opaque-token-1') });
  expect(got.stderr).toContain('The token was not stored: keep exited with code 3: cannot keep key=');
  expect(got.stderr).toContain(
    'The token is used only for this run. Check "token-helper" in the configuration, or continue without it: --oauth2-no-cache.',
  );
  expect(got.stderr).not.toContain('opaque-token');
  expect(existsSync(path.join(state(home), 'tokens.json'))).toBe(false);
});

test('logout reports the same reason for all tokens that the helper does not return', async () => {
  const home = temporaryFolder();
  const { folder } = standIn(home, 'keep', helperBody);
  configure(home, { 'token-helper': path.join(folder, 'keep') });
  const { login } = await issuer();
  const run = (argv: readonly string[]) => runProgram(argv, { home, variables: { SECRET: 'right' } });
  for (const account of ['work', 'home']) await run(['auth', 'login', ...login, '--oauth2-account', account]);
  standIn(home, 'keep', '');
  expect((await run(['auth', 'logout', '--all'])).stderr).toContain(
    '2 tokens not revoked, still stored: the token-helper returned no token.',
  );
});

test('a helper in a configuration that others can write is not started', async () => {
  const home = temporaryFolder();
  const { folder, seen } = standIn(home, 'keep', helperBody);
  configure(home, { 'token-helper': path.join(folder, 'keep') });
  chmodSync(path.join(home, '.config/apiclient/config.json'), 0o666);
  const { login, url } = await issuer();
  const got = await runProgram(['GET', `${url}/me`, ...login], { home, variables: { SECRET: 's' } });
  expect(got).toMatchObject({ code: 2, stderr: expect.stringContaining('can be written by others') });
  expect(existsSync(seen)).toBe(false);
});

test('twenty runs that renew a token of the helper send its refresh token once', async () => {
  let good = 'refresh-0';
  let count = 0;
  const server = await httpServer((response, { body }) => {
    count += 1;
    if (new URLSearchParams(body.toString()).get('refresh_token') !== good) {
      return response.writeHead(400).end('{"error":"invalid_grant"}');
    }
    good = `refresh-${count}`;
    return response.end(JSON.stringify({ access_token: `access-${count}`, expires_in: 600, refresh_token: good }));
  });
  const environment = testEnvironment({ PATH: process.env.PATH ?? '' });
  const { folder } = standIn(environment.home, 'keep', helperBody);
  configure(environment.home, { 'token-helper': path.join(folder, 'keep') });
  const url = `${server.url}/token`;
  const options = oauthOptions({ flow: 'authorization_code', clientId: 'app', tokenUrl: url, authUrl: url });
  const { clientId, flow } = options;
  const old = { accessToken: secret('old-access'), expiresAt: 1, obtainedAt: 0, flow, clientId, server: url };
  const problem = await writeToken(environment, tokenKey(options), { ...old, refreshToken: secret(good) }, () => {});
  expect(problem).toBeUndefined();
  const got = await Promise.all(
    Array.from({ length: 20 }, () => obtainToken(options, network, environment, quietUi())),
  );
  expect(got.map(each => (isFailure(each) ? each.text : reveal(each.token)))).toEqual(Array(20).fill('access-1'));
  expect(count).toBe(1);
  const kept = await readToken(environment, tokenKey(options), () => {});
  expect(kept?.refreshToken && reveal(kept.refreshToken)).toBe('refresh-1');
  expect(readFileSync(tokenFile(environment), 'utf8')).not.toMatch(/access-|refresh-/);
});

test('the keychain of macOS gets pieces on standard input, none longer than its line', async () => {
  const environment = { ...testEnvironment(), platform: 'darwin' as const };
  const { folder, seen } = standIn(environment.home, 'security', securityBody);
  const mac = { ...environment, variables: { PATH: folder } };
  const long = 'x'.repeat(9000);
  const token = { obtainedAt: 1, flow: 'password', clientId: 'c', server: 's' } as const;
  expect(await writeToken(mac, 'k', { ...token, accessToken: secret(long) }, () => {}, 'keyring')).toBeUndefined();
  const kept = await readToken(mac, 'k', () => {});
  expect(kept && reveal(kept.accessToken)).toBe(long);
  for (const { argv } of callsIn(seen)) expect(argv.join(' ').length).toBeLessThan(100);
  const short = { ...token, accessToken: secret('short-one') };
  expect(await writeToken(mac, 'k', short, () => {})).toBeUndefined();
  const next = await readToken(mac, 'k', () => {});
  expect(next && reveal(next.accessToken)).toBe('short-one');
  // Nothing of the longer one remains.
  expect(readdirSync(environment.home).filter(name => name.startsWith('kept-'))).toEqual(['kept-k.0']);
  expect(await removeTokens(mac, ['k'], () => {})).toBeUndefined();
  expect(await readToken(mac, 'k', () => {})).toBeUndefined();
});
