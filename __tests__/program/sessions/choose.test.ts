/** Sessions chosen on the screen: the contents of each request, and where values are saved. */
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'shop', version: '1' },
  paths: { '/me': { get: { operationId: 'me', responses: { 200: { description: 'ok' } } } } },
});

/** Sets a cookie for each login. */
async function shop() {
  let count = 0;
  return httpServer((response, { path: asked, headers }) => {
    if (asked === '/login') response.setHeader('set-cookie', `sid=${headers.authorization?.slice(7)}; Path=/`);
    response.setHeader('content-type', 'application/json');
    if (asked === '/me') count += 1;
    response.end(asked === '/openapi.json' ? description : `{"said": ${count}}`);
  });
}

test('a request to another server has the headers of the tab, but none of its session', async () => {
  const other = await httpServer(response => response.end('elsewhere'));
  const { url } = await shop();
  const { home } = await homeWithSessions(url, other.url);
  other.seen.length = 0;
  const terminal = startInTerminal(['open', url, '-H', 'X-Team: blue'], { columns: 120, rows: 40, home, folder: home });
  await terminal.untilShown('1 operation');
  terminal.write('HG\r');
  await terminal.untilShown('Another name');
  terminal.write('ada\r');
  await terminal.untilShown('session: ada');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('Headers and auth'), 'the end of the form');
  terminal.write(`2iGET ${other.url}/\x1b`);
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  terminal.write('\x12');
  await terminal.untilShown('elsewhere');
  expect(other.seen.map(({ headers }) => [headers['x-team'], headers['x-shop'], headers.authorization])).toEqual([
    ['blue', undefined, undefined],
  ]);
});

const who = ({ headers }: { readonly headers: Readonly<Record<string, string | undefined>> }) => [
  headers.authorization,
  headers['x-shop'],
  headers.cookie,
];

async function homeWithSessions(url: string, elsewhere: string) {
  const home = temporaryFolder();
  const plain = (...words: string[]) => runProgram(words, { home, folder: home });
  await plain('GET', `${url}/login`, '--session', 'ada', '-B', 'ada', '-H', 'X-Shop: 7');
  await plain('GET', `${url}/login`, '--session', 'bob', '-B', 'bob');
  await plain('GET', elsewhere, '--session', 'eve', '-B', 'eve');
  return { home, plain };
}

test.each([
  ['openapi', (url: string) => ['openapi', `${url}/openapi.json`]],
  ['open', (url: string) => ['open', url]],
])('%s: one session after another, another server, none; each request has only its own values', async (_, words) => {
  const other = await httpServer(response => response.end('elsewhere'));
  const { url, seen } = await shop();
  const { home, plain } = await homeWithSessions(url, other.url);
  const kept = (await plain('sessions', 'show', 'ada')).stdout;
  other.seen.length = 0;
  const terminal = startInTerminal([...words(url), '--session', 'bob'], {
    columns: 120,
    rows: 40,
    home,
    folder: home,
  });
  await terminal.untilShown('session: bob');
  await terminal.untilShown('1 operation');
  const run = async (shown: string) => {
    seen.length = 0;
    terminal.write('\x12');
    await terminal.untilShown(shown);
  };
  terminal.write(`2i### here\rGET ${url}/me\r\r### there\rGET ${other.url}/\x1bgg`);
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  await run('"said": 1');
  expect(seen.map(who)).toEqual([['Bearer bob', undefined, 'sid=bob']]);
  terminal.write('HG\r');
  await terminal.untilShown('Another name');
  expect(terminal.screen()).toContain('current session');
  expect(terminal.screen()).not.toContain('eve');
  terminal.write('ada\r');
  await terminal.untilShown('session: ada');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('Headers and auth'), 'the form to close');
  await run('"said": 2');
  expect(seen.map(who)).toEqual([['Bearer ada', '7', 'sid=ada']]);
  terminal.write('G\x12');
  await terminal.untilShown('elsewhere');
  expect(other.seen.map(who)).toEqual([[undefined, undefined, undefined]]);
  terminal.write(':leave session\r');
  await terminal.untilShown('Left the session ada');
  terminal.write('gg');
  await run('"said": 3');
  expect(seen.map(who)).toEqual([[undefined, undefined, undefined]]);
  terminal.write('\x1bqq');
  await terminal.ended;
  expect((await plain('sessions', 'show', 'ada')).stdout).toBe(kept);
});

