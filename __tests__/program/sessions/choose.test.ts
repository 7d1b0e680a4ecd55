/** Sessions chosen on the screen: the contents of each request, and where values are saved. */
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { tenthOf } from '../../support/property.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { homeWithSessions, shop, who } from './shop.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

test.each(
  tenthOf([
    ['openapi', (url: string) => ['openapi', `${url}/openapi.json`]],
    ['open', (url: string) => ['open', url]],
  ]),
)('%s: one session after another, another server, none; each request has only its own values', async (_, words) => {
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
