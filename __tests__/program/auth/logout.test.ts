/** `auth logout`: the tokens it finds, how it revokes them, and the ones that remain stored. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

/** A server whose client `app` has the secret `hush`. It rejects revocation with another secret. */
async function provider({ hasRevocation = true, isPublic = false } = {}) {
  const revoked: string[] = [];
  const server = await httpServer((response, { path: asked, headers, body }) => {
    const form = new URLSearchParams(String(body));
    const isClient = isPublic ? form.get('client_id') === 'app' : headers.authorization === `Basic ${btoa('app:hush')}`;
    const { url } = server;
    if (asked === '/revoke') {
      if (isClient) revoked.push(form.get('token') ?? '');
      return response.writeHead(isClient ? 200 : 401).end(isClient ? '' : '{"error":"invalid_client"}');
    }
    if (asked === '/token') return response.end('{"access_token":"a1","refresh_token":"r1","token_type":"Bearer"}');
    const own = hasRevocation ? { revocation_endpoint: `${url}/revoke` } : {};
    return response.end(JSON.stringify({ issuer: url, token_endpoint: `${url}/token`, ...own }));
  });
  const home = temporaryFolder();
  const state = path.join(home, '.local/state/apiclient');
  const client = isPublic ? 'app' : 'app:env:SECRET';
  const user = ['--oauth2-username', 'jane', '--oauth2-password', 'env:PASSWORD'];
  const byUrl = ['--oauth2', `password:${server.url}/token:${client}`, ...user];
  const byIssuer = ['--oauth2', `password::${client}`, '--oauth2-issuer', server.url, ...user];
  const auth = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runProgram(['auth', ...words], { home, variables: { SECRET: 'hush', PASSWORD: 'pw', ...more } });
  const isStored = () => readFileSync(path.join(state, 'tokens.json'), 'utf8').includes('r1');
  return { url: server.url, revoked, home, state, byUrl, byIssuer, auth, isStored };
}

test.each([
  ['in place of the token URL', (url: string, byIssuer: readonly string[]) => (url ? byIssuer : [])],
  [
    'next to the token URL',
    (url: string, byIssuer: readonly string[]) =>
      byIssuer.map(word => word.replace('password::', `password:${url}/token:`)),
  ],
])('a token obtained with a token URL is found and revoked with --oauth2-issuer %s', async (_, flags) => {
  const { auth, byIssuer, byUrl, isStored, revoked, url } = await provider();
  expect((await auth(['login', ...byUrl])).code).toBe(0);
  expect(await auth(['logout', ...flags(url, byIssuer)])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Revoked and removed 1 token.'),
  });
  expect([revoked, isStored()]).toEqual([['r1', 'a1'], false]);
});

test('a token of another client or user does not match these flags', async () => {
  const { auth, byIssuer, byUrl, isStored, revoked } = await provider();
  await auth(['login', ...byUrl]);
  for (const [from, to] of [
    ['app:', 'other:'],
    ['jane', 'joe'],
  ] as const)
    expect((await auth(['logout', ...byIssuer.map(word => word.replace(from, to))])).stderr).toContain(
      'No token is stored',
    );
  expect([revoked, isStored()]).toEqual([[], true]);
});

test('a renewable token that was not revoked stays stored, unless --force is given', async () => {
  const { auth, byUrl, isStored, revoked } = await provider();
  await auth(['login', ...byUrl]);
  const kept = await auth(['logout', '--all']);
  expect(kept).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('1 token not revoked, still stored: the revocation endpoint is unknown.'),
  });
  expect(kept.stderr).toMatch(/client app .*renewable[\s\S]*--oauth2-issuer[\s\S]*Pass --force to remove a token/);
  expect(isStored()).toBe(true);
  expect(await auth(['logout', '--all', '--force'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Removed 1 token without revoking'),
  });
  expect([revoked, isStored()]).toEqual([[], false]);
});

