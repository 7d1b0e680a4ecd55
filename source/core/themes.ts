/** Themes of the full screen as data: the predefined ones, and the configured theme. */
import { type Failure, isFailure, usageError } from './failure.js';
import { nearest } from './near-miss.js';

/** Colours of a theme, named after what they are used for. */
export const colourNames = [
  'background',
  'text',
  /** Hints, borders, comments. */
  'dim',
  /** Border and title of the focused pane, and of boxes. */
  'focus',
  /** Names of keys. */
  'key',
  'error',
  /** Warnings, search matches, types. */
  'warning',
  /** Marks of ticked or valid items. */
  'ok',
  'keyword',
  'string',
  /** Numbers and variables. */
  'number',
  /** Names of members and arguments. */
  'property',
] as const;
export type ColourName = (typeof colourNames)[number];

/** `#rrggbb`, or the name of a terminal colour. Absent colours are those of the terminal. */
export type ThemeColours = Readonly<Partial<Record<ColourName, string>>>;

/** Descriptions of the themes. `none` has only bold, dim, underlined and reversed text. */
export const aboutThemes = {
  dark: 'terminal palette, dark',
  light: 'terminal palette, light',
  none: 'no colours: bold, dim and reversed text',
  solarized: 'calm, on blue-grey',
  gruvbox: 'warm, on brown-grey',
  'high-contrast': 'bright, on black',
} as const;

export type ThemeName = keyof typeof aboutThemes;

/** Theme names in menu order. */
export const themeNames = Object.keys(aboutThemes) as readonly ThemeName[];

/** Themes that define colours. Colours are lighter than the originals if those have a contrast below 4.5:1. */
export const readyThemes: Readonly<Partial<Record<ThemeName, Readonly<Record<ColourName, string>>>>> = {
  solarized: {
    background: '#002b36',
    text: '#93a1a1',
    dim: '#7a8f95',
    focus: '#4aa3df',
    key: '#c79a17',
    error: '#f0716d',
    warning: '#c79a17',
    ok: '#93a81a',
    keyword: '#93a81a',
    string: '#2fb3a9',
    number: '#e27baa',
    property: '#4aa3df',
  },
  gruvbox: {
    background: '#282828',
    text: '#ebdbb2',
    dim: '#a89984',
    focus: '#8ec07c',
    key: '#fabd2f',
    error: '#ff6e5a',
    warning: '#fabd2f',
    ok: '#b8bb26',
    keyword: '#fe8019',
    string: '#b8bb26',
    number: '#d3869b',
    property: '#83a598',
  },
  'high-contrast': {
    background: '#000000',
    text: '#ffffff',
    dim: '#c6c6c6',
    focus: '#00ffff',
    key: '#ffff00',
    error: '#ff8787',
    warning: '#ffaf00',
    ok: '#5fff5f',
    keyword: '#ff87ff',
    string: '#87ff87',
    number: '#ffd75f',
    property: '#87d7ff',
  },
};

/** The sixteen colours of every terminal, in the order of their SGR parameters: 30 to 37, and 90 to 97. */
export const terminalColours: readonly string[] = ['', 'bright-'].flatMap(prefix =>
  ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map(name => `${prefix}${name}`),
);

/** Returns red, green and blue of `#rrggbb`, each from 0 to 255, or undefined for other formats. */
export function rgbOf(colour: string): readonly [red: number, green: number, blue: number] | undefined {
  if (!/^#[\da-f]{6}$/i.test(colour)) return undefined;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16));
  return [red, green, blue];
}

/** Returns the relative luminance from 0 to 1 (WCAG 2.2). */
export function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map(each => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `"theme"` from the configuration. A problem does not prevent opening the full screen: all valid parts apply. */
export interface ThemeSetting {
  readonly name?: ThemeName;
  readonly colours?: ThemeColours;
  readonly problem?: Failure;
}

/** Parses a theme name or a table of colours. */
export function readTheme(value: unknown): ThemeSetting {
  if (typeof value === 'string') {
    const name = themeNames.find(each => each === value);
    return name === undefined ? { problem: unknownName(`a theme "${value}"`, value, themeNames) } : { name };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: usageError('"theme" in the configuration must be a name or a table of colours.', form) };
  const colours: Partial<Record<ColourName, string>> = {};
  let problem: Failure | undefined;
  for (const [key, colour] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    const name = colourNames.find(each => each === key);
    const read = name === undefined ? unknownName(`"${key}" in its theme`, key, colourNames) : readColour(name, colour);
    if (isFailure(read)) problem ??= read;
    else if (name !== undefined) colours[name] = read;
  }
  return { colours: Object.keys(colours).length === 0 ? undefined : colours, problem };
}

const form = '{"theme": "gruvbox"}, or {"theme": {"background": "#101418", "key": "bright-yellow"}}';

const unknownName = (words: string, typed: string, names: readonly string[]): Failure => {
  const near = nearest(typed, names);
  const hint = near === undefined ? `Available: ${names.join(', ')}.` : `Did you mean "${near}"?`;
  return usageError(`The configuration has ${words}, which does not exist.`, hint);
};

function readColour(name: ColourName, colour: unknown): string | Failure {
  if (typeof colour === 'string' && (rgbOf(colour) !== undefined || terminalColours.includes(colour))) return colour;
  const near = typeof colour === 'string' ? nearest(colour, terminalColours) : undefined;
  return usageError(
    `${JSON.stringify(colour) ?? 'This'} of "${name}" in the configuration's theme is not a colour.`,
    near === undefined ? 'Use "#d33682", or a name such as "bright-blue".' : `Did you mean "${near}"?`,
  );
}
