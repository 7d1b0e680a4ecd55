/** Places on the screen, in cells. `layout.ts` says where everything is. */

/** Of the screen, in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** One cell of the screen, from the upper left, 0 first. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Where the cursor of a field stands. */
export interface FieldCell extends Cell {
  /** Cells of the field's text that are drawn before it; absent: it is no field's. */
  readonly typed?: number;
}

/** A place on the screen, in cells from the upper left, 0 first; panes with their frame. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The panes. */
export type PaneId = 'schema' | 'query' | 'variables' | 'response';

/** `wide`: all panes; `medium`: schema and one of the right panes; `narrow`: one pane; `tiny`: only a notice. */
export type Form = 'wide' | 'medium' | 'narrow' | 'tiny';

/** Where everything is at one size. */
export interface Layout {
  readonly form: Form;
  readonly screen: Rect;
  readonly header: Rect;
  readonly footer: Rect;
  /** Names of the documents, when there are several. */
  readonly documents?: Rect;
  /** Names of the panes that share a place, when not all are shown. */
  readonly tabs?: Rect;
  /** Panes that are drawn. */
  readonly panes: Partial<Readonly<Record<PaneId, Rect>>>;
  readonly docs?: Rect;
}

/** Everything the layout depends on. */
export interface LayoutInput {
  readonly size: Size;
  readonly focus: PaneId;
  /** The right pane that is shown while the schema has the focus. */
  readonly side: Exclude<PaneId, 'schema'>;
  readonly zoomed: boolean;
  /** Columns the user added to the schema pane. */
  readonly shift: number;
  /** The documents that are open: several have a line of their own. */
  readonly tabs?: { readonly all: readonly unknown[] };
}
