/** In tmux and GNU screen: stopping with and without a shell, resizing meanwhile, and their paste methods. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { schemaFile } from '../../support/schemas.js';
import { programLine } from '../../support/shells/bash.js';
import { type Multiplexer, startScreen, startTmux } from '../../support/shells/multiplexers.js';
import { closeTerminals, type TerminalProgram } from '../../support/terminal.js';

const offline = programLine(['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')]);

const open: Multiplexer[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  await closeTerminals();
});
async function opened(multiplexer: Promise<Multiplexer>): Promise<Multiplexer> {
  const one = await multiplexer;
  open.push(one);
  return one;
}

/** The shell's prompt is alone in the last non-empty row. */
const untilPrompt = (terminal: TerminalProgram): Promise<void> =>
  terminal.untilScreen(screen => /(?:^|\n)shell>$/.test(screen), "the shell's prompt");

async function start({ terminal }: Multiplexer): Promise<void> {
  terminal.write(`clear; ${offline}\r`);
  await terminal.untilShown('allFilms');
}

/** Returns whether these are all rows of a full screen, with every border in position. */
const isWhole = (rows: readonly string[], columns: number): boolean =>
  /^ POST http:.* types, file swapi\.graphql *$/.test(rows[0] ?? '') &&
  rows.slice(1, -1).every(row => row.length === columns && /^[╭│╰┏┃┗].*[╮╯│█┓┃┛]$/.test(row)) &&
  /^ Space tick .*quit *$/.test(rows.at(-1) ?? '');

/** A file to which an editor opened now copies its text. */
const copied = temporaryFolder();
async function queryText(terminal: TerminalProgram): Promise<string> {
  const file = path.join(copied, 'edit.graphql');
  writeFileSync(file, '');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the command state');
  terminal.write('e');
  await terminal.untilScreen(() => readFileSync(file, 'utf8') !== '', 'the copy');
  return readFileSync(file, 'utf8').trimEnd();
}

/** Brackets, quotes and indents, which cause an editor to insert text while they are typed. */
const text = Array.from({ length: 300 }, (_, i) => `  a${i}: film(id: "x") { title\n\tid }`);
const pasted = ['query {', ...text, '}'].join('\n');

withPrograms(['bash', 'tmux'], () => {
  test('tmux: after Ctrl-Z and fg, resized and split while stopped, the screen is correct immediately', async () => {
    const tmux = await opened(startTmux());
    const { terminal } = tmux;
    tmux.command('set', '-g', 'status', 'off');
    await start(tmux);
    const pane = (): readonly string[] => tmux.command('capture-pane', '-p', '-t', '0').trimEnd().split('\n');
    for (const change of [
      () => {},
      () => terminal.resize(130, 30),
      () => tmux.command('split-window', '-d', '-h', '-l', '20', 'cat'),
      () => terminal.resize(150, 40),
    ]) {
      terminal.write('\x1a');
      await terminal.untilScreen(() => pane().at(-1) === 'shell>', "the shell's prompt");
      change();
      terminal.write('fg\r');
      await terminal.untilScreen(() => {
        const rows = pane();
        const [width, height] = tmux.command('display', '-p', '-t', '0', '#{pane_width} #{pane_height}').split(' ');
        return rows.length === Number(height) && isWhole(rows, Number(width));
      }, 'all of it');
    }
    terminal.write('q');
    await terminal.untilScreen(() => pane().at(-1) === 'shell>', "the shell's prompt");
  });

  test('tmux new-window: there is no shell to return to; the window closes when the program ends', async () => {
    const tmux = await opened(startTmux());
    const { terminal } = tmux;
    tmux.command('new-window', offline);
    await terminal.untilShown('allFilms');
    for (let i = 0; i < 3; i++) {
      terminal.write('\x1a');
      await terminal.untilShown('there is no shell to return to');
      terminal.write('j');
      await terminal.untilScreen(screen => !screen.includes('no shell'), 'another key');
    }
    await terminal.untilScreen(() => isWhole(terminal.rows().slice(0, -1), 120), 'all of it');
    terminal.write('q');
    await terminal.untilScreen(screen => screen.includes('shell>') && !screen.includes('allFilms'), 'the first window');
    expect(tmux.command('list-windows').trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['with the marks of a paste', ['-p']],
    ['without', []],
  ])('tmux paste-buffer %s inserts the text verbatim', async (_how, flags) => {
    const tmux = await opened(startTmux({ EDITOR: `cp -t ${copied}` }));
    const { terminal } = tmux;
    const file = path.join(temporaryFolder(), 'buffer');
    writeFileSync(file, pasted);
    tmux.command('load-buffer', file);
    await start(tmux);
    terminal.write('2i');
    await terminal.untilShown('editing');
    tmux.command('paste-buffer', ...flags);
    await terminal.untilShown('a299:');
    await terminal.untilShown('of 602');
    expect(await queryText(terminal)).toBe(pasted);
  });
});

withPrograms(['bash', 'screen'], () => {
  test('GNU screen: after Ctrl-Z, the shell continues in the last row, even without an alternate screen; fg works', async () => {
    for (const alternate of ['off', 'on']) {
      const screen = await opened(startScreen());
      const { terminal } = screen;
      screen.command('altscreen', alternate);
      await start(screen);
      for (const [columns, rows] of [
        [120, 40],
        [100, 30],
        [120, 40],
      ] as const) {
        terminal.write('\x1a');
        await untilPrompt(terminal);
        terminal.resize(columns, rows);
        terminal.write('fg\r');
        await terminal.untilScreen(() => isWhole(terminal.rows(), columns), 'all of it');
      }
      terminal.write('q');
      await untilPrompt(terminal);
      terminal.write('echo "ended with $?"\r');
      await terminal.untilScreen(shown => /\nended with 0\nshell>$/.test(shown), 'the exit code in the shell');
    }
  });

  test('GNU screen’s own paste, which has no marks, inserts the text verbatim', async () => {
    const screen = await opened(startScreen({ EDITOR: `cp -t ${copied}` }));
    const { terminal } = screen;
    const file = path.join(temporaryFolder(), 'buffer');
    writeFileSync(file, pasted);
    screen.command('readbuf', file);
    await start(screen);
    terminal.write('2i');
    await terminal.untilShown('editing');
    screen.command('paste', '.');
    await terminal.untilShown('a299:');
    await terminal.untilShown('of 602');
    expect(await queryText(terminal)).toBe(pasted);
  });
});
