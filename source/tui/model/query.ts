/** The query pane. */
import type { GraphQLSchema } from 'graphql';
import type { TickMemory } from '../../core/graphql/builder/memory.js';
import type { QueryDocument } from '../../core/graphql/builder/text/query-document.js';
import type { TextProblem } from '../../core/graphql/intelligence/problems.js';
import type { VariablesChange } from '../../core/graphql/intelligence/variables-change.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { Doc, TextPane, TextPaneId } from './text.js';

export interface QueryState extends TextPane {
  /** The parsed text, or the last valid version while the text has syntax errors. */
  readonly document: QueryDocument;
  /** Index of the definition at the cursor, which the tree shows and Ctrl-R runs. */
  readonly active: number | undefined;
  /** Tick state that is not in the text. */
  readonly memory: TickMemory;
  /** Mutation fields, or unsafe operations of a description, that a search or `a` added. Their first run needs confirmation. */
  readonly unnamed: ReadonlySet<string>;
  /** The text that the user chose to run without the suggested leaves. */
  readonly declinedDoc?: Doc;
  /** Variables removed when a row was unticked, by the row's key. Ticking the row again restores them. */
  readonly removedVariables: ReadonlyMap<string, VariablesChange>;
  /** Problems found by the last check, at their current positions. Excludes syntax errors; see `problemsIn`. */
  readonly problems: readonly TextProblem[];
  /** The pending check, or undefined if `problems` is up to date or there is no schema. */
  readonly checkId: number | undefined;
  /** The text and schema that `problems` and `checkId` belong to. */
  readonly checkInput: { readonly document: QueryDocument; readonly schema: GraphQLSchema | undefined };
  /**
   * The same for an HTTP document. Also contains its variables, whose values are checked where they are used, and the server.
   */
  readonly requestCheckInput?: {
    readonly doc: Doc;
    readonly values: Doc;
    readonly description: Description | undefined;
    readonly url: string;
    readonly server: string | undefined;
  };
  /**
   * The pending parse of a long text, which runs after a pause in typing. Until then, `document` and everything derived from it
   * are out of date.
   */
  readonly parseId: number | undefined;
}

export type QueryAction =
  | { readonly type: 'query/command'; readonly command: TextCommand }
  /** The text returned by $EDITOR. */
  | { readonly type: 'query/edited'; readonly text: string }
  | { readonly type: 'query/click'; readonly column: number; readonly row: number; readonly extend: boolean }
  | { readonly type: 'query/scroll'; readonly by: number }
  /** Parses a long text after a pause in typing. */
  | { readonly type: 'query/parse'; readonly id: number }
  /** Validates the text against the schema when idle, unless it has changed since. */
  | { readonly type: 'query/check'; readonly id: number }
  /** Moves the cursor. */
  | { readonly type: 'query/go'; readonly offset: number }
  /** Goes to the next or previous problem. */
  | { readonly type: 'query/problem'; readonly by: 1 | -1 }
  | { readonly type: 'query/problems' }
  /** Shows the documentation of the element at the cursor. */
  | { readonly type: 'query/describe' }
  /** Prompts for another name of the symbol at the cursor of a pane. */
  | { readonly type: 'query/ask-rename'; readonly pane: TextPaneId }
  | { readonly type: 'query/rename'; readonly pane: TextPaneId; readonly name: string }
  /** Goes to the definition of the symbol at the cursor of a pane. */
  | { readonly type: 'query/definition'; readonly pane: TextPaneId }
  /** Turns all literal arguments of the operation at the cursor into variables. */
  | { readonly type: 'query/arguments' }
  | { readonly type: 'query/format' };
