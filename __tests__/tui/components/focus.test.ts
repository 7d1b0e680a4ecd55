/** How panes show which of them has the focus. */
import { frame } from '../../../source/tui/components/frame.js';
import { renderLine } from '../../../source/tui/components/line.js';
import type { Theme } from '../../../source/tui/model/theme.js';
import { cellRow } from '../../../source/tui/terminal/cell-row.js';
import { chooseTheme } from '../../../source/tui/theme.js';
import { theme } from '../support.js';

const borders = (focused: boolean, theme: Theme): readonly string[] =>
  frame([' '.repeat(8)], { width: 10, height: 3, theme, focused, title: [] });

test.each([
  ['dark', {}],
  ['light', { theme: 'light' }],
  ['none', { theme: 'none' }],
  ['gruvbox', { theme: 'gruvbox' }],
  ['ascii', { ascii: true }],
  ['none in ascii', { ascii: true, theme: 'none' }],
] as const)(
  'all four borders of the focused pane are heavy and in the focus colour, and no others: %s',
  (_, choice) => {
    const each = chooseTheme({ ascii: false, variables: { COLORTERM: 'truecolor' }, ...choice });
    const cells = (focused: boolean): readonly string[] => {
      const rows = borders(focused, each).map(line => cellRow(line, 10));
      const [top, side, bottom] = rows.map(({ texts, styles }) => texts.map((text, i) => `${styles[i]} ${text}`));
      return [...(top ?? []), side?.[0] ?? '', side?.[9] ?? '', ...(bottom ?? [])];
    };
    const { box, focusBox } = each.glyphs;
    const drawn = ({ horizontal, vertical, ...corners }: typeof box, style: string): readonly string[] => {
      const { topLeft, topRight, bottomLeft, bottomRight } = corners;
      const edge = (left: string, right: string) => [left, ...Array<string>(8).fill(horizontal), right];
      const all = [...edge(topLeft, topRight), vertical, vertical, ...edge(bottomLeft, bottomRight)];
      return all.map(character => `${style} ${character}`);
    };
    expect(cells(true)).toEqual(drawn(focusBox, each.styles.borderFocus));
    expect(cells(false)).toEqual(drawn(box, each.styles.border));
    expect(Object.values(focusBox).some(character => Object.values(box).includes(character))).toBe(false);
  },
);

test('the cursor row of another pane preserves its colours and is bold, not underlined', () => {
  for (const each of [theme, chooseTheme({ ascii: true, variables: { NO_COLOR: '1' } })]) {
    const { cursorIdle, key } = each.styles;
    expect(cursorIdle.split(';')).not.toContain('4');
    const line = renderLine([{ text: 'name' }, { text: ' key', role: 'key' }], 10, each, 'cursorIdle');
    expect(line).toBe(`\u001b[${cursorIdle}mname\u001b[0m\u001b[${cursorIdle};${key}m key\u001b[0m  `);
  }
});

test('a match on the cursor row of another pane is still marked as a match', () => {
  const line = renderLine([{ text: 'match', role: 'match' }], 5, theme, 'cursorIdle');
  expect(line).toContain(theme.styles.match);
});
