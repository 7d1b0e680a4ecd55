/** Signals that end the full screen: the terminal is restored, the text is saved, and the exit code is the conventional one. */
import { constants } from 'node:os';
import { temporaryFolder } from '../../support/program.js';
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

const offline = ['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')];

const wanted: readonly (readonly [signal: NodeJS.Signals, code: number])[] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ...(['SIGQUIT', 'SIGABRT', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGXCPU', 'SIGPWR'] as const)
    .filter(name => constants.signals[name] !== undefined)
    .map(name => [name, 128 + constants.signals[name]] as const),
];

test('SIGPIPE, caused by the other end of a pipe, does not end the program', async () => {
  const terminal = startInTerminal(offline, { columns: 100, rows: 30 });
  await terminal.untilShown('allFilms');
  terminal.kill('SIGPIPE');
  terminal.write('?');
  await terminal.untilShown('type to filter');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('type to filter'), 'no help');
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});

test('each signal restores the terminal, saves the typed text, and has its exit code', async () => {
  await Promise.all(
    wanted.map(async ([signal, code]) => {
      const home = temporaryFolder();
      const terminal = startInTerminal(offline, { columns: 100, rows: 30, home });
      await terminal.untilShown('allFilms');
      terminal.write(`2i# kept over ${signal}`);
      await terminal.untilShown(`# kept over ${signal}`);
      terminal.kill(signal);
      expect([signal, await terminal.ended]).toEqual([signal, { code, signal: 0 }]);
      expect([signal, terminal.alternate]).toEqual([signal, false]);
      expect(terminal.modes).toMatchObject({
        bracketedPasteMode: false,
        mouseTrackingMode: 'none',
        wraparoundMode: true,
      });
      const next = startInTerminal(offline, { columns: 100, rows: 30, home });
      await next.untilShown(`# kept over ${signal}`);
      next.kill('SIGKILL');
      await next.ended;
    }),
  );
});