test('the reason why several tokens were not revoked applies to all of them', async () => {
  const { auth, byUrl } = await provider();
  for (const account of ['work', 'home']) await auth(['login', ...byUrl, '--oauth2-account', account]);
  const { stderr } = await auth(['logout', '--all']);
  expect(stderr).toContain('2 tokens not revoked, still stored: the revocation endpoint is unknown.');
  expect(stderr).toContain('Pass the --oauth2 flags of the login with --oauth2-issuer.');
  expect(stderr).not.toMatch(/\bits\b/);
});

test('a server without a revocation endpoint is named as the reason', async () => {
  const { auth, byIssuer, isStored } = await provider({ hasRevocation: false });
  await auth(['login', ...byIssuer]);
  expect(await auth(['logout', ...byIssuer])).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('the server does not advertise a revocation endpoint.'),
  });
  expect(isStored()).toBe(true);
});

test('logout --all revokes the token of a public client without flags', async () => {
  const { auth, byIssuer, isStored, revoked } = await provider({ isPublic: true });
  await auth(['login', ...byIssuer]);
  expect((await auth(['logout', '--all'])).code).toBe(0);
  expect([revoked, isStored()]).toEqual([['r1', 'a1'], false]);
});

test('logout --all reads the client secret from its variable, and sends no other secret than the one that obtained the token', async () => {
  const { auth, byIssuer, isStored, revoked } = await provider();
  await auth(['login', ...byIssuer]);
  const other = await auth(['logout', '--all'], { APICLIENT_OAUTH2_CLIENT_SECRET: 'of another client' });
  expect(other).toMatchObject({ code: 7, stderr: expect.stringContaining('requires the credentials of the client') });
  expect([revoked, isStored()]).toEqual([[], true]);
  expect((await auth(['logout', '--all'], { APICLIENT_OAUTH2_CLIENT_SECRET: 'hush' })).code).toBe(0);
  expect([revoked, isStored()]).toEqual([['r1', 'a1'], false]);
});

test('logout --all prompts for the client secret on a terminal', async () => {
  const { auth, byIssuer, home, isStored, revoked, url } = await provider();
  await auth(['login', ...byIssuer]);
  const terminal = startInTerminal(['auth', 'logout', '--all'], { home });
  await terminal.untilShown(`Client secret of app at ${url}`);
  terminal.write('hush\r');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  expect([revoked, isStored()]).toEqual([['r1', 'a1'], false]);
});

test('a refused revocation leaves the token stored', async () => {
  const { auth, byIssuer, isStored } = await provider();
  await auth(['login', ...byIssuer]);
  const words = byIssuer.map(word => word.replace('app:env:SECRET', 'app:env:WRONG'));
  expect(await auth(['logout', ...words], { WRONG: 'wrong' })).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('invalid_client'),
  });
  expect(isStored()).toBe(true);
});

test("a server's message about a refused login is not stored, and logout removes the file", async () => {
  const { url } = await httpServer(response =>
    response.writeHead(400).end('{"error":"invalid_grant","error_description":"SECRET-WORDS"}'),
  );
  const home = temporaryFolder();
  const state = path.join(home, '.local/state/apiclient');
  const words = ['--oauth2', `client_credentials:${url}/token:app:env:SECRET`];
  const auth = (...more: string[]) => runProgram(['auth', ...more], { home, variables: { SECRET: 's' } });
  expect(await auth('login', ...words)).toMatchObject({ code: 7, stderr: expect.stringContaining('SECRET-WORDS') });
  const refused = () => readdirSync(state).filter(name => name.endsWith('.refused'));
  expect(refused()).toHaveLength(1);
  for (const name of refused()) {
    const text = readFileSync(path.join(state, name), 'utf8');
    expect([text.includes('invalid_grant'), text.includes('SECRET-WORDS')]).toEqual([true, false]);
  }
  await auth('logout', ...words);
  expect(refused()).toEqual([]);
  await auth('login', ...words);
  writeFileSync(path.join(state, 'tokens.json.0123456789abcdef.refused'), '{}');
  await auth('logout', '--all');
  expect([refused(), existsSync(state)]).toEqual([[], true]);
});
