/** The schema pane: the view of the tree, its search and its actions. */
import type { WayEnd } from '../../core/graphql/look-up/ways-between.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { ChangedElement, Entry } from '../../core/graphql/search/index.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { Filled } from '../../core/openapi/edit/json.js';
import type { OperationMatch } from '../../core/openapi/search.js';
import type { CallEnd, WayCall } from '../../core/openapi/ways-between.js';
import type { Asked } from '../../core/search/ask.js';
import type { Corpus } from '../../core/search/corpus.js';
import type { Tier } from '../../core/search/name-match.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { SiblingFile } from './documents.js';
import type { Doc } from './text.js';
import type { Grouping, Row, TreePlace } from './tree.js';

/** A request with ticks below its operation. */
interface EditedRequest {
  readonly filled: Filled;
  /** Text of the request, if ticks wrote all of it. */
  readonly text: string | undefined;
}

/** The view of the tree. The ticks themselves are in the text. */
export interface SchemaState {
  /** Keys of expanded rows. */
  readonly open: ReadonlySet<string>;
  /** Rows from top to bottom. */
  readonly rows: readonly Row[];
  /** The input from which `rows` was computed, or undefined if there are no rows yet. */
  readonly rowsInput:
    | {
        /** The schema or description, or undefined if the rows are the requests of the text. */
        readonly of: SchemaIndex | Description | undefined;
        /** The last valid GraphQL document, or the text of requests. */
        readonly text: object;
        /** Index of the active definition, or of the request at the cursor. */
        readonly at: number | undefined;
        readonly by: Grouping;
        /** Text of the variables, if rows show parts of it. */
        readonly variables: EditorState['doc'] | undefined;
      }
    | undefined;
  /** The other request files in the folder, and the tab's file at the time they were listed. Absent if there are none. */
  readonly siblings?: { readonly of: Doc; readonly files: readonly SiblingFile[] };
  /** Requests edited by ticks, by method and path. */
  readonly editedRequests: ReadonlyMap<string, EditedRequest>;
  /** Requests added by ticks, including the blank lines that were added with them. */
  readonly addedRequests: ReadonlyMap<string, string>;
  /** Index of the cursor in `rows`. */
  readonly cursor: number;
  /** Text and text cursor at the last move of the tree's cursor. If they are unchanged, Ctrl-R runs the request of the row. */
  readonly editorAtMove: EditorState | undefined;
  /** First drawn row. */
  readonly top: number;
  readonly onlyTicked: boolean;
  readonly hideDeprecated: boolean;
  /** Keys of rows exempt from filters, which are the rows on the path to a search result. */
  readonly exemptKeys: ReadonlySet<string>;
  readonly search: SearchState | undefined;
  /** The row that was marked as the start of ways. */
  readonly wayStart?: { readonly key: string; readonly name: string; readonly end: TreeEnd };
  /** The pending search for ways: its ID, start and goal. */
  readonly pendingWays?: { readonly id: number; readonly from: string; readonly to: string };
  /** Key of the row where the last search ended, or undefined if none has. */
  readonly searchedRowKey: string | undefined;
  /** Keys of the rows from which "go to" was used, for Backspace. */
  readonly trail: readonly string[];
  /** Keys pressed before the schema was built. They are applied once it is. */
  readonly queuedTicks: readonly { readonly key: string; readonly action: TickAction }[];
}

export type SchemaAction =
  | TickAction
  | JumpAction
  | { readonly type: 'schema/move'; readonly by: number }
  /** Moves to the next or previous operation, or to the next or previous field or type below a root. */
  | { readonly type: 'schema/step'; readonly by: 1 | -1 }
  /** `m`: goes to the next required value of the operation or field and edits it. */
  | { readonly type: 'schema/next-required' }
  | { readonly type: 'schema/first' }
  | { readonly type: 'schema/last' }
  | { readonly type: 'schema/scroll'; readonly by: number }
  /** Expands the row, or goes to its first child if it is expanded. */
  | { readonly type: 'schema/open' }
  /** Collapses the row, or goes to its parent if it is collapsed. */
  | { readonly type: 'schema/close' }
  | { readonly type: 'schema/toggle-open' }
  /** Expands all visible rows below the cursor's row by one level, or collapses all rows of the tree. */
  | { readonly type: 'schema/open-all' | 'schema/close-all' }
  | { readonly type: 'schema/click'; readonly column: number; readonly row: number }
  | { readonly type: 'schema/only-ticked' }
  | { readonly type: 'schema/deprecated' }
  /** Groups a description's operations by tag or by path. */
  | { readonly type: 'schema/grouping' };

