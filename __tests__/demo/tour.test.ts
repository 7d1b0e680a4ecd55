/** `demo --tour`: seven steps on the real screen, each waiting for the key it names. */
import { withKeys } from '../../source/tui/app/key-overrides.js';
import { keyTable } from '../../source/tui/app/key-table.js';
import { runProgram } from '../support/program.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';
import { Screen } from '../tui/support.js';

afterEach(closeTerminals);

test('each step waits for its key on the real screen, and after the seventh the tour ends', async () => {
  const terminal = startInTerminal(['demo', '--tour'], { columns: 100, rows: 30 });
  await terminal.untilShown('Query  10 fields');
  const steps = [
    ['Tour 1 of 7: Press / to search the schema.', '/'],
    ['Tour 2 of 7: Type authors, then press Enter to go to the field.', 'authors\r'],
    ['Tour 3 of 7: Press Space to add the field', ' '],
    ['Tour 4 of 7: Press a to add all leaf fields', 'a'],
    ['Tour 5 of 7: Press Ctrl-R to run the query.', '\u0012'],
    ['Tour 6 of 7: Press 4 for the response', '4'],
    ['Tour 7 of 7: Press ? to list all keys.', '?'],
  ] as const;
  for (const [text, keys] of steps) {
    await terminal.untilShown(text);
    if (keys === '4') await terminal.untilShown('Jane Austen');
    terminal.write(keys);
  }
  await terminal.untilShown('Tour finished.');
  terminal.write('\u001b');
  await terminal.untilShown('Enter fold');
  expect(terminal.screen()).not.toContain('tour');
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});

const toured = (keys: ReadonlyMap<string, readonly string[]> = new Map()): Screen =>
  new Screen({ tour: true, bindings: withKeys(keyTable, keys).bindings });
const line = ({ state }: Screen): string => state.notice?.text ?? state.tour?.notice.text ?? '';

test('another key has its normal effect, and the step continues to wait', () => {
  const screen = toured();
  screen.press('j', 'z', '2');
  expect(screen.state).toMatchObject({ zoomed: true, focus: 'query' });
  expect(line(screen)).toContain('Tour 1 of 7');
});

test('a step names the configured key, or the command if it has no key', () => {
  const moved = toured(new Map([['schema.search', ['ctrl+g']]]));
  expect(line(moved)).toBe('Tour 1 of 7: Press Ctrl-G to search the schema.');
  const gone = toured(new Map([['schema.search', []]]));
  expect(line(gone)).toBe('Tour 1 of 7: Press : and “search” to search the schema.');
});

test.each([
  [['--serve'], '--tour and --serve cannot be combined'],
  [['--linear'], '--tour and --linear cannot be combined'],
  [[], 'needs a terminal'],
])('without a terminal, or with %j, --tour is rejected with one line', async (flags, words) => {
  const { code, stdout, stderr } = await runProgram(['demo', '--tour', ...flags]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
});
