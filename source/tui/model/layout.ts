/** Positions on the screen, in cells; `layout.ts` computes them. */

/** In cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** One cell of the screen, from the upper left, 0 first. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Position of a field's cursor. */
export interface FieldCell extends Cell {
  /** Cells of the field's text drawn before it; absent: not in a field. */
  readonly typed?: number;
}

/** A rectangle in cells from the upper left, 0 first; panes include their frame. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type PaneId = 'schema' | 'query' | 'variables' | 'response';

/** `wide`: all panes; `medium`: schema and one of the right panes; `narrow`: one pane; `tiny`: only a notice. */
export type Form = 'wide' | 'medium' | 'narrow' | 'tiny';

/** The layout at one size. */
export interface Layout {
  readonly form: Form;
  readonly screen: Rect;
  readonly header: Rect;
  readonly footer: Rect;
  /** The tab bar, when several documents are open. */
  readonly documents?: Rect;
  /** Names of the panes that share one area, when not all are shown. */
  readonly tabs?: Rect;
  /** The visible panes. */
  readonly panes: Partial<Readonly<Record<PaneId, Rect>>>;
  readonly docs?: Rect;
}

/** Everything the layout depends on. */
export interface LayoutInput {
  readonly size: Size;
  readonly focus: PaneId;
  /** The right pane shown while the schema has the focus. */
  readonly side: Exclude<PaneId, 'schema'>;
  readonly zoomed: boolean;
  /** Columns the user added to the schema pane. */
  readonly shift: number;
  /** Rows the user moved the border above the response up; where that has a column of its own, the one above the variables. */
  readonly rise?: number;
  /** Rows that the documentation has had to say since the tree got the focus. */
  readonly docsRows?: number;
  /** The text of the variables, whose pane grows with it. */
  readonly variables?: { readonly editor: { readonly doc: { readonly lines: number } } };
  /** The open documents: several have a line of their own. */
  readonly tabs?: { readonly all: readonly unknown[] };
}
