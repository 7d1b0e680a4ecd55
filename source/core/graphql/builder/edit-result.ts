/** What every action of the builder takes and gives. */
import type { GraphQLSchema } from 'graphql';
import type { TickMemory } from './memory.js';
import type { Path } from './schema/path.js';
import type { Changes } from './text/changes.js';
import type { QueryDocument } from './text/query-document.js';

/** Everything a decision rests on. */
export interface Context {
  readonly document: QueryDocument;
  readonly schema: GraphQLSchema;
  /** Index of the definition the tree shows (an operation or a fragment) among the definitions of the last good text. */
  readonly active: number | undefined;
  readonly memory: TickMemory;
}

/** A variable the edit defined; the variables JSON may want a value for it. */
export interface NewVariable {
  readonly name: string;
  /** As written in the definition: `[ID!]!`. */
  readonly type: string;
  /** JSON text of its value, where the edit knows one (a literal that became a variable). */
  readonly json?: string;
}

/** An edit, ready to be made: nothing has changed yet. */
export interface Edit {
  readonly ok: true;
  /** Against the text before; one CodeMirror transaction. */
  readonly changes: Changes;
  /** Against the text after: gives the first bytes back. */
  readonly inverse: Changes;
  /** The document after, already parsed: keep it instead of parsing again. */
  readonly document: QueryDocument;
  /** What is remembered from now on. */
  readonly memory: TickMemory;
  /** The definition to show from now on (index in `document`): a tick may have made a new operation. */
  readonly active: number | undefined;
  /** The row the edit was about, as it is called now. */
  readonly path: Path;
  /** Variables defined by the edit. */
  readonly added: readonly NewVariable[];
  /** Variables no operation defines any more: their entries in the variables JSON may go if they were made by us. */
  readonly removed: readonly string[];
  /** What the edit did that nobody asked for, in a sentence for the status line. */
  readonly told?: string;
}

/** Nothing happens; `reason` is a sentence for the status line (may quote names from the schema: make it safe). */
export interface RejectedEdit {
  readonly ok: false;
  readonly reason: string;
}

/** What an action answers; neither form changes the context it was given. */
export type EditResult = Edit | RejectedEdit;

/** A refusal in words for the status line. */
export const reject = (reason: string): RejectedEdit => ({ ok: false, reason });
