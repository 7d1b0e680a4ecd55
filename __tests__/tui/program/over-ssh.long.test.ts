/** Over a real sshd: stopping and continuing with and without a shell, a disconnected line, resizing. */
import { temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { schemaFile } from '../../support/schemas.js';
import { type Sshd, startSshd } from '../../support/servers/sshd.js';
import { programLine, prompt, untilGone, untilPrompt } from '../../support/shells/bash.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

const offline = programLine(['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')]);

const untilOurs = (terminal: TerminalProgram, shown = 'allFilms'): Promise<void> =>
  terminal.untilScreen((screen, { alternate }) => alternate && screen.includes(shown), shown);

withPrograms(['bash', 'procfs', 'ssh', 'sshd'], () => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd();
  });
  afterEach(closeTerminals);
  afterAll(() => sshd.stop());

  /** Runs a line of the remote shell in a local terminal, with a separate home. */
  const there = (line: string, home = temporaryFolder()): TerminalProgram =>
    startInTerminal([], {
      columns: 100,
      rows: 30,
      command: sshd.login(`cd ${home}; export HOME=${home} PS1='${prompt}' LANG=C.UTF-8; ${line}`),
    });

  test('Ctrl-Z and fg work under bash, even after a resize; nothing is left on the shell’s line at the end', async () => {
    const terminal = there('exec bash --norc --noprofile -i');
    await untilPrompt(terminal);
    terminal.write(`${offline}\r`);
    await untilOurs(terminal);
    for (const [columns, rows] of [
      [100, 30],
      [70, 20],
      [120, 40],
    ] as const) {
      terminal.write('\x1a');
      await untilPrompt(terminal);
      terminal.resize(columns, rows);
      terminal.write('clear; fg\r');
      await untilOurs(terminal);
      await terminal.untilScreen(() => terminal.rows().at(-1)?.includes('quit') ?? false, 'the last row');
      expect(Math.max(...terminal.rows().map(row => row.length))).toBe(columns);
    }
    terminal.write('q');
    await untilPrompt(terminal);
    terminal.write('echo "ended with $?"\r');
    await terminal.untilShown('ended with 0');
    // Bash sets its modes with the next prompt.
    await untilPrompt(terminal);
    expect(terminal.screen()).not.toMatch(/\^\[|0n|rgb|command not found/);
    expect(terminal.modes).toMatchObject({ bracketedPasteMode: true, mouseTrackingMode: 'none', wraparoundMode: true });
  });

  test('as ssh’s own command, there is no shell to return to: Ctrl-Z reports that, and the program continues', async () => {
    const terminal = there(`exec ${offline}`);
    await untilOurs(terminal);
    for (let i = 0; i < 3; i++) {
      terminal.write('\x1a');
      await terminal.untilShown('there is no shell to return to');
      terminal.write('j');
      await terminal.untilScreen(screen => !screen.includes('no shell'), 'another key');
    }
    terminal.write('q');
    expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
    expect(terminal.alternate).toBe(false);
  });

  test('a broken connection ends the remote program, and the text is restored later', async () => {
    const home = temporaryFolder();
    const terminal = there(`echo "process $$"; exec ${offline}`, home);
    await untilOurs(terminal);
    terminal.write('2i# kept over the cut');
    await terminal.untilShown('# kept over the cut');
    terminal.kill('SIGKILL');
    await terminal.ended;
    await untilGone(Number(/^process (\d+)/m.exec(terminal.bytes)?.[1]));
    const next = there(`exec ${offline}`, home);
    await untilOurs(next, '# kept over the cut');
  });
});
