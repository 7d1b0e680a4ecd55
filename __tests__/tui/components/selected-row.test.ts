/** The colours of the text stay on the tinted background of the selected row, which is reversed if it cannot be tinted. */
import { renderLine } from '../../../source/tui/components/line.js';
import { chooseTheme, themeOn } from '../../../source/tui/theme.js';

const terminal = { TERM: 'xterm-256color' };
const line = [
  { text: 'DELETE', role: 'methodDelete' },
  { text: ' /books', role: 'strong' },
] as const;

test.each([
  ['#000000', chooseTheme({ ascii: false, variables: terminal, theme: 'dark' }), '48;5;236'],
  ['#ffffff', chooseTheme({ ascii: false, variables: terminal, theme: 'light' }), '48;5;252'],
  ['COLORFGBG', chooseTheme({ ascii: false, variables: { ...terminal, COLORFGBG: '0;15' } }), '48;5;252'],
  [
    'the reported background',
    themeOn(chooseTheme({ ascii: false, variables: terminal }), 'rgb:0000/2b2b/3636'),
    '48;5;',
  ],
  ['gruvbox', chooseTheme({ ascii: false, variables: { COLORTERM: 'truecolor' }, theme: 'gruvbox' }), '48;2;'],
])('on %s the row has a separate background, up to its last cell', (_, theme, tint) => {
  const shown = renderLine(line, 20, theme, 'cursor');
  expect(theme.tint).toContain(tint);
  expect(shown).toContain(`\u001b[${theme.tint};${theme.styles.methodDelete}mDELETE`);
  expect(shown).toContain(`\u001b[${theme.tint}m       \u001b[0m`);
});

test.each([
  ['the background is unknown', chooseTheme({ ascii: false, variables: terminal })],
  ['the terminal has 16 colours', chooseTheme({ ascii: false, variables: { TERM: 'xterm' }, theme: 'dark' })],
  ['NO_COLOR is set', chooseTheme({ ascii: false, variables: { ...terminal, NO_COLOR: '1' } })],
])('if %s, the row is reversed', (_, theme) => {
  expect(theme.tint).toBe('');
  expect(renderLine(line, 20, theme, 'cursor')).toBe('\u001b[7mDELETE /books       \u001b[0m');
});

test('a reported background changes the tint of a chosen theme, but not the theme', () => {
  const dark = chooseTheme({ ascii: false, variables: { COLORTERM: 'truecolor' }, theme: 'dark' });
  const known = themeOn(dark, 'rgb:1e1e/1e1e/2e2e');
  expect([known.name, known.tint]).toEqual(['dark', '48;2;71;71;84']);
  expect(themeOn(chooseTheme({ ascii: false, variables: { NO_COLOR: '1' } }), 'rgb:1e1e/1e1e/2e2e').tint).toBe('');
});
