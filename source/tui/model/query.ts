/** The query pane. */
import type { GraphQLSchema } from 'graphql';
import type { TickMemory } from '../../core/graphql/builder/memory.js';
import type { QueryDocument } from '../../core/graphql/builder/text/query-document.js';
import type { TextProblem } from '../../core/graphql/intelligence/problems.js';
import type { VariablesChange } from '../../core/graphql/intelligence/variables-change.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { TextPane } from './text.js';

/** The text, with what is known about it. */
export interface QueryState extends TextPane {
  /** The text as it was parsed; while it does not parse, its last good form. */
  readonly document: QueryDocument;
  /** Index of the definition the cursor is in: the one the tree shows and Ctrl-R runs. */
  readonly active: number | undefined;
  /** What ticking remembers apart from the text. */
  readonly memory: TickMemory;
  /** Fields of Mutation that a search or `a` brought into the text: they are asked about before they are run first. */
  readonly unnamed: ReadonlySet<string>;
  /** What an untick removed from the variables, by the key of its row: it comes back with the row. */
  readonly aside: ReadonlyMap<string, VariablesChange>;
  /** What the last check found, at its places in the text as it is now. Syntax errors are not in it: see `problemsIn`. */
  readonly problems: readonly TextProblem[];
  /** The pending check; undefined: `problems` are about this text, or there is no schema to check against. */
  readonly checkId: number | undefined;
  /** The text and schema that `problems` and `checkId` are for. */
  readonly seen: { readonly document: QueryDocument; readonly schema: GraphQLSchema | undefined };
  /** The parse of a long text that waits until no more keys come; `document` and what follows it are those before them. */
  readonly behind: number | undefined;
}

export type QueryAction =
  | { readonly type: 'query/command'; readonly command: TextCommand }
  /** The text comes back from $EDITOR. */
  | { readonly type: 'query/edited'; readonly text: string }
  | { readonly type: 'query/click'; readonly column: number; readonly row: number; readonly extend: boolean }
  | { readonly type: 'query/scroll'; readonly by: number }
  /** Sent when no more keys come: parses a long text. */
  | { readonly type: 'query/parse'; readonly id: number }
  /** Sent when idle: checks the text against the schema, unless it has changed since. */
  | { readonly type: 'query/check'; readonly id: number }
  /** Moves the cursor to a place in the text. */
  | { readonly type: 'query/go'; readonly offset: number }
  /** The next or previous problem. */
  | { readonly type: 'query/problem'; readonly by: 1 | -1 }
  | { readonly type: 'query/problems' }
  /** Shows the docs of what is under the cursor. */
  | { readonly type: 'query/describe' }
  | { readonly type: 'query/format' };
