/** The content and position of the boxes above the panes. */
import { footerKeys } from '../../../source/tui/app/footer.js';
import { overlayKinds } from '../../../source/tui/app/overlay-kinds.js';
import { kindOf } from '../../../source/tui/overlays/kind.js';
import { overlayRect } from '../../../source/tui/overlays/layout.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { chooseTheme } from '../../../source/tui/theme.js';
import { plain, Screen } from '../support.js';

const boxOf = (screen: Screen) => {
  const top = topOverlay(screen.state);
  if (top === undefined) throw new Error('No box is open.');
  const rect = overlayRect(screen.state, top, overlayKinds);
  const content = kindOf(overlayKinds, top).draw(top, screen.state, { width: rect.width - 2, height: rect.height - 2 });
  return { rect, lines: plain(content.lines), scroll: content.scroll };
};

test.each([40, 60, 80, 100, 120, 200])(
  'in %i columns, no box leaves fragments of words visible next to it',
  columns => {
    for (const key of ['?', ':', 'P', 'O', 'H', 'M', 'w', 'K']) {
      const { rect } = boxOf(new Screen({ columns, rows: 24 }).press(key));
      const beside = [rect.x, columns - rect.x - rect.width];
      expect([key, beside.every(each => each === 0) || beside.every(each => each >= 12)]).toEqual([key, true]);
    }
  },
);

test('the box of a list or text is as wide as its longest line, and at least as wide as its title and labels', () => {
  const short = boxOf(new Screen({ query: 'query A { hello }' }).press('2', 'o'));
  const long = boxOf(new Screen({ query: `query A { ${'hello '.repeat(40)}}` }).press('2', 'o'));
  expect(short.rect.width).toBe(36);
  expect(long.rect.width).toBe(84);
  expect(boxOf(new Screen({ sdl: 'type Query { hello: String }' }).press('j', 'K')).rect.width).toBe(36);
});

test('a filterable list is as tall as its content or the screen, and its height does not change while filtering', () => {
  const screen = new Screen({ columns: 120, rows: 40 }).press(':');
  const { rect } = boxOf(screen);
  expect(rect.height).toBe(36);
  expect(boxOf(screen.type('run')).rect).toEqual(rect);
  expect(boxOf(new Screen({ columns: 80, rows: 20 }).press(':')).rect.height).toBe(16);
});

test('a text of one line has a box of one line', () => {
  expect(boxOf(new Screen({ sdl: 'type Query { hello: String }' }).press('j', 'K')).rect.height).toBe(3);
});

test.each([60, 80, 120])('in %i columns, the sentences of the help are close to their keys', columns => {
  const row = boxOf(new Screen({ columns, rows: 24 }).press('?')).lines.find(line => line.includes('Space')) ?? '';
  expect(row.search('Add the field')).toBeLessThan(24);
});

test('each line of the run menu explains its effect', () => {
  const { lines } = boxOf(new Screen().press('M'));
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(line).toMatch(/ {2}(?:persisted queries, )?now \S/);
});

test('the palette reports when nothing matches; otherwise its scroll bar shows the amount', () => {
  const screen = new Screen({ columns: 80, rows: 24 }).press(':');
  const { scroll, lines } = boxOf(screen);
  expect(scroll?.total).toBeGreaterThan(lines.length);
  const labels = (): string[] => footerKeys(screen.state).map(each => each.label);
  expect(labels()).toEqual(['run command', 'close']);
  expect(boxOf(screen.type('zzzzq')).lines.join('')).toContain('No matching commands');
  expect(labels()).toEqual(['close']);
});

test('with --ascii, every command and its keys are ASCII', () => {
  const ascii = chooseTheme({ ascii: true, variables: {} });
  const screen = new Screen({ theme: ascii, rows: 400 }).press(':');
  expect(boxOf(screen).lines.join('')).toMatch(/^[\u0020-\u007e]*$/);
});

test('each heading of the help appears once, even while it is filtered', () => {
  const headings = (screen: Screen): string[] =>
    boxOf(screen)
      .lines.filter(line => /^ \S/.test(line))
      .slice(1);
  for (const typed of ['', 'tab']) {
    const found = headings(new Screen({ rows: 400 }).press('?').type(typed)).map(line => line.trim());
    expect(found.length).toBeGreaterThan(2);
    expect(new Set(found).size).toBe(found.length);
  }
});

test('the depth prompt names the key that ticks leaves, as currently bound', () => {
  expect(boxOf(new Screen().press('j', 'A')).lines.join(' ')).toContain('as with the key a');
});
