/** Themes in a terminal: configured, invalid, and chosen on the screen. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import type { TerminalProgram } from '../../support/terminal.js';
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();

function homeWith(theme: unknown): string {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify({ theme }));
  return home;
}

const variables = { COLORTERM: 'truecolor' };

/** The backgrounds of all cells. The selected row has a tint. */
const grounds = (terminal: TerminalProgram): readonly string[] => [
  ...new Set(Array.from({ length: 40 * 120 }, (_, at) => terminal.cell(Math.floor(at / 120), at % 120).background)),
];

test('a configured theme paints the screen, and Esc in the list of themes restores it', async () => {
  const terminal = await openScreen(demo.graphqlUrl, { home: homeWith('gruvbox'), variables });
  expect(grounds(terminal)).toEqual(['#282828', '#4f4f4f']);
  terminal.write(':theme\r');
  await terminal.untilShown('bright, on black');
  terminal.write('\u001b[B');
  await terminal.untilScreen(() => grounds(terminal).includes('#000000'), 'high contrast');
  expect(grounds(terminal)).toEqual(['#000000', '#2e2e2e']);
  terminal.write('\u001b');
  await terminal.untilScreen(() => grounds(terminal).includes('#282828'), 'gruvbox again');
  expect(grounds(terminal)).toEqual(['#282828', '#4f4f4f']);
});

test.each([
  ['gruvbx', 'The configuration has a theme "gruvbx", which does not exist. Did you mean "gruvbox"?'],
  [{ eror: 'red' }, 'The configuration has "eror" in its theme, which does not exist. Did you mean "error"?'],
])('the theme %j causes one message, and the screen opens anyway', async (theme, words) => {
  const terminal = await openScreen(demo.graphqlUrl, { home: homeWith(theme), variables });
  await terminal.untilShown(words);
  expect(grounds(terminal)).not.toContain('#282828');
});

test('NO_COLOR disables colours, whatever the configuration contains', async () => {
  const terminal = await openScreen(demo.graphqlUrl, {
    home: homeWith('gruvbox'),
    variables: { ...variables, NO_COLOR: '1' },
  });
  expect(grounds(terminal)).toEqual(['default']);
});
