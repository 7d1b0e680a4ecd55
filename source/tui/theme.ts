/**
 * Colours and glyphs. A style is a string of SGR parameters out of the sixteen colours every terminal has, so each
 * terminal's own palette decides what they look like. Nothing is conveyed by colour alone.
 */

import type { Glyphs, Role, Theme } from './model/theme.js';

const unicode: Glyphs = {
  box: { horizontal: '─', vertical: '│', topLeft: '┌', topRight: '┐', bottomLeft: '└', bottomRight: '┘' },
  focusTop: { horizontal: '━', topLeft: '┍', topRight: '┑' },
  raisedBox: { horizontal: '━', vertical: '┃', topLeft: '┏', topRight: '┓', bottomLeft: '┗', bottomRight: '┛' },
  thumb: '█',
  opened: '▾',
  closed: '▸',
  required: '●',
  optional: '○',
  cycle: '↻',
  spread: '…',
  ellipsis: '…',
  dot: '·',
  down: '▾',
  upDown: '▲▼',
  pointer: '◀',
  ok: '✓',
  bad: '✗',
  caution: '!',
  mask: '••••',
};

const ascii: Glyphs = {
  box: { horizontal: '-', vertical: '|', topLeft: '+', topRight: '+', bottomLeft: '+', bottomRight: '+' },
  focusTop: { horizontal: '=', topLeft: '*', topRight: '*' },
  raisedBox: { horizontal: '=', vertical: '#', topLeft: '*', topRight: '*', bottomLeft: '*', bottomRight: '*' },
  thumb: '%',
  opened: 'v',
  closed: '>',
  required: '*',
  optional: 'o',
  cycle: '@',
  spread: '...',
  ellipsis: '~',
  dot: '-',
  down: 'v',
  upDown: '^v',
  pointer: '<',
  ok: 'ok',
  bad: 'x',
  caution: '!',
  mask: '****',
};

/**
 * Only bright colours that are a colour or plain text in every palette: Solarized makes greys of some, and bright black is its
 * background.
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
  cursorIdle: '4',
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
  deprecated: '2;9',
  name: '',
  keyword: '35',
  string: '32',
  number: '33',
  property: '36',
  variable: '94',
  comment: '2',
  type: '33',
  atom: '95',
  directive: '35',
  punctuation: '',
};

/** Green, cyan and yellow are hard to read on white, so no text to be read uses them. */
const light: Record<Role, string> = {
  ...dark,
  borderFocus: '1;34',
  titleFocus: '1;34',
  key: '1;34',
  error: '31',
  warning: '35',
  problem: '4;31',
  caution: '4;35',
  ok: '34',
  ticked: '1;34',
  keyword: '1;34',
  string: '35',
  number: '31',
  property: '34',
  variable: '31',
  type: '35',
  atom: '31',
  directive: '31',
};

/** Without colour: weight, lines and reverse only (NO_COLOR allows them). */
const none: Record<Role, string> = {
  ...(Object.fromEntries(Object.keys(dark).map(role => [role, ''])) as Record<Role, string>),
  dim: '2',
  strong: '1',
  borderFocus: '1',
  titleFocus: '1',
  cursor: '7',
  cursorIdle: '4',
  selection: '7',
  match: '1;4',
  cursorMatch: '7;1;4',
  key: '1',
  error: '1',
  problem: '1;4',
  caution: '4',
  ticked: '1',
  deprecated: '2;9',
  comment: '2',
};

/** Terminals that follow the locale; others have long been reading UTF-8 regardless of it. */
const followsLocale = /^(?:screen|linux)/;

/**
 * The environment variable because of which output must be ASCII: the locale has no UTF-8 (POSIX, XBD 8.2). Without any locale
 * GNU screen and the Linux console have none either. Undefined: any character may be used.
 */
export function withoutUtf8(variables: Readonly<Record<string, string | undefined>>): string | undefined {
  const name = ['LC_ALL', 'LC_CTYPE', 'LANG'].find(each => variables[each]);
  if (name !== undefined) return /utf-?8/i.test(variables[name] ?? '') ? undefined : `${name}=${variables[name]}`;
  return followsLocale.test(variables.TERM ?? '') && variables.TMUX === undefined
    ? `TERM=${variables.TERM}`
    : undefined;
}

/** The basis of a theme: flags, and the environment variables about colour. */
interface ThemeChoice {
  readonly theme?: 'dark' | 'light' | 'none';
  readonly ascii: boolean;
  /** The terminal has no colours. */
  readonly monochrome?: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The theme from the flag, else NO_COLOR and what the terminal can do, else COLORFGBG's background, else dark, which is legible on both. */
export function chooseTheme({ theme, ascii: plain, monochrome = false, variables }: ThemeChoice): Theme {
  const background = /;(\d+)$/.exec(variables.COLORFGBG ?? '')?.[1];
  const colourless = (Boolean(variables.NO_COLOR) || monochrome) && !variables.FORCE_COLOR;
  const name = theme ?? (colourless ? 'none' : background === '7' || background === '15' ? 'light' : 'dark');
  const guessed = theme === undefined && name !== 'none';
  return { name, guessed, styles: { dark, light, none }[name], glyphs: plain ? ascii : unicode };
}

const names = ['dark', 'light', 'none'] as const;

/** The theme after this one, as chosen by the user. */
export function nextTheme(theme: Theme): Theme {
  const name = names[(names.indexOf(theme.name) + 1) % names.length] ?? 'dark';
  return { ...theme, name, guessed: false, styles: { dark, light, none }[name] };
}

/** The theme for the background that OSC 11 reports (`rgb:RRRR/GGGG/BBBB`); a theme the user chose stays. */
export function themeOn(theme: Theme, background: string): Theme {
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(background);
  if (!theme.guessed || parts === null) return theme;
  const [red = 0, green = 0, blue = 0] = parts
    .slice(1)
    .map(part => Number.parseInt(part, 16) / (16 ** part.length - 1));
  const name = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
  return name === theme.name ? theme : { ...theme, name, styles: { dark, light }[name] };
}
