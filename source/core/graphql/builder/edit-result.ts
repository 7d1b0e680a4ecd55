/** Input and result of all builder actions. */
import type { GraphQLSchema } from 'graphql';
import type { Changes } from '../../text/changes.js';
import type { TickMemory } from './memory.js';
import type { Path } from './schema/path.js';
import type { QueryDocument } from './text/query-document.js';

export interface Context {
  readonly document: QueryDocument;
  readonly schema: GraphQLSchema;
  /** Index of the definition shown in the tree, among the definitions of the last valid text. */
  readonly active: number | undefined;
  readonly memory: TickMemory;
}

/** A variable defined by the edit, to be added to the variables JSON. */
export interface NewVariable {
  readonly name: string;
  readonly type: string;
  /** JSON value, if known because the variable replaces a literal. */
  readonly json?: string;
}

/** A prepared edit that has not been applied yet. */
export interface Edit {
  readonly ok: true;
  /** Changes to the text before the edit, applied as one CodeMirror transaction. */
  readonly changes: Changes;
  /** Changes to the text after the edit that restore the previous text byte for byte. */
  readonly inverse: Changes;
  /** Parsed document after the edit. */
  readonly document: QueryDocument;
  readonly memory: TickMemory;
  /** Index (in `document`) of the definition to show next. A tick may create an operation. */
  readonly active: number | undefined;
  /** Path of the edited row after the edit. */
  readonly path: Path;
  readonly added: readonly NewVariable[];
  /** Variables that no operation defines any more. Their generated values may be removed from the JSON. */
  readonly removed: readonly string[];
  /** Status line message about a side effect of the edit. */
  readonly note?: string;
}

/** `reason` is shown in the status line. It may quote the schema and must be sanitized. */
export interface RejectedEdit {
  readonly ok: false;
  readonly reason: string;
}

/** Result of an action. Actions never modify their context. */
export type EditResult = Edit | RejectedEdit;

/** @param reason message for the status line */
export const reject = (reason: string): RejectedEdit => ({ ok: false, reason });

/** Returns true for the rejection of an action, or of a step of one. */
export const isRejected = (result: unknown): result is RejectedEdit =>
  typeof result === 'object' && (result as Partial<RejectedEdit> | null)?.ok === false;
