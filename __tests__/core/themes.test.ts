/** The built-in themes as tables, and the configured theme. */
import { colourNames, luminance, readTheme, readyThemes, rgbOf } from '../../source/core/themes.js';
import { nearestOf256 } from '../../source/tui/theme-styles.js';

/** WCAG 2.2: 1 to 21. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const rgb = (colour: string): readonly number[] => rgbOf(colour) ?? [];

/** xterm's 256 colours, from the sixteenth on. */
function rgb256(index: number): readonly number[] {
  if (index >= 232) return Array(3).fill(8 + 10 * (index - 232));
  const levels = [0, 95, 135, 175, 215, 255];
  return [36, 6, 1].map(unit => levels[Math.floor((index - 16) / unit) % 6] ?? 0);
}

test('the contrast of black on white is 21, of equal colours 1', () => {
  expect(contrast(rgb('#000000'), rgb('#ffffff'))).toBeCloseTo(21);
  expect(contrast(rgb('#123456'), rgb('#123456'))).toBe(1);
});

const pairs = Object.entries(readyThemes).flatMap(([name, colours]) =>
  colourNames.flatMap(role =>
    role === 'background' ? [] : [[name, role, colours[role], colours.background, role === 'dim' ? 3 : 4.5] as const],
  ),
);

test.each(pairs)('%s: %s is readable in true colour and in 256 colours', (_, __, colour, background, least) => {
  expect(contrast(rgb(colour), rgb(background))).toBeGreaterThanOrEqual(least);
  const [ink, paper] = [colour, background].map(each => rgb256(nearestOf256(rgb(each))));
  expect(contrast(ink ?? [], paper ?? [])).toBeGreaterThanOrEqual(least);
});

test.each([
  ['#ff0000', 196],
  ['#000000', 16],
  ['#ffffff', 231],
  ['#808080', 244],
  ['#002b36', 234],
])('%s is colour %i of 256', (colour, index) => {
  expect(nearestOf256(rgb(colour))).toBe(index);
});

test('a name, or a table of colours by name and by number', () => {
  expect(readTheme('gruvbox')).toEqual({ name: 'gruvbox' });
  const colours = { background: '#101418', key: 'bright-yellow' };
  expect(readTheme(colours)).toEqual({ colours });
});

test.each([
  ['gruvbx', 'The configuration has a theme "gruvbx", which does not exist. Did you mean "gruvbox"?'],
  ['', /"", which does not exist\. Available: dark, light, none, solarized/],
  [{ eror: '#ff0000' }, 'The configuration has "eror" in its theme, which does not exist. Did you mean "error"?'],
  [{ error: 'redd' }, `"redd" of "error" in the configuration's theme is not a colour. Did you mean "red"?`],
  [{ error: '#ff00' }, /"#ff00" of "error" .* is not a colour\. Use "#d33682", or/],
  [{ error: 7 }, /7 of "error" .* is not a colour\./],
  [['dark'], /must be a name or a table of colours\. \{"theme": "gruvbox"\}/],
  [null, /must be a name or a table/],
])('the theme %j gives a one-sentence error', (value, words) => {
  const { text, hint } = readTheme(value).problem ?? { text: '', hint: '' };
  const said = `${text} ${hint}`;
  if (typeof words === 'string') expect(said).toBe(words);
  else expect(said).toMatch(words);
});

test('an invalid colour does not affect the others', () => {
  const { colours, problem } = readTheme({ error: 'redd', ok: 'green', toString: '#000000' });
  expect(colours).toEqual({ ok: 'green' });
  expect(problem?.text).toContain('redd');
});
