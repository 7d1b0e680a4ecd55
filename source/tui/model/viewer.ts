/** The viewer: a long text that is read, folded, searched, or looked at as a table. */
import type { Folds } from '../../core/response/viewer/folds.js';
import type { LineSource } from '../../core/response/viewer/line-source.js';
import type { Path } from '../../core/response/viewer/paths.js';
import type { Matches } from '../../core/response/viewer/search.js';
import type { Table } from '../../core/response/viewer/table.js';

/** One text, and how it is looked at. */
export interface BodyState {
  readonly source: LineSource;
  /** Lines known when the state was made: changes as more of the text is read. */
  readonly known: number;
  readonly folds: Folds;
  /** The line the cursor is on; never a hidden one. */
  readonly cursor: number;
  /** The first drawn line; never a hidden one. */
  readonly top: number;
  /** Characters scrolled out on the left. */
  readonly left: number;
  /** By line. */
  readonly marks: readonly ErrorMark[];
  readonly search: BodySearch | undefined;
  /** The list that is shown as a table. */
  readonly table: BodyTable | undefined;
}

/** Cells for lines inside of the pane. */
export interface BodyView {
  readonly width: number;
  readonly height: number;
}

export type BodyAction =
  | { readonly type: 'response/move'; readonly by: number }
  /** Scrolls; the cursor moves along only as far as it must. */
  | { readonly type: 'response/scroll'; readonly by: number }
  | { readonly type: 'response/sideways'; readonly by: number }
  | { readonly type: 'response/fold'; readonly how: 'toggle' | 'close' | 'open' | 'close-all' | 'open-all' }
  | { readonly type: 'response/click'; readonly row: number };

/** A search, as far as it has got. */
export interface BodySearch {
  readonly query: string;
  readonly matches: Matches;
  /** Index of the match the cursor is on; -1: none. */
  readonly current: number;
}

/** By a column's name. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
  /** Index in `rows` of each shown row, and the shown row of each. */
  readonly order: readonly number[];
  readonly placeOf: readonly number[];
}

/** A list of objects of the body, as it is looked at. The cursor's row is the body's line. */
export interface BodyTable extends Table {
  /** How its rows are sorted; absent: as they came. */
  readonly sort?: TableSort;
  /** Column of the cursor. */
  readonly column: number;
  /** First drawn row, first drawn column. */
  readonly top: number;
  readonly left: number;
}

/** One error of a GraphQL answer in words. Foreign text. */
export interface ResponseErrorInfo {
  readonly message: string;
  /** Message, path, place in the query and code on one line: the words of plain mode. */
  readonly line: string;
  /** Response keys and list indices. */
  readonly path?: Path;
  /** `user.posts.0.title`. */
  readonly pathText?: string;
  /** In the query. */
  readonly place?: { readonly line: number; readonly column: number };
  readonly code?: string;
  /** Its own JSON text, as sent. */
  readonly json?: string;
}

/** An error at a line of the body. */
export interface ErrorMark {
  readonly line: number;
  /** Index in the list of errors. */
  readonly error: number;
}
