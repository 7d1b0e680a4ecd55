/** However the full screen ends, the terminal is restored. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

const endpoint = 'http://127.0.0.1:9/graphql';
let broken: string;

beforeAll(() => {
  broken = path.join(temporaryFolder(), 'broken.mjs');
  const makeRequire =
    "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";
  execFileSync(path.resolve('node_modules/.bin/esbuild'), [
    path.resolve('__tests__/support/broken-screen.ts'),
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--main-fields=module,main',
    '--jsx=automatic',
    '--log-level=error',
    '--alias:react-devtools-core=node:events',
    // The thread of the watchdog is a text that only our build makes.
    `--alias:script:./thread.ts=${path.resolve('__tests__/support/no-thread.ts')}`,
    '--define:process.env.NODE_ENV="production"',
    `--banner:js=${makeRequire}`,
    `--outfile=${broken}`,
  ]);
});
afterEach(closeTerminals);

test.each(['throw', 'reject'])(
  'after an internal error (%s), screen, cursor and modes are restored, and the error is shown below',
  async how => {
    const terminal = startInTerminal([], {
      columns: 100,
      rows: 30,
      command: [process.execPath, broken, how, endpoint],
    });
    await terminal.untilShown('continue without a schema');
    terminal.write('x');
    expect(await terminal.ended).toMatchObject({ code: 1 });
    expect(terminal.alternate).toBe(false);
    expect(terminal.screen()).toContain('told: boom');
    expect(terminal.modes).toMatchObject({
      bracketedPasteMode: false,
      mouseTrackingMode: 'none',
      wraparoundMode: true,
    });
    expect(terminal.bytes).toMatch(/\u001b\[\?25h(?:\u001b\[5n)?[^\u001b]*$/);
  },
);

test('the shell’s own text above is unchanged', async () => {
  const terminal = startInTerminal([], {
    columns: 80,
    rows: 24,
    command: ['sh', '-i'],
    variables: { PS1: 'shell> ' },
  });
  await terminal.untilShown('shell>');
  const { cliFile } = await import('../../support/program.js');
  terminal.write(`echo before; '${process.execPath}' '${cliFile}' graphql ${endpoint}; echo after\r`);
  await terminal.untilShown('continue without a schema');
  terminal.write('q');
  await terminal.untilScreen((screen, { alternate }) => !alternate && /before\nafter/.test(screen), 'before and after');
});

test('closing the terminal ends the program', async () => {
  const { spawn } = await import('@lydell/node-pty');
  const { cliFile } = await import('../../support/program.js');
  const home = temporaryFolder();
  const pty = spawn(process.execPath, [cliFile, 'graphql', endpoint], {
    cols: 80,
    rows: 24,
    name: 'xterm-256color',
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, CI: 'false', LANG: 'C.UTF-8' },
  });
  let seen = '';
  await new Promise<void>(resolve => {
    pty.onData(data => {
      seen += data;
      if (seen.includes('continue without a schema')) resolve();
    });
  });
  const ended = new Promise(resolve => pty.onExit(resolve));
  (pty as unknown as { destroy(): void }).destroy();
  // Node 20 crashed (SIGSEGV) when it restored the modes of a terminal that had disappeared.
  expect(await ended).toEqual({ exitCode: 129, signal: 0 });
});

test('Ctrl-L sends all modes again to a terminal that was reset, and redraws; q still restores it', async () => {
  const terminal = startInTerminal(['graphql', endpoint, '--schema', schemaFile('swapi')], { columns: 100, rows: 30 });
  await terminal.untilShown('allFilms');
  const before = terminal.screen();
  terminal.scribble('\u001bc');
  await terminal.untilScreen((screen, { alternate }) => !alternate && screen === '', 'an empty screen');
  const from = terminal.bytes.length;
  terminal.write('\x0c');
  await terminal.untilScreen(
    (screen, { alternate }) => alternate && screen === before,
    `the same as before:\n${before}`,
  );
  expect(terminal.modes).toMatchObject({
    bracketedPasteMode: true,
    mouseTrackingMode: 'drag',
    wraparoundMode: false,
  });
  // The terminal was queried for its identity before.
  expect(terminal.bytes.slice(from)).not.toMatch(/\u001b\[(?:\?u|>c)|\u001b\]11/);
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  expect(terminal.alternate).toBe(false);
  expect(terminal.modes).toMatchObject({
    bracketedPasteMode: false,
    mouseTrackingMode: 'none',
    wraparoundMode: true,
  });
});
