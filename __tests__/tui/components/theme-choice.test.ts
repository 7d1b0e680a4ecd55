import { cellWidth } from '../../../source/core/text/cells.js';
import { wrapText } from '../../../source/core/text/wrap.js';
import type { ThemeName, ThemeSetting } from '../../../source/core/themes.js';
import { frame } from '../../../source/tui/components/frame.js';
import { renderLine } from '../../../source/tui/components/line.js';
import { chooseTheme, themeOn, withoutUtf8 } from '../../../source/tui/theme.js';
import * as fc from '../../support/property.js';
import { plain, theme } from '../support.js';

const choose = (variables: Record<string, string>, chosen?: ThemeName) =>
  chooseTheme({ ascii: false, variables, ...(chosen === undefined ? {} : { theme: chosen }) });

test('NO_COLOR disables colours, and a flag overrides it', () => {
  expect(choose({ NO_COLOR: '1' }).name).toBe('none');
  expect(choose({ NO_COLOR: '' }).name).toBe('dark');
  // Deprecated fields differ by more than dim text, which some terminals do not support.
  for (const set of ['', '1']) expect(choose({ NO_COLOR: set }).styles.deprecated.split(';')).toContain('9');
  expect(choose({ NO_COLOR: '1' }, 'light').name).toBe('light');
  expect(Object.values(choose({ NO_COLOR: '1' }).styles).join(';')).not.toMatch(/\b[349]\d\b/);
});

test('a terminal without colours gets none, unless the user asks for them', () => {
  const on = (variables: Record<string, string>, chosen?: 'dark') =>
    chooseTheme({ ascii: false, monochrome: true, variables, ...(chosen && { theme: chosen }) }).name;
  expect(on({})).toBe('none');
  expect(on({ COLORFGBG: '0;15' })).toBe('none');
  expect(on({ FORCE_COLOR: '1' })).toBe('dark');
  expect(on({}, 'dark')).toBe('dark');
});

const configured = (setting: ThemeSetting, variables: Record<string, string> = {}, theme?: ThemeName) =>
  chooseTheme({ ascii: false, variables, setting, ...(theme === undefined ? {} : { theme }) });
const manyColours = { COLORTERM: 'truecolor', TERM: 'xterm-256color' };

test('the flag, NO_COLOR and a terminal without colours override the configured theme', () => {
  expect(configured({ name: 'gruvbox' }).name).toBe('gruvbox');
  expect(configured({ name: 'gruvbox' }, {}, 'light').name).toBe('light');
  expect(configured({ name: 'gruvbox' }, { NO_COLOR: '1' })).toMatchObject({ name: 'none', ground: '' });
  expect(chooseTheme({ ascii: false, monochrome: true, variables: {}, setting: { name: 'gruvbox' } }).name).toBe(
    'none',
  );
  expect(configured({ colours: { key: 'red' } }, { NO_COLOR: '1' }).name).toBe('none');
});

test.each([
  [{}, 'gruvbox', 'the last choice overrides the configuration'],
  [{ theme: 'dark' as const }, 'dark', 'the flag overrides both'],
  [{ variables: { NO_COLOR: '1' } }, 'none', 'so does NO_COLOR'],
  [{ kept: 'own' as const }, 'solarized', 'the configured theme replaces custom colours that no longer exist'],
])('with %j, the theme is %s: %s', (options, name, _why) => {
  const setting = { name: 'solarized' as const };
  expect(chooseTheme({ ascii: false, variables: {}, setting, kept: 'gruvbox', ...options }).name).toBe(name);
});

test('a terminal gets the colours it supports: all, 256, or its own sixteen', () => {
  const at = (variables: Record<string, string>) => configured({ name: 'gruvbox' }, variables);
  expect(at(manyColours)).toMatchObject({
    ground: '38;2;235;219;178;48;2;40;40;40',
    styles: { key: '1;38;2;250;189;47' },
  });
  expect(at({ TERM: 'xterm-kitty' }).ground).toContain('38;2;');
  expect(at({ TERM: 'xterm-256color' })).toMatchObject({ ground: '38;5;187;48;5;235', styles: { key: '1;38;5;214' } });
  expect(at({ TERM: 'xterm' })).toMatchObject({ ground: '', styles: choose({}, 'dark').styles });
  expect(at({ TERM: 'xterm', COLORFGBG: '0;15' }).styles).toEqual(choose({}, 'light').styles);
});

