import { cellWidth } from '../../../../source/core/text/cells.js';
import { shortened } from '../../../../source/tui/schema/search/view.js';
import { schemaLines } from '../../../../source/tui/schema/view.js';
import { chooseTheme } from '../../../../source/tui/theme.js';
import { plain, Screen, theme } from '../../support.js';

const way = ['Query', 'viewer', 'repositories', 'nodes', 'name'];

test.each<[width: number, text: string]>([
  [80, 'Query › viewer › repositories › nodes › name'],
  [40, 'Query › … › repositories › nodes › name'],
  [30, 'Query › … › nodes › name'],
  [20, '… › nodes › name'],
  [13, 'nodes › name'],
  [3, '… › nodes › name'],
])('in %i cells the path is %s', (width, text) => {
  expect(shortened(way, width, theme)).toBe(text);
});

test('a path of two names is never cut: it shows the owner of the last name', () => {
  expect(shortened(['Types', 'PullRequestReviewThread'], 24, theme)).toBe('Types › PullRequestReviewThread');
});

test('in a narrow pane the end of the path is complete: its kind is dropped', () => {
  const lines = (width: number): string[] => plain(linesOf(new Screen().press('/').type('ids'), theme, width));
  expect(lines(44)[2]).toContain('(filter:) › ids  input field');
  expect(lines(24)[2]).toMatch(/^[│┃] .*\(filter:\) › ids *[│┃]$/);
  expect(lines(24)[2]).not.toContain('input');
});

test('in a narrow pane a long search shows its end while typing, and its beginning afterwards', () => {
  const screen = new Screen().press('/').type('friends');
  const first = (): string => plain(linesOf(screen, theme, 18))[1] ?? '';
  expect(first()).toMatch(/^[│┃] \/ \w*ends /);
  expect(screen.press('enter').state.schema.search?.typing).toBe(false);
  expect(first()).toMatch(/^[│┃] \/ fr\w*… /);
  expect(cellWidth(first())).toBe(18);
});

test.each([
  ['what fits, letter by letter', 'frnd', ['friends', 'fr', 'nd']],
  ['a beginning', 'frie', ['friends', 'frie']],
] as const)('marked in the row: %s', (_, typed, [name, ...marks]) => {
  const screen = new Screen().press('/').type(typed);
  const row = linesOf(screen, theme).find(line => line.includes('[User!]!') && line.includes('\u001b[1;30;43m')) ?? '';
  expect(plain([row])[0]).toContain(`${name}: [User!]!`);
  expect([...row.matchAll(/\u001b\[1;30;43m([^\u001b]*)/g)].map(match => match[1])).toEqual(marks);
});

const linesOf = (screen: Screen, shown: typeof theme, width = 44, height = 20): string[] =>
  schemaLines({
    schema: screen.state.schema,
    phase: 'ready',
    progress: '',
    ticked: 0,
    stale: false,
    rect: { x: 0, y: 0, width, height },
    focused: true,
    theme: shown,
  });

test('with ASCII marks and without colours, the line is legible and has the requested width', () => {
  const ascii = chooseTheme({ ascii: true, theme: 'none', variables: {} });
  for (const width of [24, 30, 44, 90]) {
    for (const height of [7, 12, 30]) {
      const screen = new Screen({ theme: ascii }).press('/').type('frie');
      const lines = plain(linesOf(screen, ascii, width, height));
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(cellWidth(line)).toBe(width);
      expect(lines[1]).toMatch(/^# \/ frie +1 of 1 \^v [#%]$/);
      expect(lines.join('\n')).toMatch(/^[\u0020-\u007e\n]*$/);
    }
  }
});

test('a long query scrolls in its line, and the count stays', () => {
  const screen = new Screen().press('/').type('x'.repeat(100)).type('end');
  const line = plain(linesOf(screen, theme))[1] ?? '';
  expect(line).toMatch(/x+end +no match [│┃]$/);
});

test.each([
  ['type:User', / \/ type:User {2,3}1 of \d+ /],
  ['User', / \/ User +1 of \d+ ▲▼ /],
] as const)('in a narrow tree, the keys next to the count are dropped for the typed text: %s', (typed, line) => {
  const screen = new Screen({ columns: 60, rows: 20 }).press('/').type(typed);
  expect(plain(linesOf(screen, theme, 24))[1]).toMatch(line);
});

test.each([
  [24, 'first = 7 '],
  [44, 'first: Int = 7  default 10'],
] as const)('in %i cells the value of an argument is shown before its type', (width, words) => {
  const screen = new Screen({ query: '{ user(id: 1) { friends(first: 7) { id } } }' }).row('user').press('l');
  screen.row('friends').press('l');
  expect(plain(linesOf(screen, theme, width)).join('\n')).toContain(words);
});
