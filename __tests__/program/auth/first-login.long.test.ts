/** First logins at better-auth, and logins of two accounts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { browserScript } from '../../support/browser-script.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeProviders, startProvider } from '../../support/providers/start-provider.js';
import { stubProvider } from '../../support/providers/stub-provider.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);
afterAll(closeProviders);

const api = () => httpServer((response, { headers }) => response.end(headers.authorization ? 'welcome' : 'who?'));

/** Flags of a login at better-auth, whose metadata is below `/api/auth` and names the origin as the issuer. */
const atBetterAuth = (url: string, ...more: string[]) => [
  ...['--oauth2', 'authorization_code::app', '--oauth2-issuer', `${url}/api/auth/.well-known/openid-configuration`],
  ...['--oauth2-accept-issuer', url, ...more],
];

test('better-auth: with a wrong issuer and an unregistered redirect URI, the messages lead to a login', async () => {
  const server = await startProvider('better-auth');
  const target = await api();
  const home = temporaryFolder();
  const { port, close } = await httpServer(() => {});
  await close();
  const uri = `http://127.0.0.1:${port}/callback`;
  const flags = atBetterAuth(server.url, '--oauth2-port', String(port), '--oauth2-scope', 'openid offline_access');
  const mismatch = await runProgram(['auth', 'doctor', `${server.url}/api/auth`, 'app']);
  expect(mismatch.stdout).toContain(`--oauth2-accept-issuer ${server.url}`);
  const checks = await runProgram(['auth', 'doctor', ...flags]);
  expect([checks.code, checks.stdout]).toEqual([
    7,
    expect.stringContaining(`Fix: Register exactly ${uri} for client app`),
  ]);
  await server.register(uri);
  const { variables } = browserScript();
  const terminal = startInTerminal(['GET', target.url, ...flags], { home, variables, columns: 200 });
  expect(await terminal.ended).toMatchObject({ code: 0 });
  expect(terminal.history()).toContain('welcome');
  const userInfo = await runProgram(['auth', 'userinfo', ...flags], { home });
  expect([userInfo.code, userInfo.stdout]).toEqual([0, expect.stringContaining('"sub"')]);
});

const betterAuth = {
  'denied consent': ['openid', 'access_denied: "User denied access"'],
  'an invalid scope': ['openid admin', 'invalid_scope: "The following scopes are invalid: admin"'],
} as const;

test.each(Object.entries(betterAuth))(
  'better-auth: %s is reported at once, and ends the login when pasted',
  async (_, [scope, words]) => {
    const server = await startProvider('better-auth');
    const { port, close } = await httpServer(() => {});
    await close();
    await server.register(`http://127.0.0.1:${port}/callback`);
    await server.deny();
    const argv = ['auth', 'login', ...atBetterAuth(server.url, '--oauth2-port', String(port), '--oauth2-scope', scope)];
    const { variables, person } = browserScript();
    const terminal = startInTerminal(argv, { variables, columns: 200 });
    await terminal.untilShown(`The server reports ${words}. It sent no state`);
    terminal.write(`${person.visited.at(-1)}\r`);
    expect(await terminal.ended).toMatchObject({ code: 7 });
  },
);

test('two accounts of one profile log in, one of them logs out, and its token is revoked', async () => {
  const target = await httpServer((response, { headers }) => response.end(`as ${headers.authorization}`));
  const revoked: string[] = [];
  const server = await stubProvider({
    metadata: url => ({ revocation_endpoint: `${url}/revoke` }),
    paths: {
      '/revoke': form => {
        revoked.push(form.get('token') ?? '');
        return {};
      },
    },
  });
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const flags = { oauth2: 'authorization_code::app', 'oauth2-issuer': server.url, 'oauth2-port': 0 };
  const config = { profiles: { shop: { url: target.url, flags } } };
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify(config), { mode: 0o600 });
  const run = async (...argv: string[]): Promise<string> => {
    const terminal = startInTerminal(argv, { home, variables: browserScript().variables, columns: 160 });
    expect(await terminal.ended).toMatchObject({ code: 0 });
    return terminal.history();
  };
  expect(await run('GET', '@shop/me', '--oauth2-account', 'alice')).toContain('as Bearer t1');
  expect(await run('GET', '@shop/me', '--oauth2-account', 'bob')).toContain('as Bearer t2');
  expect(await run('auth', 'status')).toMatch(/1 {2}http.* account alice[\s\S]*2 {2}http.* account bob/);
  expect(await run('auth', 'logout', 'alice')).toContain('Revoked and removed 1 token.');
  expect(revoked).toEqual(['r1', 't1']);
  expect(await run('GET', '@shop/me', '--oauth2-account', 'bob')).toContain('as Bearer t2');
});