test('configured colours are painted over those for the background', () => {
  const own = configured({ colours: { key: 'bright-red', error: '#ff0000', dim: 'blue' } }, manyColours);
  expect(own).toMatchObject({ name: 'own', ground: '', guessed: true });
  expect(own.styles).toMatchObject({
    key: '1;91',
    error: '38;2;255;0;0',
    problem: '4;38;2;255;0;0',
    dim: '34',
    comment: '34',
  });
  expect(own.styles.string).toBe(choose({}, 'dark').styles.string);
  const onLight = themeOn(own, 'rgb:ffff/ffff/ffff');
  expect(onLight.styles).toMatchObject({ key: '1;91', string: choose({}, 'light').styles.string });
  const lightGround = configured({ colours: { background: '#ffffff' } }, manyColours);
  expect(lightGround).toMatchObject({ guessed: false, ground: '48;2;255;255;255' });
  expect(lightGround.styles.string).toBe(choose({}, 'light').styles.string);
  expect(themeOn(lightGround, 'rgb:0000/0000/0000')).toBe(lightGround);
});

test('the theme follows the background that the terminal reports, unless the user chose one', () => {
  expect(themeOn(choose({}), 'rgb:ffff/ffff/ffff').name).toBe('light');
  expect(themeOn(choose({}), 'rgb:1e1e/1e1e/2e2e').name).toBe('dark');
  expect(themeOn(choose({}), 'rgb:ff/ff/ff').name).toBe('light');
  expect(themeOn(choose({}, 'dark'), 'rgb:ffff/ffff/ffff').name).toBe('dark');
  expect(themeOn(choose({ NO_COLOR: '1' }), 'rgb:ffff/ffff/ffff').name).toBe('none');
  expect(themeOn(choose({}), 'nonsense').name).toBe('dark');
});

test('only the sixteen colours that every terminal has are used', () => {
  for (const name of ['dark', 'light'] as const) {
    expect(Object.values(choose({}, name).styles).join(';')).not.toMatch(/[34]8;/);
  }
});

const text = fc.string({
  unit: fc.constantFrom('a', '日', '👨‍👩‍👧', '\u0007', '\n', '\t', '\u202e', '…', ' '),
  maxLength: 20,
});

test('a line has exactly the requested width, whatever it contains', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), fc.integer({ min: 1, max: 30 }), (texts, width) => {
      const [line = ''] = plain([
        renderLine(
          texts.map(each => ({ text: each, role: 'string' as const })),
          width,
          theme,
        ),
      ]);
      expect(cellWidth(line)).toBe(width);
      expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
    }),
  );
});

test('truncated text ends in an ellipsis, even if a span ends exactly at the edge', () => {
  expect(plain([renderLine([{ text: 'abc' }, { text: 'def' }], 3, theme)])).toEqual(['ab…']);
  expect(plain([renderLine([{ text: 'abc' }], 3, theme)])).toEqual(['abc']);
});

test('a frame has the same size whatever its title', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 4, max: 40 }), (title, status, width) => {
      const lines = plain(
        frame([], { width, height: 4, theme, focused: true, title: [{ text: title }], status: [{ text: status }] }),
      );
      expect(lines.map(cellWidth)).toEqual([width, width, width, width]);
    }),
  );
});

test('prose is wrapped at words, and a word that is too long is split', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrapText('a\n\nb', 9)).toEqual(['a', '', 'b']);
});

test('a description of a megabyte is wrapped only as far as it is visible', () => {
  expect(wrapText('word '.repeat(200_000), 20, 5)).toHaveLength(5);
});

test.each([
  [{ LANG: 'C' }, 'LANG=C'],
  [{ LANG: 'C.UTF-8' }, undefined],
  [{ LANG: 'de_DE.utf8' }, undefined],
  [{ LANG: 'de_DE@euro' }, 'LANG=de_DE@euro'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, 'LC_ALL=POSIX'],
  [{ LANG: 'C', LC_CTYPE: 'C.UTF-8', LC_ALL: '' }, undefined],
  [{ TERM: 'xterm-256color' }, undefined],
  [{ TERM: 'linux' }, 'TERM=linux'],
  [{ TERM: 'screen.xterm-256color' }, 'TERM=screen.xterm-256color'],
  [{ TERM: 'screen-256color', TMUX: '/tmp/tmux-0/default,1,0' }, undefined],
])('the locale %j is not UTF-8: %s', (variables, why) => {
  expect(withoutUtf8(variables)).toBe(why);
});

test.each([
  [{ LANG: 'C.UTF-8', TERM: 'xterm-256color' }, '╭'],
  [{ LC_ALL: 'de_DE.utf8', LANG: 'C' }, '╭'],
  [{ LANG: 'C.UTF-8', TERM: 'linux' }, '┌'],
  [{ TERM: 'xterm-256color' }, '┌'],
  [{ LANG: 'C', TERM: 'xterm-256color' }, '┌'],
])('with %j, a frame begins with %s', (variables, corner) => {
  expect(choose(variables).glyphs.box.topLeft).toBe(corner);
  expect(chooseTheme({ ascii: true, variables }).glyphs.box.topLeft).toBe('+');
});
