/** The schema pane: the view of the tree, the search in it, and its actions. */
import type { QueryDocument } from '../../core/graphql/builder/text/query-document.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { ChangedThing, SearchResults } from '../../core/graphql/search/index.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { Filled } from '../../core/openapi/edit/json.js';
import type { OperationResults } from '../../core/openapi/search.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { FileBeside } from './documents.js';
import type { Doc } from './text.js';
import type { Grouping, Row } from './tree.js';

/** A request with ticks below its operation. */
interface EditedRequest {
  readonly filled: Filled;
  /** Its text, if all of it was written by ticks. */
  readonly text: string | undefined;
}

/** The view of the tree; the ticks are in the text. */
export interface SchemaState {
  /** Keys of expanded rows. */
  readonly open: ReadonlySet<string>;
  /** From top to bottom. */
  readonly rows: readonly Row[];
  /** The input that `rows` was made from; undefined: no rows yet. */
  readonly rowsOf:
    | {
        readonly index: SchemaIndex;
        readonly document: QueryDocument;
        readonly active: number | undefined;
        /** The text of the variables, if rows show parts of it. */
        readonly variables: EditorState['doc'] | undefined;
      }
    | undefined;
  /** The same of an HTTP document. */
  readonly apiRowsOf?: {
    /** Undefined: the rows are the requests of the text. */
    readonly description: Description | undefined;
    readonly text: EditorState['doc'];
    /** The request at the cursor, by its place among all. */
    readonly at: number | undefined;
    readonly by: Grouping;
  };
  /** The other files of requests in the folder, and the file as it was when they were asked for; absent: there is none. */
  readonly beside?: { readonly of: Doc; readonly files: readonly FileBeside[] };
  /** Requests that ticks have edited, by method and path. */
  readonly edited: ReadonlyMap<string, EditedRequest>;
  /** Requests that ticks have written, with the blank lines that came with them. */
  readonly added: ReadonlyMap<string, string>;
  /** Index of the cursor in `rows`. */
  readonly cursor: number;
  /** First drawn row. */
  readonly top: number;
  readonly onlyTicked: boolean;
  readonly hideDeprecated: boolean;
  /** Keys of rows exempt from filters: the path to a search result. */
  readonly shown: ReadonlySet<string>;
  readonly search: SearchState | undefined;
  /** The row where a search ended. */
  readonly sought: string | undefined;
  /** Keys of the rows where "go to" was used, for Backspace. */
  readonly trail: readonly string[];
  /** Keys pressed before the schema was built: applied as soon as it is. */
  readonly waiting: readonly { readonly key: string; readonly action: TickAction }[];
}

export type SchemaAction =
  | TickAction
  | JumpAction
  | { readonly type: 'schema/move'; readonly by: number }
  | { readonly type: 'schema/first' }
  | { readonly type: 'schema/last' }
  | { readonly type: 'schema/scroll'; readonly by: number }
  /** Expands the row, or goes to its first child. */
  | { readonly type: 'schema/open' }
  /** Collapses the row, or goes to its parent. */
  | { readonly type: 'schema/close' }
  | { readonly type: 'schema/toggle-open' }
  | { readonly type: 'schema/click'; readonly column: number; readonly row: number }
  | { readonly type: 'schema/only-ticked' }
  | { readonly type: 'schema/deprecated' }
  /** Of a description: operations by tag, or by path. */
  | { readonly type: 'schema/grouping' };

export type TickAction =
  /** Space. */
  | { readonly type: 'schema/tick' }
  | { readonly type: 'schema/tick-all'; readonly depth?: number }
  | { readonly type: 'schema/ask-depth' }
  | { readonly type: 'schema/clear' }
  /** Enter: expands a row, or edits an argument's value. */
  | { readonly type: 'schema/enter' }
  | { readonly type: 'schema/set-value'; readonly key: string; readonly literal: string | null }
  | { readonly type: 'schema/cycle' }
  | { readonly type: 'schema/add-item' }
  | { readonly type: 'schema/remove-item' }
  | { readonly type: 'schema/variable'; readonly name?: string; readonly fresh?: boolean }
  | { readonly type: 'schema/ask-alias' }
  | { readonly type: 'schema/alias'; readonly alias: string }
  | { readonly type: 'schema/directive'; readonly name?: string }
  | { readonly type: 'schema/fragment'; readonly spread?: string; readonly extract?: boolean };

export type JumpAction =
  /** `T`: the row's type, below Types. */
  | { readonly type: 'schema/go-to-type'; readonly name?: string; readonly member?: string }
  /** Expands the ancestors of a row and moves the cursor to it. */
  | { readonly type: 'schema/reveal'; readonly key: string; readonly open: readonly string[] }
  | { readonly type: 'schema/back' }
  | { readonly type: 'schema/where-used' }
  | { readonly type: 'schema/docs' };

/** The results of a search in a schema, or in a description. */
export type TreeResults = SearchResults | OperationResults;

/** A search in the tree, from `/` to Esc. */
export interface SearchState {
  readonly field: EditorState;
  /** Keys edit the search. False after Enter: `n` and `N` continue it. */
  readonly typing: boolean;
  /** Absent while the search is empty, or there is no schema yet. */
  readonly found: TreeResults | undefined;
  /** Set where the results are the changes of a refresh instead of a search, in the order of `found`. */
  readonly changes?: readonly ChangedThing[];
  /** The matches with their ancestors; absent if there are none. */
  readonly tree: MatchTree | undefined;
  /** The whole tree is shown, not only the matches. */
  readonly whole: boolean;
  /** Index of the current result. */
  readonly at: number;
  /** Its path: `Query`, `viewer`, `name`. */
  readonly path: readonly string[];
  /** Rows expanded only to show the result. */
  readonly added: readonly string[];
  /** Restored by Esc. */
  readonly before: {
    readonly key: string | undefined;
    readonly top: number;
    readonly shown: ReadonlySet<string>;
    readonly docsRows: number;
  };
}

/** The rows of a search, and which of them are matches. */
export interface MatchTree {
  readonly rows: readonly Row[];
  /** Keys of the ancestors of matches. */
  readonly open: ReadonlySet<string>;
  /** Results from top to bottom. */
  readonly order: readonly number[];
  /** Index of the result of each row, by key. */
  readonly matchAt: ReadonlyMap<string, number>;
  /** The path of each result as names. */
  readonly ways: readonly (readonly string[])[];
}

export type SearchAction =
  | { readonly type: 'search/open' }
  | { readonly type: 'search/typed'; readonly command: TextCommand }
  /** Goes to the next or previous result, around the end. */
  | { readonly type: 'search/step'; readonly by: number }
  /** Tab toggles between the whole tree and the matches. */
  | { readonly type: 'search/whole' }
  /** `D` toggles between the changes of a refresh and the tree. */
  | { readonly type: 'search/changes' }
  /** Enter chooses the row. */
  | { readonly type: 'search/take' }
  | { readonly type: 'search/leave' };
