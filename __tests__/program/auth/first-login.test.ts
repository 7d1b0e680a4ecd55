/** First logins as users see them, on a terminal, with servers that are new to apiclient. */
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

test('an unregistered redirect URI: the messages lead to a login', async () => {
  const server = await startProvider('openauth');
  const target = await api();
  const home = temporaryFolder();
  // A free port that stays the same in both logins, like a registered one.
  const { port, close } = await httpServer(() => {});
  await close();
  const argv = ['GET', target.url, '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const flags = ['--oauth2-port', String(port)];
  const first = startInTerminal([...argv, ...flags], { home, variables: browserScript().variables, columns: 200 });
  await first.untilShown('pass --oauth2-redirect-uri');
  expect(first.history()).toContain('The server reports unauthorized_client: "');
  expect(first.history()).toContain(
    "It sent no state, so this may be a stranger's request; still waiting. Ctrl-C ends.",
  );
  const [, uri = ''] = /Register exactly (\S+) for client app/.exec(first.history()) ?? [];
  expect(uri).toBe(`http://127.0.0.1:${port}/callback`);
  first.write('\u0003');
  expect(await first.ended).toMatchObject({ code: 130 });
  await server.register(uri);
  const second = startInTerminal([...argv, ...flags], { home, variables: browserScript().variables, columns: 200 });
  expect(await second.ended).toMatchObject({ code: 0 });
  expect(second.history()).toContain('welcome');
});

test('a machine at OpenAuth: each message names the next flag', async () => {
  const server = await startProvider('openauth');
  const target = await api();
  const run = (...more: string[]) =>
    runProgram(
      ['GET', target.url, '--oauth2', 'client_credentials::app:env:SECRET', '--oauth2-issuer', server.url, ...more],
      { home: temporaryFolder(), variables: { SECRET: 'hush' } },
    );
  const flags: string[] = [];
  for (const flag of ['--oauth2-param provider=', '--oauth2-client-auth post']) {
    const ended = await run(...flags);
    expect([ended.code, ended.stderr]).toEqual([7, expect.stringContaining(`Pass ${flag}`)]);
    flags.push(...flag.replace('provider=', 'provider=test').split(' '));
  }
  expect(await run(...flags)).toMatchObject({ code: 0, stdout: 'welcome' });
});

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

test('the address of the login page, pasted by mistake, is explained', async () => {
  const server = await stubProvider();
  const argv = ['auth', 'login', '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const terminal = startInTerminal([...argv, '--oauth2-port', '0', '--no-browser'], { columns: 200 });
  await terminal.untilShown('paste the URL');
  terminal.write(`${/http\S+\/authorize\?\S+/.exec(terminal.bytes)?.[0]}\r`);
  await terminal.untilShown('That is the address of the login page. Log in there first.');
});

test('a BROWSER that fails is reported with its exit code and output', async () => {
  const server = await stubProvider();
  const script = path.join(temporaryFolder(), 'browser');
  writeFileSync(script, '#!/bin/sh\necho "cannot open display" >&2\nexit 3\n', { mode: 0o755 });
  const argv = ['auth', 'login', '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const { code, stderr } = await runProgram([...argv, '--oauth2-port', '0'], { variables: { BROWSER: script } });
  expect(code).toBe(7);
  expect(stderr).toContain(
    `BROWSER did not open a page. ${script}: it exited with code 3 and printed: cannot open display`,
  );
});

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

const remote = { SSH_CONNECTION: '10.0.0.9 50000 10.0.0.5 22', USER: 'jane' };

test('over SSH without a display the device flow is offered, and later runs find its token', async () => {
  const target = await api();
  const server = await stubProvider({
    metadata: url => ({ device_authorization_endpoint: `${url}/device` }),
    paths: {
      '/device': {
        body: {
          device_code: 'd',
          user_code: 'ABCD-EFGH',
          verification_uri: 'https://a.example/go',
          expires_in: 60,
          interval: 1,
        },
      },
    },
  });
  const home = temporaryFolder();
  const argv = ['GET', target.url, '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const terminal = startInTerminal(argv, { home, variables: remote, columns: 120 });
  await terminal.untilShown('Log in with a code on any device? [Y/n]');
  terminal.write('\r');
  expect(await terminal.ended).toMatchObject({ code: 0 });
  expect(terminal.history()).toContain('ABCD-EFGH');
  expect(terminal.history()).toContain('welcome');
  expect(await runProgram(argv, { home })).toMatchObject({ code: 0, stdout: 'welcome', stderr: '' });
});

test('over SSH without a device flow there are three steps, and only the address is pasted', async () => {
  const target = await api();
  const server = await stubProvider();
  const argv = ['GET', target.url, '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const terminal = startInTerminal(argv, { variables: remote, columns: 120 });
  await terminal.untilShown('Address:');
  for (const step of ['1. Open this page', '2. Log in.', '3. Copy that address'])
    expect(terminal.history()).toContain(step);
  const page = new URL(/http\S+\/authorize\?\S+/.exec(terminal.bytes)?.[0] ?? '');
  const { redirect_uri: uri = '', state = '' } = Object.fromEntries(page.searchParams);
  terminal.write(`${uri}?code=c&state=${state}\r`);
  expect(await terminal.ended).toMatchObject({ code: 0 });
  expect(terminal.history()).toContain('welcome');
});
