/** How panes show which of them has the focus. */
import { frame } from '../../../source/tui/components/frame.js';
import { renderLine } from '../../../source/tui/components/line.js';
import { chooseTheme } from '../../../source/tui/theme.js';
import { theme } from '../support.js';

const borders = (focused: boolean): readonly string[] =>
  frame([' '.repeat(8)], { width: 10, height: 3, theme, focused, title: [] });

test('the focused pane has a heavier top border in the focus colour, and its other borders do not change', () => {
  const { borderFocus } = theme.styles;
  const [top = '', ...others] = borders(true);
  expect(top).toContain(`\u001b[${borderFocus}m`);
  expect(top).toContain(theme.glyphs.focusTop.horizontal);
  // Each changed cell would be sent with every change of focus, also over a slow line.
  expect(others).toEqual(borders(false).slice(1));
  expect(borders(false).join('')).not.toContain(borderFocus);
});

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
