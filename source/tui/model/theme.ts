/** Themes as data: roles of text, glyphs, and the style of each role. `theme.ts` defines them. */
import type { TextRole } from '../../core/text/highlight.js';
import type { ThemeColours, ThemeName } from '../../core/themes.js';

/** The role of a piece of text, styled by the theme. */
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
  /** Invalid or questionable text: underlined, so that it shows without colour. */
  | 'problem'
  | 'caution'
  | 'ok'
  | 'ticked'
  | 'deprecated'
  | 'name'
  | TextRole;

/** The glyphs of the screen; in ASCII some take more cells than in Unicode (`...`, `ok`). */
export interface Glyphs {
  readonly box: {
    readonly horizontal: string;
    readonly vertical: string;
    readonly topLeft: string;
    readonly topRight: string;
    readonly bottomLeft: string;
    readonly bottomRight: string;
  };
  /** The top border of the focused pane: heavier, so that focus does not rely on colour. */
  readonly focusTop: Pick<Glyphs['box'], 'horizontal' | 'topLeft' | 'topRight'>;
  /** The border of overlays. */
  readonly raisedBox: Glyphs['box'];
  readonly thumb: string;
  readonly opened: string;
  readonly closed: string;
  readonly required: string;
  readonly optional: string;
  readonly cycle: string;
  readonly spread: string;
  readonly ellipsis: string;
  readonly dot: string;
  readonly down: string;
  /** Two cells. */
  readonly upDown: string;
  readonly pointer: string;
  readonly ok: string;
  readonly bad: string;
  /** A warning, one cell. */
  readonly caution: string;
  /** Replaces a secret: four cells. */
  readonly mask: string;
}

/** How many colours a terminal shows. */
export type ColourDepth = 16 | 256 | 'all';

/** `none` has no colours, only bold, dim, underlined and reversed text; `own` is that of the configuration. */
export interface Theme {
  readonly name: ThemeName | 'own';
  /** Not chosen by the user: the terminal's background may still decide. */
  readonly guessed: boolean;
  /** For the terminal's background. */
  readonly basis: 'dark' | 'light';
  readonly depth: ColourDepth;
  /** The colours of the configuration. */
  readonly own: ThemeColours | undefined;
  /** The theme where none is chosen on the screen; undefined: that of the terminal's background. */
  readonly configured: ThemeName | 'own' | undefined;
  /** SGR parameters under those of every cell; empty: the terminal's own text and background. */
  readonly ground: string;
  readonly styles: Readonly<Record<Role, string>>;
  readonly glyphs: Glyphs;
}
