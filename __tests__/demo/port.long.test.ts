/** The port of the demo on the screen. */
import { isFailure } from '../../source/core/failure.js';
import { startDemo } from '../../source/demo/start.js';
import { temporaryFolder } from '../support/program.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../support/terminal.js';

afterEach(closeTerminals);

/** Opens the demo in a terminal, and returns its port. */
async function opened(home: string): Promise<{ readonly terminal: TerminalProgram; readonly port: number }> {
  const terminal = startInTerminal(['demo'], { columns: 120, rows: 40, home });
  await terminal.untilShown('Query  10 fields');
  return { terminal, port: Number(/POST http:\/\/127\.0\.0\.1:(\d+)/.exec(terminal.screen())?.[1]) };
}

async function quit(terminal: TerminalProgram): Promise<void> {
  terminal.write('\u001bq');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
}

/** Opens the demo on port 4000, which another test may use for a while. Returns undefined if it stays in use. */
async function openedThere(home: string): Promise<TerminalProgram | undefined> {
  for (let tries = 0; tries < 8; tries++) {
    const { terminal, port } = await opened(home);
    if (port === 4000) return terminal;
    await quit(terminal);
  }
  return undefined;
}

test('the demo uses port 4000 if it is free, so that unsaved text is restored, and otherwise another port', async () => {
  const home = temporaryFolder();
  const first = await openedThere(home);
  if (first !== undefined) {
    first.write('2i{ authors { born } }');
    await first.untilShown('authors { born }');
    await quit(first);
    const second = await openedThere(home);
    if (second === undefined) throw new Error('Port 4000 was free, and is taken again.');
    await second.untilShown('authors { born }');
    await quit(second);
  }

  const held = await startDemo({ port: 4000 });
  // Port 4000 may be unavailable only if another program uses it.
  if (first === undefined) expect(isFailure(held)).toBe(true);
  const { terminal, port } = await opened(temporaryFolder());
  expect(port).not.toBe(4000);
  await quit(terminal);
  if (!isFailure(held)) await held.close();
});
