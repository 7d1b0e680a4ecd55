/** `--oauth2` and `apiclient auth` as users see them: the built program, a separate home, real servers. */
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { browserScript } from '../../support/browser-script.js';
import { cliFile, runProgram, temporaryFolder } from '../../support/program.js';
import {
  type AuthorizationServer,
  oddSecret,
  Person,
  startAuthorizationServer,
} from '../../support/servers/authorization-server.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer();
});
afterAll(() => server.close());
afterEach(closeServers);
afterEach(closeTerminals);

const variables = { APICLIENT_OAUTH2_CLIENT_SECRET: oddSecret };
const machine = () => ['--oauth2', `client_credentials:${server.url}/token:machine:`];
const app = (...answer: string[]) => [
  '--oauth2',
  `authorization_code:${server.url}/token:app`,
  '--oauth2-auth-url',
  `${server.url}/auth`,
  '--oauth2-scope',
  'openid',
  ...(answer.length > 0 ? answer : ['--oauth2-port', '0']),
];

/** An API that accepts any token except those in `refused`. */
async function api(refused: readonly string[] = []) {
  return httpServer((response, seen) => {
    const token = seen.headers.authorization?.replace('Bearer ', '');
    if (token && !refused.includes(token)) response.end('welcome');
    else response.writeHead(401, { 'www-authenticate': 'Bearer realm="x", error="invalid_token"' }).end('who?');
  });
}
const tokenFile = (home: string) => path.join(home, '.local/state/apiclient/tokens.json');
const keptTokens = (home: string): string[] =>
  Object.values(JSON.parse(readFileSync(tokenFile(home), 'utf8')).tokens).map(
    entry => (entry as { access_token: string }).access_token,
  );

test('a request obtains its token, stores it for the next, and shows it nowhere', async () => {
  const home = temporaryFolder();
  const target = await api();
  const before = server.tokenRequests.length;
  const first = await runProgram(['GET', target.url, ...machine()], { home, variables });
  expect(first).toMatchObject({ code: 0, stdout: 'welcome', stderr: '' });
  const second = await runProgram(['GET', target.url, ...machine(), '-v'], { home });
  expect(second.code).toBe(0);
  expect(second.stdout).toContain('Authorization: Bearer ••••');
  expect(server.tokenRequests.length - before).toBe(1);
  const [token = ''] = keptTokens(home);
  expect(target.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
  expect(second.stdout + second.stderr).not.toContain(token);
  expect(statSync(tokenFile(home)).mode & 0o777).toBe(0o600);
});

test('--debug-log contains the messages to the authorization server, without the secret and the token', async () => {
  const home = temporaryFolder();
  const target = await api();
  const log = path.join(home, 'log');
  const lines = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { readonly event: string; readonly url?: string; readonly status?: number });
  await runProgram(['GET', target.url, ...machine(), '--debug-log', log], { home, variables });
  const messages = lines().filter(({ event }) => !['connection', 'head', 'oauth'].includes(String(event)));
  expect(messages.map(({ event, url, status }) => [event, url ?? status])).toEqual([
    ['request', `${server.url}/token`],
    ['response', 200],
    ['request', `${target.url}/`],
    ['response', 200],
    ['end', undefined],
  ]);
  const [token = ''] = keptTokens(home);
  expect(token).not.toBe('');
  expect(readFileSync(log, 'utf8')).not.toContain(token);
  expect(readFileSync(log, 'utf8')).not.toContain(oddSecret.slice(0, 5));
  const gone = ['--oauth2', 'client_credentials:http://127.0.0.1:9/token:machine:'];
  await runProgram(['auth', 'token', ...gone, '--debug-log', log], { home, variables });
  expect(lines().at(-1)).toMatchObject({ event: 'login', failure: 'network' });
  const nowhere = await runProgram(['auth', 'token', ...machine(), '--debug-log', '/no/such/log'], { home, variables });
  expect([nowhere.code, nowhere.stdout]).toEqual([2, '']);
});

test('after a 401 invalid_token the request is retried once with a new token; a second 401 is the response', async () => {
  const home = temporaryFolder();
  await runProgram(['auth', 'token', ...machine()], { home, variables });
  const [first = ''] = keptTokens(home);
  const forgiving = await api([first]);
  const renewed = await runProgram(['POST', forgiving.url, '-d', 'body', ...machine()], { home, variables });
  expect(renewed).toMatchObject({ code: 0, stdout: 'welcome' });
  expect(forgiving.seen.map(({ body }) => body.toString())).toEqual(['body', 'body']);
  const strict = await httpServer(response => {
    response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end('never');
  });
  const refused = await runProgram(['GET', strict.url, ...machine(), '--check-status'], { home, variables });
  expect(refused).toMatchObject({ code: 4, stdout: 'never' });
  expect(strict.seen.length).toBe(2);
});

