/** Themes as data: text roles, glyphs, and the style of each role. `theme.ts` defines them. */
import type { TextRole } from '../../core/text/highlight.js';
import type { ThemeColours, ThemeName } from '../../core/themes.js';

/** Role of a piece of text. The theme defines its style. */
export type Role =
  | 'text'
  | 'dim'
  | 'strong'
  | 'border'
  | 'borderFocus'
  | 'title'
  | 'titleFocus'
  | 'cursor'
  | 'cursorIdle'
  | 'selection'
  | 'match'
  /** A match on the cursor's row. */
  | 'cursorMatch'
  | 'key'
  | 'error'
  | 'warning'
  /** Invalid or questionable text, underlined so that it is visible without colour. */
  | 'problem'
  | 'caution'
  | 'ok'
  | 'ticked'
  | 'deprecated'
  | 'name'
  | TextRole;

/** Glyphs of the screen. In ASCII, some take more cells than in Unicode (`...`, `ok`). */
export interface Glyphs {
  readonly box: {
    readonly horizontal: string;
    readonly vertical: string;
    readonly topLeft: string;
    readonly topRight: string;
    readonly bottomLeft: string;
    readonly bottomRight: string;
  };
  /** Borders of the focused pane and of overlays, heavier than the others so that focus does not depend on colour. */
  readonly focusBox: Glyphs['box'];
  readonly thumb: string;
  readonly opened: string;
  readonly closed: string;
  /** Marks of an argument or parameter that has a value, or has none. */
  readonly given: string;
  readonly absent: string;
  /** Mark after the name of a required argument or parameter. */
  readonly required: string;
  readonly cycle: string;
  readonly spread: string;
  readonly ellipsis: string;
  readonly dot: string;
  /** Separator of the names of a path. */
  readonly arrow: string;
  readonly down: string;
  /** Two cells wide. */
  readonly upDown: string;
  readonly pointer: string;
  readonly ok: string;
  readonly bad: string;
  /** A warning sign, one cell wide. */
  readonly caution: string;
  /** Replacement for a secret, four cells wide. */
  readonly mask: string;
}

/** Number of colours that a terminal supports. */
export type ColourDepth = 16 | 256 | 'all';

/** `none` uses no colours, only bold, dim, underlined and reversed text. `own` is the theme of the configuration. */
export interface Theme {
  readonly name: ThemeName | 'own';
  /** Set if the user did not choose the theme, so the terminal's background may still change it. */
  readonly guessed: boolean;
  /** The theme that matches the terminal's background. */
  readonly basis: 'dark' | 'light';
  readonly depth: ColourDepth;
  /** The configured colours. */
  readonly colours: ThemeColours | undefined;
  /** The theme to use when none is chosen on the screen, or undefined to follow the terminal's background. */
  readonly configured: ThemeName | 'own' | undefined;
  /** SGR parameters applied beneath the style of every cell; empty for the terminal's default text and background. */
  readonly ground: string;
  /** Background of the terminal as `#rrggbb`, if the terminal reported it. */
  readonly background?: string;
  /**
   * SGR parameters for the background of the selected row; the colours of its text stay the same. Empty if the background of the screen
   * is unknown or the terminal has too few colours; the row is then reversed.
   */
  readonly tint: string;
  readonly styles: Readonly<Record<Role, string>>;
  readonly glyphs: Glyphs;
  /** True if the terminal supports links (OSC 8). */
  readonly links: boolean;
}
