/** Positions on the screen, in cells. `layout.ts` computes them. */
import type { Text } from '@codemirror/state';

/** A size in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** One cell of the screen, counted from 0 at the upper left. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Position of the cursor, possibly in a field. */
export interface FieldCell extends Cell {
  /** Number of cells of the field's text before the cursor, or absent outside a field. */
  readonly typed?: number;
}

/** A rectangle in cells, counted from 0 at the upper left. Panes include their frame. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type PaneId = 'schema' | 'query' | 'variables' | 'response';

/** `wide`: all panes; `medium`: schema and one of the right panes; `narrow`: one pane; `tiny`: only a notice. */
export type Form = 'wide' | 'medium' | 'narrow' | 'tiny';

/** The layout for one screen size. */
export interface Layout {
  readonly form: Form;
  readonly screen: Rect;
  readonly header: Rect;
  readonly footer: Rect;
  /** Area of the tab bar, if several documents are open. */
  readonly documents?: Rect;
  /** Names of the panes that share one area, if not all of them are visible. */
  readonly tabs?: Rect;
  /** The visible panes. */
  readonly panes: Partial<Readonly<Record<PaneId, Rect>>>;
  readonly docs?: Rect;
}

/** The contents that change the heights of the panes. */
interface LayoutContents {
  /** Text of the query, which determines the height of its pane after a run. */
  readonly query?: { readonly editor: { readonly doc: Pick<Text, 'lines' | 'line'> } };
  /** Text of the variables, which determines the height of their pane. */
  readonly variables?: { readonly editor: { readonly doc: { readonly lines: number } } };
  /** The run that is shown or in progress. Before the first run, the query gets more room. */
  readonly response?: { readonly runId: number | undefined };
  /** Maximum number of documentation rows needed since the tree got the focus. */
  readonly docsRows?: number;
  /** The open documents. If there is more than one, they get a tab bar. */
  readonly tabs?: { readonly all: readonly unknown[] };
}

/** Everything the layout depends on. */
export interface LayoutInput extends LayoutContents {
  readonly size: Size;
  readonly focus: PaneId;
  /** The right pane that is visible while the schema has the focus. */
  readonly side: Exclude<PaneId, 'schema'>;
  readonly zoomed: boolean;
  /** Columns the user added to the schema pane. */
  readonly shift: number;
  /**
   * Rows by which the user moved up the border above the response or, if the response has its own column, the border above the
   * variables. If absent, the border follows the texts.
   */
  readonly rise?: number | undefined;
  /** True if long lines of the texts wrap. */
  readonly wrap?: boolean;
}
