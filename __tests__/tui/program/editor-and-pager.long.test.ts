/** While an editor or pager has the terminal: stopping, exiting, failing, and restoring the terminal. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { schemaFile } from '../../support/schemas.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import {
  below,
  programBelow,
  programLine,
  startBash,
  untilPrompt,
  untilStoppedAgain,
} from '../../support/shells/bash.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);

const offline = ['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')];

/** A shell script as a program. */
function script(text: string): string {
  const file = path.join(temporaryFolder(), 'program');
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

const untilOurs = (terminal: TerminalProgram, shown = 'allFilms'): Promise<void> =>
  terminal.untilScreen((screen, { alternate }) => alternate && screen.includes(shown), shown);

async function edit(terminal: TerminalProgram, shown: string): Promise<void> {
  terminal.write('2e');
  await terminal.untilShown(shown);
}

withPrograms(['bash', 'vim'], () => {
  test('Ctrl-Z in vim stops both, fg returns to vim, and its text is passed to us; Ctrl-C in it does not affect us', async () => {
    const terminal = await startBash({ variables: { EDITOR: 'vim -u NONE -N' } });
    terminal.write(`${programLine(offline)}\r`);
    await untilOurs(terminal);
    await edit(terminal, 'edit.graphql');
    terminal.write('i{ node }\x1b');
    await terminal.untilShown('{ node }');
    terminal.write('\x03');
    await terminal.untilShown(':qa');
    for (let i = 0; i < 3; i++) {
      terminal.write('\x1a');
      await untilPrompt(terminal);
      terminal.write('clear; fg\r');
      await terminal.untilScreen((screen, { alternate }) => alternate && screen.includes('{ node }'), 'vim again');
    }
    terminal.write(':wq\r');
    await untilOurs(terminal);
    await terminal.untilShown('{ node }');
    await terminal.untilScreen((_, { modes }) => modes.mouseTrackingMode === 'drag', 'the mouse');
    // Redrawing changes nothing: vim left nothing on the screen, and every cell is as expected.
    const before = terminal.screen();
    const from = terminal.bytes.length;
    terminal.write('\x0c');
    await terminal.untilScreen(() => terminal.bytes.includes('\x1b[2J', from), 'a full redraw');
    await terminal.untilScreen(screen => screen === before, `the same as before:\n${before}`);
    terminal.write('\x1a');
    await untilPrompt(terminal);
    terminal.write('clear; fg\r');
    await untilOurs(terminal, '{ node }');
  });
});

withPrograms(['bash', 'less'], () => {
  test('the same in less, whose Ctrl-Z comes from the terminal itself', async () => {
    const terminal = await startBash({ variables: { EDITOR: 'less' } });
    terminal.write(`${programLine(offline)}\r`);
    await untilOurs(terminal);
    await edit(terminal, 'edit.graphql');
    for (let i = 0; i < 3; i++) {
      terminal.write('\x1a');
      await untilPrompt(terminal);
      terminal.write('clear; fg\r');
      await terminal.untilScreen((screen, { alternate }) => alternate && screen.includes('(END)'), 'less again');
    }
    terminal.write('q');
    await untilOurs(terminal);
  });
});

withPrograms(['bash', 'procfs'], () => {
  test.each([
    ['only itself', 'kill -STOP $$; echo again; read x'],
    ['the shell that waits for it, and ends', 'kill -STOP $PPID'],
  ])('an editor that stops %s stops us as well', async (_, text) => {
    const terminal = await startBash({ variables: { EDITOR: script(`echo stopping; ${text}`) } });
    terminal.write(`${programLine(offline)}\r`);
    await untilOurs(terminal);
    terminal.write('2e');
    await untilPrompt(terminal);
    terminal.write('clear; fg\r');
    if (text.includes('again')) {
      await terminal.untilShown('again');
      terminal.write('\r');
    }
    await untilOurs(terminal);
  });

  test.each([
    ['at hand', {}],
    ['60 ms away', { line: { bytesPerSecond: 1_000_000, delayMs: 60, bufferBytes: 1_000_000 } }],
  ])('after Ctrl-Z, bg and fg on a terminal %s, an editor gets the typed lines and nothing else', async (_, way) => {
    const terminal = await startBash({
      ...way,
      variables: { EDITOR: script('echo editing; read x; echo "{ $x }" > "$1"') },
    });
    terminal.write(`${programLine(offline)}\r`);
    await untilOurs(terminal);
    terminal.write('\x1a');
    await untilPrompt(terminal);
    terminal.write('bg\r');
    await terminal.untilScreen(screen => /shell> bg[\s\S]*&\nshell>$/.test(screen), 'bg');
    await untilStoppedAgain(programBelow(terminal.pid));
    terminal.write('\rclear; fg\r');
    await untilOurs(terminal);
    await edit(terminal, 'editing');
    terminal.write('node\r');
    await untilOurs(terminal, '{ node }');
  });

  test.each([
    ['SIGTERM', 143, 'obedient', 'trap "echo ending; exit 1" TERM HUP; while :; do sleep 0.05; done'],
    ['SIGHUP', 129, 'deaf', 'trap "" TERM HUP; while :; do sleep 0.05; done'],
  ] as const)('%s ends both with %i, even an editor that is %s', async (signal, code, _how, text) => {
    const terminal = await startBash({
      variables: { EDITOR: script(`printf '\\033[?1049h\\033[?1003h'; echo editing; ${text}`) },
    });
    terminal.write(`${programLine(offline)}\r`);
    await untilOurs(terminal);
    await edit(terminal, 'editing');
    const pid = programBelow(terminal.pid);
    process.kill(pid, signal);
    await untilPrompt(terminal);
    expect(below(terminal.pid).filter(each => each !== pid)).toEqual([]);
    expect(terminal.modes.mouseTrackingMode).toBe('none');
    terminal.write('echo "ended with $?"\r');
    await terminal.untilShown(`ended with ${code}`);
  });
});

test.each([
  ['SIGHUP', 'is ended', 'while :; do sleep 0.05; done'],
  ['SIGTERM', 'ends by itself', 'trap "exit 0" TERM; while :; do sleep 0.05; done'],
] as const)('%s: text saved in an editor that %s by it is preserved', async (signal, _how, text) => {
  const home = temporaryFolder();
  const EDITOR = script(`echo "# saved in time" >> "$1"; echo saved; ${text}`);
  const terminal = startInTerminal(offline, { columns: 100, rows: 30, home, variables: { EDITOR } });
  await untilOurs(terminal);
  terminal.write('2e');
  await terminal.untilShown('saved');
  terminal.kill(signal);
  await terminal.ended;
  const next = startInTerminal(offline, { columns: 100, rows: 30, home });
  await untilOurs(next, '# saved in time');
});

withPrograms(['procfs'], () => {
  test.each([0, 20, 100])('a Ctrl-C for the editor that arrives %i ms after its exit does not end us', async ms => {
    const late = `read -r _ _ _ program _ < /proc/$PPID/stat; (sleep ${ms / 1000}; kill -INT $program; : > "$HOME/sent") &`;
    const home = temporaryFolder();
    const terminal = startInTerminal(offline, { columns: 100, rows: 30, home, variables: { EDITOR: script(late) } });
    await untilOurs(terminal);
    terminal.write('2e');
    while (!existsSync(path.join(home, 'sent'))) await new Promise(resolve => setTimeout(resolve, 10));
    terminal.write('?');
    await terminal.untilShown('type to filter');
    terminal.write('\x1b');
    await terminal.untilScreen(screen => !screen.includes('type to filter'), 'no help');
    terminal.write('q');
    expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  });
});

test('line modes left by an editor that was killed with its shell are restored', async () => {
  const home = temporaryFolder();
  const killed = `m=$HOME/modes
[ -e $m ] && { stty -g > $m.later; exit 0; }
stty -g > $m; stty raw -echo -opost inlcr; kill -9 $PPID`;
  const terminal = startInTerminal(offline, { columns: 100, rows: 30, home, variables: { EDITOR: script(killed) } });
  await untilOurs(terminal);
  terminal.write('2e');
  await terminal.untilShown('was ended by SIGKILL');
  terminal.write('2e');
  await terminal.untilScreen(() => existsSync(path.join(home, 'modes.later')), 'the second editor');
  await untilOurs(terminal);
  const [before, later] = ['modes', 'modes.later'].map(name => readFileSync(path.join(home, name), 'utf8'));
  expect(later).toBe(before);
});

test('modes left on by an editor are reset, and its failure is reported', async () => {
  const mess =
    'printf "\\033[4h\\033[?1003h\\033[?1005h\\033[7;41m\\033(0\\033[3;5r"; stty raw -echo -opost; kill -9 $$';
  const terminal = startInTerminal(offline, { columns: 100, rows: 30, variables: { EDITOR: script(mess) } });
  await untilOurs(terminal);
  const before = terminal.screen();
  terminal.write('2e');
  await terminal.untilShown('was ended by signal 9');
  expect(terminal.modes).toMatchObject({ insertMode: false, mouseTrackingMode: 'drag' });
  terminal.write('1');
  await terminal.untilScreen(screen => screen === before, `the screen as before:\n${before}`);
  expect(terminal.cellOf('allFilms').background).toBe('default');
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});

/** A response that can be paged. */
async function answered(PAGER: string, more: Readonly<Record<string, string>> = {}): Promise<TerminalProgram> {
  const server = await httpServer(response => response.end('{"data":{"__typename":"Root"}}'));
  const argv = ['graphql', `${server.url}/graphql`, '--schema', schemaFile('swapi')];
  const terminal = startInTerminal(argv, { columns: 100, rows: 30, variables: { PAGER, ...more } });
  await untilOurs(terminal);
  terminal.write('2i{__typename}\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the command state');
  terminal.write('\x12');
  await terminal.untilShown('"Root"');
  return terminal;
}

test.each(['\r', 'x', '\x1b[A', '\x03'])('a pager that only prints is shown until a key is pressed: %j', async key => {
  const terminal = await answered('cat');
  terminal.write('4p');
  await terminal.untilScreen(
    (screen, { alternate }) =>
      !alternate && /"__typename": "Root"[\s\S]*\nAny key goes back to apiclient\.$/.test(screen),
    'the text, and how to go back',
  );
  terminal.write(key);
  await untilOurs(terminal);
  // The screen handles none of these keys.
  expect(terminal.screen()).not.toMatch(/goes back|ended|signal/);
});

withPrograms(['less'], () => {
  test('a short text in a less that quits by itself is shown until a key is pressed', async () => {
    const terminal = await answered('less', { LESS: 'FRX' });
    terminal.write('4p');
    await terminal.untilShown('Any key goes back to apiclient.');
    terminal.write('\r');
    await untilOurs(terminal);
  });
});

test.each([
  ['/nowhere/less', 'There is no /nowhere/less'],
  ['/', 'cannot be run'],
  ['exit 3;', 'exited with code 3'],
])('a missing or failing pager is reported: %s', async (PAGER, told) => {
  const terminal = await answered(PAGER);
  terminal.write('4p');
  await terminal.untilShown(told);
});