test('the last session of a server is reopened, yields to a login on the line, and may have been removed', async () => {
  const other = await httpServer(response => response.end('elsewhere'));
  const { url, seen } = await shop();
  const { home, plain } = await homeWithSessions(url, other.url);
  const open = async (words: readonly string[], shown: string) => {
    seen.length = 0;
    const terminal = startInTerminal(['open', url, ...words], { columns: 120, rows: 40, home, folder: home });
    await terminal.untilShown(shown);
    await terminal.untilShown('1 operation');
    return terminal;
  };
  const leave = async (terminal: Awaited<ReturnType<typeof open>>) => {
    terminal.write('\x1bqq');
    await terminal.ended;
  };
  const begun = await open([], 'no tag');
  begun.write(':choose session\r');
  await begun.untilShown('Another name');
  begun.write('ada\r');
  await begun.untilShown('session: ada');
  await leave(begun);
  await leave(await open([], 'session: ada'));
  for (const request of seen) expect(who(request)).toEqual(['Bearer ada', '7', 'sid=ada']);
  const given = await open(['-B', 'own'], 'The last session was ada.');
  expect(given.screen()).not.toContain('session: ada');
  await leave(given);
  expect(seen.map(who)).not.toContainEqual(['Bearer ada', '7', 'sid=ada']);
  await plain('sessions', 'remove', 'ada');
  await leave(await open([], 'The last session, ada, was removed. No session is used.'));
  expect((await plain('sessions')).stdout).not.toContain('ada');
  const without = await open([], 'no tag');
  expect(without.screen()).not.toMatch(/last session/i);
  await leave(without);
});

test('a login typed in a new session is saved in it, in a file that only its owner can read', async () => {
  const { url } = await shop();
  const home = temporaryFolder();
  const terminal = startInTerminal(['open', url], { columns: 120, rows: 40, home, folder: home });
  await terminal.untilShown('1 operation');
  terminal.write(':choose session\r');
  await terminal.untilShown('Another name');
  terminal.write('\r');
  await terminal.untilShown('Session name');
  terminal.write('../eve\r');
  await terminal.untilShown('Use letters, digits, dots');
  terminal.write('\x15\x0bcarol\r');
  await terminal.untilShown('session: carol');
  terminal.write('Hb');
  await terminal.untilShown('Token');
  terminal.write('s3cret\r');
  await terminal.untilShown('auth: Bearer');
  terminal.write('\x1bqq');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  const { stdout } = await runProgram(['sessions', 'show', 'carol'], { home });
  expect(stdout).toBe(`${new URL(url).origin}\n  --bearer=••••\n`);
  const folder = path.join(home, '.local/state/apiclient/sessions/carol');
  expect(readdirSync(folder).map(file => lstatSync(path.join(folder, file)).mode & 0o777)).toEqual([0o600]);
  expect(readdirSync(path.dirname(folder))).toEqual(['carol']);
});

test('a session with only cookies is listed; a file with flags other than headers and logins is rejected', async () => {
  const { url } = await httpServer(response => {
    response.setHeader('set-cookie', 'sid=1; Path=/');
    response.end('ok');
  });
  const home = temporaryFolder();
  const plain = (...words: string[]) => runProgram(words, { home, folder: home });
  await plain('GET', url, '--session', 'ada');
  const { origin } = new URL(url);
  expect((await plain('sessions')).stdout).toBe(`ada\t${origin}\n`);
  const folder = path.join(home, '.local/state/apiclient/sessions/ada');
  const file = readdirSync(folder).find(name => /^\w+\.json$/.test(name)) ?? '';
  const hostile = { version: 1, origin, words: ['--header=X: 1', '--proxy=http://127.0.0.1:1', '--output=stolen'] };
  writeFileSync(path.join(folder, file), JSON.stringify(hostile), { mode: 0o600 });
  const { code, stderr } = await plain('GET', url, '--session', 'ada');
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`The session ada cannot be used. ${path.join(folder, file)}: it is not a session file.`),
  ]);
  expect(readdirSync(home)).not.toContain('stolen');
  const terminal = startInTerminal(['open', url], { columns: 120, rows: 40, home, folder: home });
  await terminal.untilShown('sent without checks');
  terminal.write(':choose session\r');
  await terminal.untilShown('Another name');
  terminal.write('\r');
  await terminal.untilShown('Session name');
  terminal.write('ada\r');
  await terminal.untilShown('The session ada cannot be used');
  expect(terminal.screen()).not.toContain('session: ada');
});
