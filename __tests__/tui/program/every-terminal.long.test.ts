/** Terminals and systems that lack something: UTF-8, a home, a user name, a working directory. */
import { chownSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cliFile, runProgram, temporaryFolder } from '../../support/program.js';
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

const offline = ['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')];

const isRoot = process.geteuid?.() === 0;
/** A user without an entry in the passwd file. */
const nobody = 54_321;

/** Whether all users can reach the program's folder. A checkout in a private folder is only accessible to its owner. */
function isOpenToAll(file: string): boolean {
  const folder = path.dirname(file);
  return (statSync(folder).mode & 0o001) !== 0 && (folder === file || isOpenToAll(folder));
}

/** Only root can switch users. */
const asNobody = isRoot && isOpenToAll(cliFile) && isOpenToAll(process.execPath);

test('a locale without UTF-8 draws in ASCII, with distinct arrows, and a notice', async () => {
  const terminal = startInTerminal(offline, { columns: 100, rows: 30, variables: { LANG: 'C' } });
  await terminal.untilShown('> [ ] allFilms');
  await terminal.untilShown('LANG=C is not a UTF-8 locale');
  expect(terminal.screen()).toContain('v Query');
  expect(terminal.screen()).not.toMatch(/[^\x00-\x7f]/);
  terminal.write('j');
  await terminal.untilScreen(screen => !screen.includes('UTF-8'), 'the notice gone');
});

test("only a screen with a mouse queries the terminal's identity, once; a reply while typing is not text", async () => {
  const without = startInTerminal([...offline, '--no-mouse'], { columns: 100, rows: 30 });
  await without.untilShown('allFilms');
  expect(without.bytes).not.toContain('\x1b[>c');

  const terminal = startInTerminal(offline, { columns: 100, rows: 30 });
  await terminal.untilShown('allFilms');
  await terminal.untilScreen(() => terminal.modes.mouseTrackingMode === 'drag', 'a mouse');
  terminal.kill('SIGCONT');
  terminal.write('2ione');
  await terminal.untilShown('one');
  // As reported by GNU screen.
  terminal.write('two\x1b[>83;40900;0cthree');
  await terminal.untilShown('onetwothree');
  await terminal.untilScreen(() => terminal.modes.mouseTrackingMode === 'none', 'no mouse');
  expect(terminal.bytes.split('\x1b[>c')).toHaveLength(2);
});

test.each([
  [['--version'], 0, 'apiclient'],
  [['profiles'], 0, 'No profiles'],
  [['auth', 'status'], 0, 'No tokens'],
  [['GET', 'http://127.0.0.1:9/'], 1, 'refused'],
  [['graphql', 'http://127.0.0.1:9/', '--query', '{a}'], 1, 'refused'],
])(
  'the full screen works without HOME, as a user without a name, and in a deleted folder: %j',
  async (argv, code, words) => {
    const gone = mkdtempSync(path.join(tmpdir(), 'apiclient-gone-'));
    if (asNobody) chownSync(gone, nobody, nobody);
    const script = `cd '${gone}' && rmdir '${gone}' && unset HOME && exec '${process.execPath}' '${cliFile}' "$@"`;
    const ended = await runProgram(argv, {
      command: ['/bin/sh', '-c', script, 'sh'],
      // The user must be able to remove the folder.
      ...(asNobody ? { userId: nobody } : {}),
      folder: tmpdir(),
      // The home in the system's user list belongs to a real user, except for nobody's, so write elsewhere.
      ...(asNobody ? {} : { variables: { XDG_STATE_HOME: temporaryFolder(), XDG_CONFIG_HOME: temporaryFolder() } }),
    });
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringContaining(words)]);
    expect(ended.stderr).not.toContain('bug');
  },
);

test('a file in a deleted folder has a clear message', async () => {
  const gone = mkdtempSync(path.join(tmpdir(), 'apiclient-gone-'));
  const script = `cd '${gone}' && rmdir '${gone}' && exec '${process.execPath}' '${cliFile}' "$@"`;
  const ended = await runProgram(['GET', 'http://127.0.0.1:9/', '-o', 'x'], {
    command: ['/bin/sh', '-c', script, 'sh'],
  });
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('The current folder no longer exists') });
});