test('after a 401 without a reason a stored token is renewed if that needs no user; otherwise it remains, with a note', async () => {
  const home = temporaryFolder();
  await runProgram(['auth', 'token', ...machine()], { home, variables });
  const [first = ''] = keptTokens(home);
  const silent = await httpServer((response, { headers }) => {
    if (headers.authorization === `Bearer ${first}`) response.writeHead(401).end('Bad credentials');
    else response.end('welcome');
  });
  const renewed = await runProgram(['GET', silent.url, ...machine()], { home, variables });
  expect(renewed).toMatchObject({ code: 0, stdout: 'welcome' });
  expect(silent.seen).toHaveLength(2);

  const never = await httpServer(response => response.writeHead(401).end('Bad credentials'));
  const browser = browserScript();
  await runProgram(['auth', 'token', ...app()], { home, variables: browser.variables });
  const logins = server.logins.length;
  // Its refresh token gives another one, and no login is requested.
  const refused = await runProgram(['GET', never.url, ...app()], { home });
  expect(refused).toMatchObject({ code: 0, stdout: 'Bad credentials', stderr: expect.stringContaining('auth logout') });
  expect([never.seen.length, server.logins.length]).toEqual([2, logins]);
  expect((await runProgram(['GET', never.url, ...app(), '-s'], { home })).stderr).toBe('');
});

test('a 403 with a scope suggests the flag that requests it', async () => {
  const target = await httpServer(response =>
    response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="api:write"' }).end('no'),
  );
  const ended = await runProgram(['GET', target.url, ...machine()], { variables });
  expect(ended.stderr).toContain('--oauth2-scope "api:write"');
});

test('a login uses the browser that the system opens', async () => {
  const home = temporaryFolder();
  const target = await api();
  const browser = browserScript();
  const ended = await runProgram(['GET', target.url, ...app()], { home, variables: browser.variables });
  expect(ended).toMatchObject({ code: 0, stdout: 'welcome' });
  const opened = await browser.ended;
  // Every user of the machine can read a command line, so it contains nothing about the login.
  expect(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/);
  const shown = /^ *(\S*[?&]code_challenge_method=S256\S*)$/m.exec(ended.stderr)?.[1] ?? '';
  expect(new URL(shown).searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  expect(browser.person.page).toContain('return to the terminal');
  const again = await runProgram(['GET', target.url, ...app()], { home });
  expect(again).toMatchObject({ code: 0, stdout: 'welcome', stderr: '' });
});

test('the login is aborted if another user opened it first', async () => {
  const target = await api();
  const home = temporaryFolder();
  const folder = temporaryFolder();
  const script = path.join(folder, 'browser');
  // Another user of the machine sends the request before the browser does.
  writeFileSync(
    script,
    `#!/bin/sh\n'${process.execPath}' -e 'fetch(process.argv[1], { redirect: "manual" }).then(() => fetch(process.argv[1]))' "$1"\n`,
  );
  chmodSync(script, 0o755);
  const ended = await runProgram(['GET', target.url, ...app()], { home, variables: { BROWSER: script } });
  expect([ended.code, ended.stderr]).toEqual([7, expect.stringContaining('was opened twice')]);
});

test('the browser opens a local path that redirects to the login, even if the response must be pasted', async () => {
  const target = await api();
  const browser = browserScript();
  const flags = app('--oauth2-redirect-uri', 'https://app.example/done');
  const terminal = startInTerminal(['GET', target.url, ...flags], { variables: browser.variables, columns: 100 });
  const page = await pageOf(terminal);
  expect(await browser.ended).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/);
  terminal.write(`${await new Person().open(page)}\r`);
  expect(await terminal.ended).toMatchObject({ code: 0 });
});

test('without a user to log in the program exits at once with 7', async () => {
  const target = await api();
  const ended = await runProgram(['GET', target.url, ...app()]);
  expect(ended.code).toBe(7);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toContain('Login requires a terminal: no browser can be opened here');
  expect(target.seen).toEqual([]);
});

