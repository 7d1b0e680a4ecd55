/** The most important part of a row comes first, because a narrow pane truncates its end. */
import { lineWidth, renderLine } from '../../../../source/tui/components/line.js';
import { rowLine } from '../../../../source/tui/schema/tree/row-line.js';
import { plain, Screen, theme } from '../../support.js';

const text = '{ search(text: $words) { __typename } }';

test('the current value is visible even if there is no room for the default', () => {
  const screen = new Screen({ query: text }).row('search').press('l').row('text');
  const row = screen.cursor;
  if (row === undefined) throw new Error('no row');
  const line = rowLine(row, false, theme);
  const [whole] = plain([renderLine(line, lineWidth(line), theme)]);
  expect(whole).toMatch(/text: String = \$words {2}default "all"$/);
  const [narrow] = plain([renderLine(line, lineWidth(line) - 3, theme)]);
  expect(narrow).toMatch(/text: String = \$words {2}default.*… *$/);
});
