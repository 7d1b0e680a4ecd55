/** The viewer of a long text: scrolling, folding, search, and tables. */
import type { Folds } from '../../core/response/viewer/folds.js';
import type { LineSource } from '../../core/response/viewer/line-source.js';
import type { Path } from '../../core/response/viewer/paths.js';
import type { Matches } from '../../core/response/viewer/search.js';
import type { Table, TableColumn } from '../../core/response/viewer/table.js';
import type { FilteredRows, TableSort } from '../../core/response/viewer/table-rows.js';

/** One text and its view. */
export interface BodyState {
  readonly source: LineSource;
  /** Number of lines known when the state was made; grows as more of the text is read. */
  readonly known: number;
  readonly folds: Folds;
  /** Line of the cursor; never a hidden one. */
  readonly cursor: number;
  /** The first visible line; never a hidden one. */
  readonly top: number;
  /** Characters scrolled out on the left. */
  readonly left: number;
  /** By line. */
  readonly marks: readonly ErrorMark[];
  readonly search: BodySearch | undefined;
  /** The differences from another response; absent: none is compared with. */
  readonly comparison?: Comparison | undefined;
  /** The list shown as a table. */
  readonly table: BodyTable | undefined;
}

/** The differences from another response. */
interface Comparison {
  /** The operation of the other one. */
  readonly name: string;
  /** By line; never empty. */
  readonly marks: readonly ChangeMark[];
}

/** A difference, at the line of the value, or of the container of one that is gone. */
export interface ChangeMark {
  readonly line: number;
  readonly kind: 'added' | 'changed' | 'removed';
  /** Shown after the line. Untrusted text. */
  readonly text: string;
}

/** Cells for lines inside the pane. */
export interface BodyView {
  readonly width: number;
  readonly height: number;
}

export type BodyAction =
  | { readonly type: 'response/move'; readonly by: number }
  /** Scrolls; the cursor moves only as far as it must. */
  | { readonly type: 'response/scroll'; readonly by: number }
  | { readonly type: 'response/sideways'; readonly by: number }
  | { readonly type: 'response/fold'; readonly how: 'toggle' | 'close' | 'open' | 'close-all' | 'open-all' }
  | { readonly type: 'response/click'; readonly row: number };

/** A search, possibly in progress. */
export interface BodySearch {
  readonly query: string;
  readonly matches: Matches;
  /** Index of the current match; -1: none. */
  readonly current: number;
}

/** A list of objects of the body, shown as a table. The cursor's row is the body's line. */
export interface BodyTable {
  readonly of: Table;
  /** Those of the rows read when the state was made, and the number of these rows; both grow. */
  readonly columns: readonly TableColumn[];
  readonly known: number;
  /** Empty: in original order. */
  readonly sorts: readonly TableSort[];
  /** Words that each row shown has; empty: all rows are shown. */
  readonly filter: string;
  /** All rows in order, and the filtered rows, by their index in `rows`. Undefined if all rows are shown in original order. */
  readonly shown?: { readonly sorted: readonly number[]; readonly rows: FilteredRows } | undefined;
  /** Names of the columns that are as wide as their content. */
  readonly full: ReadonlySet<string>;
  readonly column: number;
  /** First visible row; first visible column, beside the first of all unless it is that one. */
  readonly top: number;
  readonly left: number;
}

/** One error of a GraphQL response, formatted. Untrusted text. */
export interface ResponseErrorInfo {
  readonly message: string;
  /** Message, path, position in the query and code on one line, as in plain mode. */
  readonly line: string;
  /** Response keys and list indices. */
  readonly path?: Path;
  /** `user.posts.0.title`. */
  readonly pathText?: string;
  /** Position in the query. */
  readonly place?: { readonly line: number; readonly column: number };
  readonly code?: string;
  /** Compact JSON of `extensions` without its code. */
  readonly extensions?: string | undefined;
  /** Its JSON text, as received. */
  readonly json?: string;
}

export interface ErrorMark {
  readonly line: number;
  /** Index in the list of errors. */
  readonly error: number;
}
