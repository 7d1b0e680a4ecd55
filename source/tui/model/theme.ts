/** What the screen looks like, as data: roles of text, signs, and how each role is styled. `theme.ts` has the themes. */

/** What a piece of text is; the theme says how that looks. */
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
  /** A match on the row of the cursor. */
  | 'cursorMatch'
  | 'key'
  | 'error'
  | 'warning'
  /** A place in a text that is wrong or questionable: underlined, so that it shows without colour. */
  | 'problem'
  | 'caution'
  | 'ok'
  | 'ticked'
  | 'deprecated'
  | 'name'
  | 'keyword'
  | 'string'
  | 'number'
  | 'property'
  | 'variable'
  | 'comment'
  | 'type'
  | 'atom'
  | 'directive'
  | 'punctuation';

/** The signs of the screen; in ASCII one may take more cells than in Unicode (`...`, `ok`). */
export interface Glyphs {
  readonly box: {
    readonly horizontal: string;
    readonly vertical: string;
    readonly topLeft: string;
    readonly topRight: string;
    readonly bottomLeft: string;
    readonly bottomRight: string;
  };
  /** The upper side of the focused pane's box: heavier, so that focus is a shape and not a colour. */
  readonly focusTop: Pick<Glyphs['box'], 'horizontal' | 'topLeft' | 'topRight'>;
  /** The box of what stands above the panes. */
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
  /** Stands for a secret: as wide as the bullets that secrets become, four cells. */
  readonly mask: string;
}

/** One look of the whole screen. `none` has no colours, only bold, dim, underlined and reversed text. */
export interface Theme {
  readonly name: 'dark' | 'light' | 'none';
  /** The user did not choose it: the terminal's background may still decide. */
  readonly guessed: boolean;
  readonly styles: Readonly<Record<Role, string>>;
  readonly glyphs: Glyphs;
}