export type TickAction =
  /** Space. */
  | { readonly type: 'schema/tick' }
  | { readonly type: 'schema/tick-all'; readonly depth?: number }
  | { readonly type: 'schema/ask-depth' }
  | { readonly type: 'schema/clear' }
  /** Enter expands a row or edits an argument's value. */
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
  /** `T`: goes to the row's type, below Types. */
  | { readonly type: 'schema/go-to-type'; readonly name?: string; readonly member?: string }
  /** Expands the ancestors of a row and moves the cursor to it. */
  | { readonly type: 'schema/reveal'; readonly key: string; readonly open: readonly string[] }
  | { readonly type: 'schema/back' }
  | { readonly type: 'schema/where-used' }
  /** `p`: lists the problems of the description. */
  | { readonly type: 'schema/problems' }
  | { readonly type: 'schema/docs' };

/** Results of a search in the tree, best first. Methods take the index of a result. */
export interface TreeResults {
  /** The schema, description or requests that were searched. */
  readonly of: object;
  readonly corpus: Corpus;
  readonly asked: Asked;
  readonly results: readonly number[];
  /** Quality of each match. */
  readonly fits: readonly Tier[];
  /** Number of matches, including those that are not in `results`. */
  readonly total: number;
  /** Index of the result to go to first. */
  readonly first: number;
  /** How to find matches that are not shown, as a sentence. */
  readonly hint: string;
  /** The operations that were found. Absent for a schema. */
  readonly matches?: readonly OperationMatch[];
  /** The ways that were found between operations, whose rows are not in the tree. */
  readonly ways?: readonly (readonly WayCall[])[];
  entryAt(nth: number): Entry | undefined;
  /** Possible rows in the tree, best first. */
  placesAt(nth: number): readonly TreePlace[];
  /** The reason for a result if it is not its name or description, such as `closest: `, or an empty string. */
  reasonAt(nth: number): string;
}

/** The start or goal of a way: a type or field of a schema, or an operation or resource of a description. */
export type TreeEnd = WayEnd | CallEnd;

/** A search in the tree, from `/` to Esc. */
export interface SearchState {
  readonly field: EditorState;
  /** True while keys edit the search. False after Enter, when `n` and `N` step through the results. */
  readonly typing: boolean;
  /** Absent while the search is empty or there is no schema yet. */
  readonly results: TreeResults | undefined;
  /** Changes found by a refresh, in the order of `found`, if they are listed instead of search results. */
  readonly changes?: readonly ChangedElement[];
  /** True if the results are ways between two rows. */
  readonly hasWays?: true;
  /** The matches with their ancestors, or absent if there are no matches. */
  readonly tree: MatchTree | undefined;
  /** True to show all rows of the tree, false to show only matches. */
  readonly showsFullTree: boolean;
  /** Index of the current result. */
  readonly at: number;
  /** Path of the current result: `Query`, `viewer`, `name`. */
  readonly path: readonly string[];
  /** Keys of rows that were expanded only to show the result. */
  readonly expandedKeys: readonly string[];
  /** Results of the last texts, because erasing letters returns to them. */
  readonly resultsByText: ReadonlyMap<string, TreeResults>;
  /** State restored by Esc. */
  readonly before: {
    readonly key: string | undefined;
    readonly top: number;
    readonly exemptKeys: ReadonlySet<string>;
    readonly docsRows: number;
  };
}

/** The rows of a search, with the positions of the matches. */
export interface MatchTree {
  readonly rows: readonly Row[];
  /** Keys of the ancestors of matches. */
  readonly open: ReadonlySet<string>;
  /** Indices of the results, from top to bottom. */
  readonly order: readonly number[];
  /** Index of the result of each row, by key. */
  readonly matchAt: ReadonlyMap<string, number>;
  /** The path of each result as names. */
  readonly paths: readonly (readonly string[])[];
}

export type SearchAction =
  | { readonly type: 'search/open' }
  | { readonly type: 'search/typed'; readonly command: TextCommand }
  /** Goes to the next or previous result, wrapping around at the end. */
  | { readonly type: 'search/step'; readonly by: number }
  /** Tab toggles between the whole tree and the matches. */
  | { readonly type: 'search/whole' }
  /** `D` toggles between the changes of a refresh and the tree. */
  | { readonly type: 'search/changes' }
  /** `F` marks the row as the start of ways, or shows the ways from the marked row to this one. */
  | { readonly type: 'search/ways' }
  /** The result of a search for ways. */
  | { readonly type: 'search/ways-found'; readonly id: number; readonly results: TreeResults }
  /** Enter chooses the row. */
  | { readonly type: 'search/take' }
  | { readonly type: 'search/leave' };
