/** The query pane. */
import type { GraphQLSchema } from 'graphql';
import type { TickMemory } from '../../core/graphql/builder/memory.js';
import type { QueryDocument } from '../../core/graphql/builder/text/query-document.js';
import type { TextProblem } from '../../core/graphql/intelligence/problems.js';
import type { VariablesChange } from '../../core/graphql/intelligence/variables-change.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { Doc, TextPane } from './text.js';

export interface QueryState extends TextPane {
  /** The parsed text; while it does not parse, the last valid one. */
  readonly document: QueryDocument;
  /** Index of the definition at the cursor: shown in the tree, and run by Ctrl-R. */
  readonly active: number | undefined;
  /** State of the ticks that is not in the text. */
  readonly memory: TickMemory;
  /** Mutation fields, or operations of a description that may change something, added by a search or `a`: the first run needs confirmation. */
  readonly unnamed: ReadonlySet<string>;
  /** The text that is meant to run without the leaves that were offered for it. */
  readonly asIs?: Doc;
  /** Variables removed by an untick, by the key of its row: restored with the row. */
  readonly aside: ReadonlyMap<string, VariablesChange>;
  /** Problems found by the last check, at their current positions. Without syntax errors: see `problemsIn`. */
  readonly problems: readonly TextProblem[];
  /** The pending check; undefined: `problems` is up to date, or there is no schema. */
  readonly checkId: number | undefined;
  /** The text and schema that `problems` and `checkId` are for. */
  readonly seen: { readonly document: QueryDocument; readonly schema: GraphQLSchema | undefined };
  /** The same of an HTTP document: also its variables, whose values are checked in its place, and the server. */
  readonly seenRequests?: {
    readonly doc: Doc;
    readonly values: Doc;
    readonly description: Description | undefined;
    readonly url: string;
    readonly server: string | undefined;
  };
  /** The pending parse of a long text, which waits for the keys to stop; `document` and what derives from it are older. */
  readonly behind: number | undefined;
}

export type QueryAction =
  | { readonly type: 'query/command'; readonly command: TextCommand }
  /** The text returned from $EDITOR. */
  | { readonly type: 'query/edited'; readonly text: string }
  | { readonly type: 'query/click'; readonly column: number; readonly row: number; readonly extend: boolean }
  | { readonly type: 'query/scroll'; readonly by: number }
  /** Parses a long text once the keys stop. */
  | { readonly type: 'query/parse'; readonly id: number }
  /** Validates the text against the schema when idle, unless it has changed since. */
  | { readonly type: 'query/check'; readonly id: number }
  /** Moves the cursor. */
  | { readonly type: 'query/go'; readonly offset: number }
  /** The next or previous problem. */
  | { readonly type: 'query/problem'; readonly by: 1 | -1 }
  | { readonly type: 'query/problems' }
  /** Shows the docs of the element at the cursor. */
  | { readonly type: 'query/describe' }
  | { readonly type: 'query/format' };
