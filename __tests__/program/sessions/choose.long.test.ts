/** Sessions chosen on the screen: another server, the last session, and session files that cannot be used. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { homeWithSessions, shop, who } from './shop.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

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
