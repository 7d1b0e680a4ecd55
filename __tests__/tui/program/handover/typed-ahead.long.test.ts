/**
 * Keys typed ahead for the next owner of the terminal, at four round-trip times. Without pending replies, nothing is lost or
 * added. With a pending reply, nothing is added, and the number of lost keys is reported.
 */
import { withPrograms } from '../../../support/programs.js';
import { schemaFile } from '../../../support/schemas.js';
import { programLine, prompt, startBash } from '../../../support/shells/bash.js';
import { closeTerminals, type TerminalProgram } from '../../../support/terminal.js';

afterEach(closeTerminals);

const line = programLine(['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')]);
/** Round-trip time, in milliseconds. */
const roundTrips = [0, 200, 700, 1500];
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

async function start(roundTrip: number, EDITOR = 'true'): Promise<TerminalProgram> {
  const way = { bytesPerSecond: 1_000_000, delayMs: roundTrip / 2, bufferBytes: 1_000_000 };
  const terminal = await startBash({ variables: { EDITOR }, ...(roundTrip === 0 ? {} : { line: way }) });
  terminal.write(`clear; ${line}\r`);
  await terminal.untilShown('allFilms');
  return terminal;
}

/** Waits for a second without activity after the last replies. */
const quiet = (roundTrip: number): Promise<void> => pause(1000 + 2 * roundTrip);

async function scroll(terminal: TerminalProgram): Promise<void> {
  for (const key of 'jjjjjkkkkk'.repeat(4)) {
    terminal.write(key);
    await pause(30);
  }
}

async function type(terminal: TerminalProgram, keys: string): Promise<void> {
  for (const key of keys) {
    terminal.write(key);
    await pause(90);
  }
}

const typed = 'echo abcdef';

/**
 * Presses the key that hands over the terminal, and waits until it was processed, because on a busy machine two keys may be in
 * one read.
 */
async function giveAway(terminal: TerminalProgram, key: string): Promise<void> {
  const from = terminal.bytes.length;
  terminal.write(key);
  await terminal.untilScreen(() => terminal.bytes.includes('\x1b[?1049l', from), 'the end of the screen');
}

/** The shell's line after the key that leaves and `typed`, and the number of keys reported as lost. */
async function arrived(
  terminal: TerminalProgram,
  leave: (terminal: TerminalProgram) => Promise<void>,
): Promise<{ readonly rest: string; readonly lost: number }> {
  await leave(terminal);
  await type(terminal, typed);
  await terminal.untilScreen(
    (screen, { alternate }) => !alternate && screen.split('\n').at(-1)?.includes(prompt.trim()) === true,
    'the shell',
  );
  // Next to the current content of the line.
  terminal.write(`\x01printf '[%s]\\n' '\x05'\r`);
  await terminal.untilScreen(screen => /^\[.*\]$/m.test(screen), 'the text on the line');
  const said = terminal.screen();
  expect(said).not.toMatch(/\^\[|0n|rgb/);
  return {
    rest: /^\[(.*)\]$/m.exec(said)?.[1] ?? '',
    lost: Number(/^Discarded (\d+) keys? typed meanwhile\.$/m.exec(said)?.[1] ?? 0),
  };
}

withPrograms(['bash'], () => {
  describe.each([
    ['q', 'q'],
    ['Ctrl-Z', '\x1a'],
  ])('%s', (_, leave) => {
    test('after a second without activity, all typed text arrives', async () => {
      const found = roundTrips.map(async roundTrip => {
        const terminal = await start(roundTrip);
        await quiet(roundTrip);
        return [roundTrip, await arrived(terminal, each => giveAway(each, leave))];
      });
      expect(await Promise.all(found)).toEqual(roundTrips.map(each => [each, { rest: typed, lost: 0 }]));
    });

    test.each([
      ['in the middle of a scroll', scroll],
      ['before anything was answered', async () => {}],
    ])('%s, lost input is reported, and nothing is added', async (_name, busy) => {
      await Promise.all(
        roundTrips.map(async roundTrip => {
          const terminal = await start(roundTrip);
          await busy(terminal);
          const { rest, lost } = await arrived(terminal, each => type(each, leave));
          expect([roundTrip, rest]).toEqual([roundTrip, typed.slice(lost)]);
        }),
      );
    });
  });

  test('text typed while an editor opens is passed to the editor', async () => {
    await Promise.all(
      roundTrips.map(async roundTrip => {
        const terminal = await start(roundTrip, `sh -c 'read -r x; echo "{ $x }" > "$1"' sh`);
        terminal.write('2');
        await quiet(roundTrip);
        await giveAway(terminal, '\x18');
        await type(terminal, 'node\r');
        await terminal.untilScreen((screen, { alternate }) => alternate && screen.includes('{ node }'), '{ node }');
      }),
    );
  });

  test.each(['q', '\x1a'])('input read together with the key %j is reported to the next owner', async leave => {
    const terminal = await start(0);
    await quiet(0);
    terminal.write(`${leave}echo`);
    await terminal.untilShown('Discarded 4 keys typed meanwhile.');
    await terminal.untilScreen((screen, { alternate }) => !alternate && screen.endsWith(prompt.trim()), 'the shell');
  });
});
