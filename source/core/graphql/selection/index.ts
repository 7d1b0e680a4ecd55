/**
 * The query builder: pure decisions that turn an action on a row of the schema tree into a text edit of the query.
 *
 * The reducer keeps a `QueryDocument` (made by `parseQuery(text, previous)` after every change of the text), the index of the
 * active definition (`definitionAt(document, cursor)`) and a `Memory` (start: `emptyMemory`). An action gets them as `Context`
 * and answers with an `Edit` (put `changes` into the editor as one transaction, keep `document`, `memory`, `active`) or a
 * `Refusal` with a reason for the status line.
 */
import type { GraphQLSchema } from 'graphql';
import type { Context, Outcome } from './outcome.js';
import type { Path } from './path.js';

export * from './changes.js';
export * from './memory.js';
export * from './outcome.js';
export * from './path.js';
export * from './query-document.js';

/** The functions of this folder. They are exported by these names from here as they land. */
export interface Builder {
  /** Space on any row: ticks or unticks a field, a type condition, a spread, an argument, an input field. */
  toggle(context: Context, path: Path): Outcome;
  tick(context: Context, path: Path): Outcome;
  untick(context: Context, path: Path): Outcome;
  /** `a`: every leaf below the row that needs no argument; `A`: down to a depth (1 = like `a`). */
  tickAll(context: Context, path: Path, depth?: number): Outcome;
  /** `x`: everything below the row goes; on a root row the whole operation. */
  clear(context: Context, path: Path): Outcome;
  /** Enter on an argument, input field or list item: GraphQL literal text, or null to take it out. */
  setValue(context: Context, path: Path, literal: string | null): Outcome;
  /** `0`: absent -> null -> value -> absent. */
  cycleValue(context: Context, path: Path): Outcome;
  /** `+` on a list, `-` on an item. */
  addItem(context: Context, path: Path): Outcome;
  removeItem(context: Context, path: Path): Outcome;
  /** `v` on a literal: it becomes a variable (`added[0].json` is its value); `v` on a variable: `json` is its value in the variables pane. */
  toVariable(context: Context, path: Path, name?: string): Outcome;
  toLiteral(context: Context, path: Path, json: string | undefined): Outcome;
  /** Variables of the active operation that fit the row. */
  fittingVariables(context: Context, path: Path): readonly string[];
  /** `=`: null takes the alias away. */
  setAlias(context: Context, path: Path, alias: string | null): Outcome;
  /** `@`: adds or removes a directive; its arguments are rows below it. */
  addDirective(context: Context, path: Path, name: string): Outcome;
  removeDirective(context: Context, path: Path): Outcome;
  /** `f`. */
  extractFragment(context: Context, path: Path, name?: string): Outcome;
  inlineFragment(context: Context, path: Path): Outcome;
  addSpread(context: Context, path: Path, fragment: string): Outcome;
  newOperation(context: Context, root: 'query' | 'mutation' | 'subscription', name?: string): Outcome;
  renameOperation(context: Context, definition: number, name: string): Outcome;
  deleteDefinition(context: Context, definition: number): Outcome;
  /** Pays the first-call cost of validation (37 ms on the GitHub schema): call it on idle. */
  warmUp(schema: GraphQLSchema): void;
}
export { type SchemaView, viewOf } from './schema-view.js';
export * from './toggle.js';
