/** Themes as data: roles of text, glyphs, and the style of each role. `theme.ts` defines them. */

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

/** `none` has no colours, only bold, dim, underlined and reversed text. */
export interface Theme {
  readonly name: 'dark' | 'light' | 'none';
  /** Not chosen by the user: the terminal's background may still decide. */
  readonly guessed: boolean;
  readonly styles: Readonly<Record<Role, string>>;
  readonly glyphs: Glyphs;
}
