/** What keys cost on a slow line, in bytes: the built program in a pseudo-terminal, on the largest schema. */
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(closeTerminals);

const frameEnd = '\u001b[?2026l';

/** The bytes of the frame that a key brings. */
async function bytesOf(terminal: TerminalProgram, key: string): Promise<number> {
  const before = terminal.bytes.length;
  terminal.write(key);
  await terminal.untilScreen(() => terminal.bytes.endsWith(frameEnd) && terminal.bytes.length > before, 'a frame');
  return Buffer.byteLength(terminal.bytes.slice(before));
}

test('a move of the cursor is at most 1 kB, also where the tree scrolls; what was moved on the screen is what would be drawn', async () => {
  const argv = ['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('github')];
  const terminal = startInTerminal(argv, { columns: 120, rows: 40 });
  await terminal.untilShown('codeOfConduct');
  terminal.write('jjjl');
  await terminal.untilShown('announcement');
  const costs: number[] = [];
  for (const key of [...'j'.repeat(50), ...'k'.repeat(50)]) costs.push(await bytesOf(terminal, key));
  expect(Math.max(...costs)).toBeLessThanOrEqual(1000);
  // Some of them scrolled: those cost more than the row, its neighbour and the docs.
  expect(costs.filter(bytes => bytes > 500).length).toBeGreaterThan(20);
  for (let i = 0; i < 45; i++) await bytesOf(terminal, 'j');
  const moved = terminal.screen();
  // Another size and back again: everything is drawn anew.
  terminal.resize(119, 40);
  await terminal.untilScreen(screen => screen !== moved, 'the narrower screen');
  terminal.resize(120, 40);
  await terminal.untilScreen(screen => screen === moved, `the same screen as before:\n${moved}`);
});
