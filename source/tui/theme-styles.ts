/**
 * The style of each role as SGR parameters. Styles use the sixteen colours that every terminal has, so the terminal's palette
 * determines their appearance. A theme's colours can override them.
 */
import { type ColourName, luminance, rgbOf, type ThemeColours, terminalColours } from '../core/themes.js';
import type { ColourDepth, Role } from './model/theme.js';

/**
 * Bright colours that every palette renders as a colour or as plain text. Solarized makes some of them grey, and its bright
 * black is the background.
 */
const dark: Record<Role, string> = {
  text: '',
  dim: '2',
  strong: '1',
  border: '2',
  borderFocus: '1;36',
  title: '',
  titleFocus: '1;36',
  cursor: '7',
  cursorIdle: '1',
  selection: '7',
  match: '30;43',
  cursorMatch: '1;30;43',
  key: '1;33',
  error: '91',
  warning: '33',
  problem: '4;91',
  caution: '4;33',
  ok: '32',
  ticked: '1;32',
  methodRead: '32',
  methodCreate: '36',
  methodChange: '33',
  methodDelete: '95',
  deprecated: '2;9',
  name: '',
  keyword: '35',
  string: '32',
  number: '35',
  property: '36',
  variable: '94',
  comment: '2',
  type: '33',
  atom: '33',
  directive: '35',
  punctuation: '',
};

/** Green, cyan and yellow are hard to read on white, so text does not use them, apart from the word for success. */
const light: Record<Role, string> = {
  ...dark,
  borderFocus: '1;34',
  titleFocus: '1;34',
  key: '1;34',
  error: '31',
  warning: '35',
  problem: '4;31',
  caution: '4;35',
  ok: '32',
  ticked: '1;34',
  methodRead: '34',
  methodCreate: '1;34',
  methodChange: '35',
  methodDelete: '1;35',
  keyword: '1;34',
  string: '34',
  number: '35',
  property: '1;34',
  variable: '1;35',
  type: '35',
  atom: '1;35',
  directive: '1;35',
};

/** Without colour: only bold, underline and reverse (NO_COLOR allows them). */
const none: Record<Role, string> = {
  ...(Object.fromEntries(Object.keys(dark).map(role => [role, ''])) as Record<Role, string>),
  dim: '2',
  strong: '1',
  borderFocus: '1',
  titleFocus: '1',
  cursor: '7',
  cursorIdle: '1',
  selection: '7',
  match: '1;4',
  cursorMatch: '7;1;4',
  key: '1',
  error: '1',
  problem: '1;4',
  caution: '4',
  ticked: '1',
  methodChange: '1',
  methodDelete: '1',
  deprecated: '2;9',
  comment: '2',
};

/** The basis of all themes. */
export const baseStyles = { dark, light, none } as const;

/** Maps each role to a colour of a theme, and its attributes. Other roles have no colour in the theme. */
const painted: Readonly<Partial<Record<Role, readonly [colour: ColourName, attributes?: string]>>> = {
  dim: ['dim'],
  border: ['dim'],
  borderFocus: ['focus', '1'],
  titleFocus: ['focus', '1'],
  key: ['key', '1'],
  error: ['error'],
  warning: ['warning'],
  problem: ['error', '4'],
  caution: ['warning', '4'],
  ok: ['ok'],
  ticked: ['ok', '1'],
  methodRead: ['ok'],
  methodCreate: ['property'],
  methodChange: ['warning'],
  methodDelete: ['keyword'],
  deprecated: ['dim', '9'],
  keyword: ['keyword'],
  string: ['string'],
  number: ['number'],
  property: ['property'],
  variable: ['number'],
  comment: ['dim'],
  type: ['warning'],
  atom: ['keyword'],
  directive: ['keyword'],
};

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(';');

