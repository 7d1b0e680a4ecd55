/** Selection of a theme, and its glyphs. No information is conveyed by colour alone. */

import { bullets } from '../core/secret.js';
import { hasLinks } from '../core/text/hyperlinks.js';
import { readyThemes, type ThemeName, type ThemeSetting, themeNames } from '../core/themes.js';
import type { ColourDepth, Glyphs, Theme } from './model/theme.js';
import { baseFor, baseStyles, groundOf, stylesOf, tintOn } from './theme-styles.js';

const unicode: Glyphs = {
  box: { horizontal: '─', vertical: '│', topLeft: '┌', topRight: '┐', bottomLeft: '└', bottomRight: '┘' },
  focusBox: { horizontal: '━', vertical: '┃', topLeft: '┏', topRight: '┓', bottomLeft: '┗', bottomRight: '┛' },
  thumb: '█',
  opened: '▾',
  closed: '▸',
  given: '◉',
  absent: '○',
  required: '*',
  cycle: '↻',
  spread: '…',
  ellipsis: '…',
  dot: '·',
  arrow: '›',
  down: '▾',
  upDown: '▲▼',
  pointer: '◀',
  ok: '✓',
  bad: '✗',
  caution: '!',
  mask: bullets,
};

/** Glyphs for fonts that are known to have them. */
const rounded: Glyphs = {
  ...unicode,
  box: { ...unicode.box, topLeft: '╭', topRight: '╮', bottomLeft: '╰', bottomRight: '╯' },
};

const ascii: Glyphs = {
  box: { horizontal: '-', vertical: '|', topLeft: '+', topRight: '+', bottomLeft: '+', bottomRight: '+' },
  focusBox: { horizontal: '=', vertical: '#', topLeft: '*', topRight: '*', bottomLeft: '*', bottomRight: '*' },
  thumb: '%',
  opened: 'v',
  closed: '>',
  given: '*',
  absent: 'o',
  // The mark of a value is * here.
  required: '!',
  cycle: '@',
  spread: '...',
  ellipsis: '~',
  dot: '|',
  arrow: '>',
  down: 'v',
  upDown: '^v',
  pointer: '<',
  ok: 'ok',
  bad: 'x',
  caution: '!',
  mask: '****',
};

/** A theme for speech: screen readers read `|` aloud, and `-` as a pause. */
export const linearTheme = (variables: ThemeChoice['variables']): Theme => {
  const theme = chooseTheme({ theme: 'none', ascii: true, variables });
  return { ...theme, glyphs: { ...theme.glyphs, dot: '-' } };
};

/** Terminals that follow the locale. Others have long decoded UTF-8 regardless of it. */
const followsLocale = /^(?:screen|linux)/;

/**
 * The environment variable that requires ASCII output, because its locale is not UTF-8 (POSIX, XBD 8.2). Without any locale,
 * GNU screen and the Linux console also require ASCII. Undefined if any character may be used.
 */
export function withoutUtf8(variables: Readonly<Record<string, string | undefined>>): string | undefined {
  const name = ['LC_ALL', 'LC_CTYPE', 'LANG'].find(each => variables[each]);
  if (name !== undefined) return /utf-?8/i.test(variables[name] ?? '') ? undefined : `${name}=${variables[name]}`;
  return followsLocale.test(variables.TERM ?? '') && variables.TMUX === undefined
    ? `TERM=${variables.TERM}`
    : undefined;
}

/** True for a UTF-8 locale on the Linux console, whose 256 or 512 glyphs do not follow it (console_codes(4)). */
const hasRounded = (variables: Readonly<Record<string, string | undefined>>): boolean => {
  const locale = variables.LC_ALL || variables.LC_CTYPE || variables.LANG;
  return /utf-?8/i.test(locale ?? '') && !/^linux/.test(variables.TERM ?? '');
};

/** Terminals that support 24-bit colour without always announcing it. */
const trueColour = /direct|kitty|ghostty|alacritty|foot|wezterm/;

/** The number of colours of a terminal, according to its environment variables. */
function depthOf({ COLORTERM = '', TERM = '' }: Readonly<Record<string, string | undefined>>): ColourDepth {
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM) || trueColour.test(TERM)) return 'all';
  return TERM.includes('256') ? 256 : 16;
}

