/** The last row and the panes in terminals of several sizes. */
import { extensionLines } from '../../source/core/response/extensions.js';
import { layout } from '../../source/tui/layout.js';
import { demoForTests, openScreen } from './demo.js';
import { Screen } from './support.js';

const demo = demoForTests();

test.each([
  [120, 40],
  [80, 24],
  [60, 20],
])('in the terminal of %ix%i, the last row has run and quit next to the notice about a key', async (columns, rows) => {
  const terminal = await openScreen(demo.graphqlUrl, { columns, rows });
  terminal.write('y');
  await terminal.untilShown('Copied the name');
  expect(terminal.rows()[rows - 1]).toMatch(/clipboard\. +Ctrl-R run {2}q quit *$/);
});

test('at 60x20 no hint and no type is cut in the middle of a word, and the tree takes precedence over the documentation', async () => {
  expect(layout(new Screen({ columns: 60, rows: 20 }).state).docs).toBeUndefined();
  const terminal = await openScreen(demo.graphqlUrl, { columns: 60, rows: 20 });
  await terminal.untilShown('Press Ctrl-R to run it.');
  expect(terminal.screen()).toContain('[ ] books …');
  for (const pane of ['2', '3', '4', '1']) {
    terminal.write(pane);
    await terminal.untilScreen(screen => screen.includes(`[${pane} `) || pane === '1', 'the pane');
    expect(terminal.screen().replace(/https?:\S*…?/, '')).not.toMatch(/\w…/);
  }
});

test('200,000 members of an extension are shown as a short table', () => {
  const cost = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`m${at}`, 1]));
  expect(extensionLines(JSON.stringify({ extensions: { cost } })).length).toBeLessThan(100);
});