test.each(['exit 1', 'no such program'])('a browser that cannot be started (%s) is not waited for', async script => {
  const browser = path.join(temporaryFolder(), 'browser');
  if (script === 'exit 1') writeFileSync(browser, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const target = await api();
  const ended = await runProgram(['GET', target.url, ...app()], { variables: { BROWSER: browser } });
  expect(ended).toMatchObject({
    code: 7,
    stdout: '',
    stderr: expect.stringContaining('no browser can be opened here'),
  });
  expect(target.seen).toEqual([]);
});

test('a rejected token request exits with 7, and the secret is not in the output', async () => {
  const ended = await runProgram([
    'GET',
    'http://127.0.0.1:9/',
    '--oauth2',
    `client_credentials:${server.url}/token:machine:hush-hush`,
  ]);
  expect(ended.code).toBe(7);
  expect(ended.stderr).toContain('invalid_client');
  expect(ended.stderr).not.toContain('hush-hush');
  expect(ended.stderr).not.toMatch(/\n\s+at /);
});

test('texts from a hostile server cannot control the terminal', async () => {
  const hostile = await httpServer(response => {
    const error_description = '\u001b]0;owned\u0007\u001b[2J\u202egone';
    response.writeHead(400).end(JSON.stringify({ error: 'invalid_scope', error_description }));
  });
  const ended = await runProgram(['auth', 'token', '--oauth2', `client_credentials:${hostile.url}:c:s`]);
  expect(ended.code).toBe(7);
  expect(ended.stderr).toContain('invalid_scope');
  expect(ended.stderr).toContain('␛]0;owned␇␛[2J<U+202E>gone');
  expect(ended.stderr).not.toMatch(/[\u001b\u0007\u202e]/);
});

test('a request with a stored token loads none of the chunks', async () => {
  const home = temporaryFolder();
  const target = await api();
  await runProgram(['auth', 'token', ...machine()], { home, variables });
  const alone = temporaryFolder();
  for (const file of ['cli.cjs', 'loader.cjs', 'program.cjs'])
    copyFileSync(path.join(path.dirname(cliFile), file), path.join(alone, file));
  const argv = [path.join(alone, 'cli.cjs'), 'GET', target.url, ...machine()];
  const ended = await promisify(execFile)(process.execPath, argv, { env: { PATH: process.env.PATH, HOME: home } });
  expect(ended.stdout).toBe('welcome');
});

test('--curl and --dry-run fetch no token and show none', async () => {
  const home = temporaryFolder();
  const before = server.tokenRequests.length;
  for (const flag of ['--curl', '--dry-run']) {
    const ended = await runProgram(['GET', 'https://api.example/', ...machine(), flag], { home });
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('Bearer ••••');
  }
  expect(server.tokenRequests.length).toBe(before);
  expect(existsSync(tokenFile(home))).toBe(false);
});

test('auth status lists stored tokens without secrets; token prints one; logout removes it', async () => {
  const home = temporaryFolder();
  const auth = (...words: string[]) => runProgram(['auth', ...words], { home, variables });
  expect(await auth('status')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No tokens') });
  expect(await auth('token')).toMatchObject({ code: 2, stderr: expect.stringContaining('No token is stored') });
  const first = await auth('token', ...machine());
  const [token = ''] = keptTokens(home);
  expect(first).toMatchObject({ code: 0, stdout: `${token}\n`, stderr: '' });
  expect((await auth('token')).stdout).toBe(`${token}\n`);
  const status = await auth('status');
  expect(status.stdout).toMatch(/^1 {2}http\S+\/token · client_credentials · client machine · until .* left\)\n$/);
  expect(status.stdout).not.toContain(token);

  await auth('token', ...machine(), '--oauth2-param', 'audience=other');
  const which = await auth('token');
  expect(which.code).toBe(2);
  expect(which.stdout).toBe('');
  expect(which.stderr.match(/client machine/g)?.length).toBe(2);
  expect((await auth('logout')).code).toBe(2);
  expect((await auth('logout', ...machine())).code).toBe(0);
  expect(keptTokens(home).length).toBe(1);
  expect((await auth('logout', '--all')).code).toBe(0);
  expect(keptTokens(home)).toEqual([]);
});

test('six programs that need the same token at the same time request it once', async () => {
  const home = temporaryFolder();
  const target = await api();
  const before = server.tokenRequests.length;
  const all = await Promise.all(
    Array.from({ length: 6 }, () => runProgram(['GET', target.url, ...machine()], { home, variables })),
  );
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(server.tokenRequests.length - before).toBe(1);
});

/** The page that a program on a terminal asks the user to open. */
async function pageOf(terminal: TerminalProgram): Promise<string> {
  await terminal.untilScreen(screen => /Address:|paste the URL/.test(screen), 'the prompt');
  const url = /http\S+\/auth\?\S+/.exec(terminal.bytes)?.[0];
  if (!url) throw new Error(terminal.screen());
  return url;
}
const remote = { SSH_CONNECTION: '10.0.0.9 50000 10.0.0.5 2222', USER: 'jane' };

test('over SSH a user forwards the port or pastes the response, and the terminal is restored', async () => {
  const target = await api();
  const flags = ['--oauth2-redirect-uri', 'https://app.example/done'];
  const terminal = startInTerminal(['GET', target.url, ...app(...flags)], { variables: remote, columns: 100 });
  const back = await new Person().open(await pageOf(terminal));
  expect(back).toMatch(/^https:\/\/app\.example\/done\?code=/);
  // A terminal that wrapped it returns it in pieces.
  terminal.write(`${back.slice(0, 40)}\r${back.slice(40)}\r`);
  expect(await terminal.ended).toMatchObject({ code: 0 });
  expect(terminal.history()).toContain('welcome');

  const listening = startInTerminal(['GET', target.url, ...app()], { variables: remote, columns: 100 });
  const url = await pageOf(listening);
  const port = new URL(new URL(url).searchParams.get('redirect_uri') ?? '').port;
  expect(listening.history()).toContain(`ssh -p 2222 -L ${port}:127.0.0.1:${port} jane@10.0.0.5`);
  await new Person().open(url);
  expect(await listening.ended).toMatchObject({ code: 0 });
  expect(listening.history()).toContain('welcome');
});

test('Ctrl-C at the prompt exits with 130', async () => {
  const terminal = startInTerminal(['GET', 'http://127.0.0.1:9/', ...app()], { variables: remote });
  await pageOf(terminal);
  terminal.write('\u0003');
  expect(await terminal.ended).toMatchObject({ code: 130 });
});