/** The background of a theme that the user chose or COLORFGBG implies, unless the terminal reports it. */
const assumed: Readonly<Partial<Record<Theme['name'], string>>> = { dark: '#000000', light: '#ffffff' };

/** Inputs for the selection of a theme: flags, the configuration, and environment variables about colour. */
interface ThemeChoice {
  readonly theme?: ThemeName;
  /** `"theme"` of the configuration. The flag overrides it, and so does a terminal or a user without colours. */
  readonly setting?: ThemeSetting;
  /** The theme chosen on the screen, which overrides the configuration. */
  readonly kept?: Theme['name'] | undefined;
  readonly ascii: boolean;
  /** True if the terminal has no colours. */
  readonly monochrome?: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Selects the theme. The order of precedence is: the flag, NO_COLOR and the terminal's capabilities, the choice on the screen,
 * the configuration, the background in COLORFGBG, and finally dark, which is legible on both backgrounds.
 */
export function chooseTheme({
  theme,
  setting = {},
  kept,
  ascii: plain,
  monochrome = false,
  variables,
}: ThemeChoice): Theme {
  const background = /;(\d+)$/.exec(variables.COLORFGBG ?? '')?.[1];
  const basis = background === '7' || background === '15' ? 'light' : 'dark';
  const isColourless = (Boolean(variables.NO_COLOR) || monochrome) && !variables.FORCE_COLOR;
  const configured = isColourless ? 'none' : configuredTheme(setting);
  const last = isColourless || (kept === 'own' && setting.colours === undefined) ? undefined : kept;
  const lineGraphics = hasRounded(variables) ? rounded : unicode;
  const terminal: Theme = {
    name: basis,
    guessed: true,
    basis,
    depth: depthOf(variables),
    colours: setting.colours,
    configured,
    background: background === undefined ? undefined : (assumed[basis] ?? ''),
    ground: '',
    tint: '',
    styles: baseStyles[basis],
    glyphs: plain ? ascii : lineGraphics,
    links: hasLinks(variables),
  };
  return withTheme(terminal, theme ?? last ?? configured);
}

const configuredTheme = ({ name, colours }: ThemeSetting): Theme['name'] | undefined =>
  name ?? (colours === undefined ? undefined : 'own');

/** The same terminal with another theme, or with the theme that matches its background if undefined. */
export function withTheme(theme: Theme, name: Theme['name'] | undefined): Theme {
  if (name === undefined || name === 'dark' || name === 'light' || name === 'none') {
    const base = name ?? theme.basis;
    const background = theme.background ?? (name === undefined ? undefined : assumed[name]);
    const tint = base === 'none' ? '' : tintOn(background, theme.depth);
    return { ...theme, name: base, guessed: name === undefined, ground: '', tint, styles: baseStyles[base] };
  }
  const colours = (name === 'own' ? theme.colours : readyThemes[name]) ?? {};
  const own = baseFor(colours);
  return {
    ...theme,
    name,
    guessed: own === undefined,
    ground: groundOf(colours, theme.depth),
    tint: tintOn(colours.background ?? theme.background, theme.depth),
    // If the background cannot be painted, follow the terminal's background.
    styles: stylesOf(theme.depth === 16 ? theme.basis : (own ?? theme.basis), colours, theme.depth),
  };
}

/** The themes to choose from, starting with the user's own. */
export const offeredThemes = (theme: Theme): readonly Theme['name'][] => [
  ...(theme.colours === undefined ? [] : ['own' as const]),
  ...themeNames,
];

/** The theme for the background reported by OSC 11 (`rgb:RRRR/GGGG/BBBB`). A theme that the user chose does not change. */
export function themeOn(theme: Theme, background: string): Theme {
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(background);
  if (parts === null || theme.ground !== '') return theme;
  const [red = 0, green = 0, blue = 0] = parts
    .slice(1)
    .map(part => Number.parseInt(part, 16) / (16 ** part.length - 1));
  const basis = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
  const hex = [red, green, blue].map(share =>
    Math.round(share * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  const reportedTheme: Theme = { ...theme, background: `#${hex.join('')}` };
  if (!theme.guessed) return withTheme(reportedTheme, theme.name);
  return withTheme({ ...reportedTheme, basis }, theme.name === 'own' ? 'own' : undefined);
}
