/** Input and result of every builder action. */
import type { GraphQLSchema } from 'graphql';
import type { TickMemory } from './memory.js';
import type { Path } from './schema/path.js';
import type { Changes } from './text/changes.js';
import type { QueryDocument } from './text/query-document.js';

export interface Context {
  readonly document: QueryDocument;
  readonly schema: GraphQLSchema;
  /** Index of the definition shown in the tree, among those of the last valid text. */
  readonly active: number | undefined;
  readonly memory: TickMemory;
}

/** A variable defined by the edit, for the variables JSON. */
export interface NewVariable {
  readonly name: string;
  readonly type: string;
  /** JSON of its value if known (a literal that became a variable). */
  readonly json?: string;
}

/** A prepared edit; nothing has changed yet. */
export interface Edit {
  readonly ok: true;
  /** For the text before; one CodeMirror transaction. */
  readonly changes: Changes;
  /** For the text after; restores the previous bytes. */
  readonly inverse: Changes;
  /** The parsed document after the edit. */
  readonly document: QueryDocument;
  readonly memory: TickMemory;
  /** The definition to show next (index in `document`): a tick may create an operation. */
  readonly active: number | undefined;
  /** The edited row's path after the edit. */
  readonly path: Path;
  readonly added: readonly NewVariable[];
  /** Variables that no operation defines any more; their generated values may be dropped from the JSON. */
  readonly removed: readonly string[];
  /** A side effect of the edit, for the status line. */
  readonly told?: string;
}

/** `reason` is for the status line; it may quote the schema and must be sanitised. */
export interface RejectedEdit {
  readonly ok: false;
  readonly reason: string;
}

/** The result of an action, which never modifies its context. */
export type EditResult = Edit | RejectedEdit;

/** @param reason for the status line */
export const reject = (reason: string): RejectedEdit => ({ ok: false, reason });
