/** The schema pane: the tree as it is looked at, the search in it, and what its keys do. */
import type { QueryDocument } from '../../core/graphql/builder/text/query-document.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { ChangedThing, SearchResults } from '../../core/graphql/search/index.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { Row } from './tree.js';

/** The tree as it is looked at; what is ticked is in the text. */
export interface SchemaState {
  /** Keys of open rows. */
  readonly open: ReadonlySet<string>;
  /** The visible rows, top to bottom. */
  readonly rows: readonly Row[];
  /** What the rows were made of; undefined: there are none yet. */
  readonly rowsOf:
    | {
        readonly index: SchemaIndex;
        readonly document: QueryDocument;
        readonly active: number | undefined;
        /** The text of the variables, if rows show what is in it. */
        readonly variables: EditorState['doc'] | undefined;
      }
    | undefined;
  /** Index of the cursor in `rows`. */
  readonly cursor: number;
  /** First drawn row. */
  readonly top: number;
  readonly onlyTicked: boolean;
  readonly hideDeprecated: boolean;
  /** Keys of rows that no filter hides: the path to a search result. */
  readonly shown: ReadonlySet<string>;
  /** The search in this pane. */
  readonly search: SearchState | undefined;
  /** The row that a search ended on. */
  readonly sought: string | undefined;
  /** Keys of rows that "go to" left behind, for Backspace. */
  readonly trail: readonly string[];
  /** Keys pressed before the schema was built: carried out as soon as it is. */
  readonly waiting: readonly { readonly key: string; readonly action: TickAction }[];
}

export type SchemaAction =
  | TickAction
  | JumpAction
  | { readonly type: 'schema/move'; readonly by: number }
  | { readonly type: 'schema/first' }
  | { readonly type: 'schema/last' }
  | { readonly type: 'schema/scroll'; readonly by: number }
  /** Opens the row, or goes to its first child. */
  | { readonly type: 'schema/open' }
  /** Closes the row, or goes to its parent. */
  | { readonly type: 'schema/close' }
  | { readonly type: 'schema/toggle-open' }
  | { readonly type: 'schema/click'; readonly column: number; readonly row: number }
  | { readonly type: 'schema/only-ticked' }
  | { readonly type: 'schema/deprecated' };

export type TickAction =
  /** Space. */
  | { readonly type: 'schema/tick' }
  | { readonly type: 'schema/tick-all'; readonly depth?: number }
  | { readonly type: 'schema/ask-depth' }
  | { readonly type: 'schema/clear' }
  /** Enter: opens a row, or edits an argument's value. */
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
  /** Opens the rows above a row and moves the cursor to it. */
  | { readonly type: 'schema/reveal'; readonly key: string; readonly open: readonly string[] }
  | { readonly type: 'schema/back' }
  | { readonly type: 'schema/where-used' }
  | { readonly type: 'schema/docs' };

/** A search in the tree, from `/` to Esc. */
export interface SearchState {
  readonly field: EditorState;
  /** Keys go into the line. False after Enter: `n` and `N` continue the search. */
  readonly typing: boolean;
  /** Absent while nothing is typed, or there is no schema yet. */
  readonly found: SearchResults | undefined;
  /** What is shown was not typed: these are the things that a refresh has changed, in the order of what was found. */
  readonly changes?: readonly ChangedThing[];
  /** The matches with what leads to them; absent where nothing was found. */
  readonly tree: MatchTree | undefined;
  /** The whole tree is shown, not only the matches. */
  readonly whole: boolean;
  /** Which of the results the cursor went to. */
  readonly at: number;
  /** The path to it: `Query`, `viewer`, `name`. */
  readonly way: readonly string[];
  /** Rows that are open only because of the result. */
  readonly added: readonly string[];
  /** Where Esc goes back to. */
  readonly before: { readonly key: string | undefined; readonly top: number; readonly shown: ReadonlySet<string> };
}

/** The rows of what was found, and which of them are the matches. */
export interface MatchTree {
  readonly rows: readonly Row[];
  /** Keys of the rows that lead to matches. */
  readonly open: ReadonlySet<string>;
  /** Results from top to bottom. */
  readonly order: readonly number[];
  /** Which result a row is, by its key. */
  readonly matchAt: ReadonlyMap<string, number>;
  /** The way to each result in words. */
  readonly ways: readonly (readonly string[])[];
}

export type SearchAction =
  | { readonly type: 'search/open' }
  | { readonly type: 'search/typed'; readonly command: TextCommand }
  /** To the next or previous result; after the last comes the first. */
  | { readonly type: 'search/step'; readonly by: number }
  /** Tab: the whole tree, or only the matches. */
  | { readonly type: 'search/whole' }
  /** `D`: only what a refresh has changed, and all again. */
  | { readonly type: 'search/changes' }
  /** Enter: the row is chosen. */
  | { readonly type: 'search/take' }
  /** Esc. */
  | { readonly type: 'search/leave' };
