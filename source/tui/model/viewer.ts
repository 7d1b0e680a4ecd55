/** The viewer of a long text: scrolling, folding, search and tables. */
import type { Folds } from '../../core/response/viewer/folds.js';
import type { LineSource } from '../../core/response/viewer/line-source.js';
import type { Path } from '../../core/response/viewer/paths.js';
import type { Matches } from '../../core/response/viewer/search.js';
import type { Table, TableColumn } from '../../core/response/viewer/table.js';
import type { FilteredRows, TableSort } from '../../core/response/viewer/table-rows.js';

/** A text and its view. */
export interface BodyState {
  readonly source: LineSource;
  /** Number of lines known when the state was created. It grows as more of the text is read. */
  readonly known: number;
  readonly folds: Folds;
  /** Line of the cursor; never hidden. */
  readonly cursor: number;
  /** The first visible line; never a hidden one. */
  readonly top: number;
  /** Number of characters scrolled out on the left. */
  readonly left: number;
  /** Error marks, ordered by line. */
  readonly marks: readonly ErrorMark[];
  readonly search: BodySearch | undefined;
  /** The differences from another response, or undefined if there is no comparison. */
  readonly comparison?: Comparison | undefined;
  /** True for the heads of a request and its response, which have their own colours. */
  readonly isHead?: true;
  /** The list shown as a table. */
  readonly table: BodyTable | undefined;
  /** The text selected with the mouse, until the cursor moves. */
  readonly selection?: BodySelection | undefined;
}

/** The differences from another response. */
interface Comparison {
  /** Name of the other response's operation. */
  readonly name: string;
  /** Marks ordered by line; never empty. */
  readonly marks: readonly ChangeMark[];
}

/** A difference, at the line of the value. For a removed value, it is the line of the value's container. */
export interface ChangeMark {
  readonly line: number;
  readonly kind: 'added' | 'changed' | 'removed';
  /** Text after the line. Untrusted text. */
  readonly text: string;
}

/** Size available for lines inside the pane, in cells. */
export interface BodyView {
  readonly width: number;
  readonly height: number;
}

/** The left button is pressed at a cell of the drawn text, dragged to it, or released there. */
export interface BodyClick {
  readonly type: 'response/click';
  readonly row: number;
  readonly column: number;
  readonly how: 'press' | 'drag' | 'release';
}

/**
 * A position in the lines as drawn. The column counts cells from the beginning of the line, even if that is scrolled out of
 * view.
 */
export interface BodyPosition {
  readonly line: number;
  readonly column: number;
}

/** Text selected with the mouse. */
export interface BodySelection {
  readonly anchor: BodyPosition;
  readonly head: BodyPosition;
  /** True if the button was pressed on the cursor's line, which is folded unless the mouse moves. */
  readonly folds: boolean;
}

export type BodyAction =
  | { readonly type: 'response/move'; readonly by: number }
  /** Scrolls. The cursor moves only as far as necessary. */
  | { readonly type: 'response/scroll'; readonly by: number }
  | { readonly type: 'response/sideways'; readonly by: number }
  | { readonly type: 'response/fold'; readonly how: 'toggle' | 'close' | 'open' | 'close-all' | 'open-all' }
  | BodyClick;

/** A search, possibly in progress. */
export interface BodySearch {
  readonly query: string;
  readonly matches: Matches;
  /** Index of the current match, or -1 if there is none. */
  readonly current: number;
}

/** A list of objects in the body, shown as a table. The cursor's row is the body's line. */
export interface BodyTable {
  readonly of: Table;
  /** Columns found in the rows read when the state was created, and the number of those rows. Both grow. */
  readonly columns: readonly TableColumn[];
  readonly known: number;
  /** Sort keys; empty for the original order. */
  readonly sorts: readonly TableSort[];
  /** Words that each visible row contains; empty to show all rows. */
  readonly filter: string;
  /**
   * Indices into `rows` of all rows in order, and of the filtered rows. Undefined if all rows are shown in their original
   * order.
   */
  readonly shown?: { readonly sorted: readonly number[]; readonly rows: FilteredRows } | undefined;
  /** Names of the columns that are as wide as their content. */
  readonly full: ReadonlySet<string>;
  readonly column: number;
  /** First visible row, and first visible column after the leftmost column, which always stays visible. */
  readonly top: number;
  readonly left: number;
}

/** One error of a GraphQL response, formatted. Untrusted text. */
export interface ResponseErrorInfo {
  readonly message: string;
  /** Message, path, position in the query and code on one line, as in plain mode. */
  readonly line: string;
  /** Response keys and list indices of the path. */
  readonly path?: Path;
  /** The path as text: `user.posts.0.title`. */
  readonly pathText?: string;
  /** Position in the query. */
  readonly position?: { readonly line: number; readonly column: number };
  readonly code?: string;
  /** Compact JSON of `extensions` without the code. */
  readonly extensions?: string | undefined;
  /** JSON text of the error, as received. */
  readonly json?: string;
}

export interface ErrorMark {
  readonly line: number;
  /** Index in the list of errors. */
  readonly error: number;
}