/** Applies a theme's colours over the styles of `base`. If the terminal cannot show a colour, the style of `base` remains. */
export function stylesOf(
  base: keyof typeof baseStyles,
  colours: ThemeColours,
  depth: ColourDepth,
): Record<Role, string> {
  const sgr = (name: ColourName, ground: Ground = 'text'): string | undefined => sgrOf(colours[name], ground, depth);
  const styles = Object.entries(painted).flatMap(([role, [name, attributes]]) => {
    const colour = sgr(name);
    return colour === undefined ? [] : [[role, joined(attributes, colour)] as const];
  });
  const [ink, marker] = [sgr('background'), sgr('warning', 'background')];
  const match = ink === undefined || marker === undefined ? undefined : joined(ink, marker);
  return {
    ...baseStyles[base],
    ...(Object.fromEntries(styles) as Partial<Record<Role, string>>),
    ...(match === undefined ? {} : { match, cursorMatch: joined('1', match) }),
  };
}

/** The style beneath all others: text and background of a theme, or empty for the terminal's defaults. */
export const groundOf = (colours: ThemeColours, depth: ColourDepth): string =>
  joined(sgrOf(colours.text, 'text', depth), sgrOf(colours.background, 'background', depth));

/** Share of white or black in the background of the selected row. */
const tintShare = 0.18;

/** SGR parameters for the selected row, or empty if the background is unknown or the terminal has too few colours. */
export function tintOn(background: string | undefined, depth: ColourDepth): string {
  const rgb = background === undefined ? undefined : rgbOf(background);
  if (rgb === undefined) return '';
  const contrast = luminance(rgb) > 0.18 ? 0 : 255;
  const mixed = rgb.map(value => Math.round(value + (contrast - value) * tintShare));
  const hex = mixed.map(value => value.toString(16).padStart(2, '0')).join('');
  return sgrOf(`#${hex}`, 'background', depth) ?? '';
}

/** The basis of a theme that has its own background, or undefined if it has none. */
export function baseFor({ background }: ThemeColours): 'dark' | 'light' | undefined {
  if (background === undefined) return undefined;
  const rgb = rgbOf(background);
  if (rgb !== undefined) return luminance(rgb) > 0.18 ? 'light' : 'dark';
  return /white$/.test(background) ? 'light' : 'dark';
}

type Ground = 'text' | 'background';

function sgrOf(colour: string | undefined, ground: Ground, depth: ColourDepth): string | undefined {
  if (colour === undefined) return undefined;
  const behind = ground === 'background' ? 10 : 0;
  const at = terminalColours.indexOf(colour);
  if (at !== -1) return String((at < 8 ? 30 : 90 - 8) + at + behind);
  const rgb = rgbOf(colour);
  if (rgb === undefined || depth === 16) return undefined;
  return depth === 256 ? `${38 + behind};5;${nearestOf256(rgb)}` : `${38 + behind};2;${rgb.join(';')}`;
}

/** Levels of the colour cube in xterm's 256 colours. */
const levels = [0, 95, 135, 175, 215, 255];

/** The most similar of xterm's 256 colours, from its cube (16 to 231) or its greys (232 to 255). */
export function nearestOf256(rgb: readonly number[]): number {
  const nearestLevel = (value: number): number =>
    levels.reduce(
      (best, level, at) => (Math.abs(level - value) < Math.abs((levels[best] ?? 0) - value) ? at : best),
      0,
    );
  const cube = rgb.map(nearestLevel);
  const mean = rgb.reduce((sum, each) => sum + each, 0) / 3;
  const grey = Math.max(0, Math.min(23, Math.round((mean - 8) / 10)));
  const distance = (other: readonly number[]): number =>
    rgb.reduce((sum, each, at) => sum + (each - (other[at] ?? 0)) ** 2, 0);
  const [red = 0, green = 0, blue = 0] = cube;
  const isCube = distance(cube.map(at => levels[at] ?? 0)) <= distance(Array(3).fill(8 + 10 * grey));
  return isCube ? 16 + 36 * red + 6 * green + blue : 232 + grey;
}
