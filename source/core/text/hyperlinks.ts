/**
 * Links of cells, and which terminals support them (OSC 8). In a style, a link is a parameter in a separate group, so frames
 * contain no URL and a link has no width. Only the painter writes the sequence.
 */

type Variables = Readonly<Record<string, string | undefined>>;

/** True if the dotted version is at least that one. */
function isFrom(version: string | undefined, [major = 0, minor = 0]: readonly number[]): boolean {
  const [a = 0, b = 0] = (version ?? '').split('.').map(Number);
  return a > major || (a === major && b >= minor);
}

/** Terminals that support OSC 8, by the variables that they set. The inner terminal is first, since it handles the output. */
const terminals: readonly (readonly [
  is: (variables: Variables) => boolean,
  supports: (variables: Variables) => boolean,
])[] = [
  [({ TERM = '' }) => /^(?:dumb|linux)/.test(TERM), () => false],
  // tmux passes links on if the outer terminal has the feature, and drops them otherwise.
  [
    ({ TMUX }) => TMUX !== undefined,
    ({ TERM_PROGRAM, TERM_PROGRAM_VERSION }) => TERM_PROGRAM === 'tmux' && isFrom(TERM_PROGRAM_VERSION, [3, 4]),
  ],
  [({ STY, TERM = '' }) => STY !== undefined || TERM.startsWith('screen'), () => false],
  [({ VTE_VERSION }) => VTE_VERSION !== undefined, ({ VTE_VERSION }) => Number(VTE_VERSION) >= 5000],
  [({ KONSOLE_VERSION }) => KONSOLE_VERSION !== undefined, ({ KONSOLE_VERSION }) => Number(KONSOLE_VERSION) >= 201_200],
  [({ WT_SESSION }) => WT_SESSION !== undefined, () => true],
  [
    ({ TERM_PROGRAM }) => TERM_PROGRAM === 'iTerm.app',
    ({ TERM_PROGRAM_VERSION }) => isFrom(TERM_PROGRAM_VERSION, [3, 1]),
  ],
  [
    ({ TERM_PROGRAM }) => TERM_PROGRAM === 'vscode',
    ({ TERM_PROGRAM_VERSION }) => isFrom(TERM_PROGRAM_VERSION, [1, 72]),
  ],
  [({ TERM_PROGRAM = '' }) => /^(?:WezTerm|ghostty|Hyper|mintty|rio|Tabby)$/.test(TERM_PROGRAM), () => true],
  [({ TERM = '' }) => /^(?:xterm-)?(?:kitty|ghostty|wezterm|contour|foot|alacritty)/.test(TERM), () => true],
];

/** True if the terminal is known to support OSC 8. FORCE_HYPERLINK=1 or 0 overrides it. */
export function hasLinks(variables: Variables): boolean {
  const { FORCE_HYPERLINK } = variables;
  if (FORCE_HYPERLINK !== undefined && FORCE_HYPERLINK !== '') return FORCE_HYPERLINK !== '0';
  return terminals.find(([is]) => is(variables))?.[1](variables) ?? false;
}

/** Lowest parameter of a link. SGR (ECMA-48) has none above 107. */
const firstLink = 1000;

/** Number of URLs that are remembered. Older ones lose their link when their cells are written again. */
const maxLinks = 1000;

const parameters = new Map<string, number>();
let latest = firstLink;

/** The style parameter of a link, the same each time. */
export function linkParameter(url: string): string {
  let parameter = parameters.get(url);
  if (parameter === undefined) {
    if (parameters.size >= maxLinks) parameters.clear();
    latest += 1;
    parameter = latest;
    parameters.set(url, parameter);
  }
  return String(parameter);
}

export const isLink = (parameter: number): boolean => parameter >= firstLink;

/** The URL of a style parameter, or undefined if it is too old. */
export const linkedUrl = (parameter: string): string | undefined =>
  [...parameters].find(([, number]) => String(number) === parameter)?.[0];
