/** The source of a tree: a GraphQL schema, an OpenAPI description, or the requests of `.http` files. */
import type { WayEnd } from '../../core/graphql/look-up/ways-between.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { SeenValue } from '../../core/seen/values.js';
import { plainMarkdown } from '../../core/text/markdown.js';
import type { Action } from '../model/action.js';
import type { Choice } from '../model/overlays.js';
import type { TreeEnd, TreeResults } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Grouping, Row, RowSource } from '../model/tree.js';
import type { VariableValues } from '../variables/values.js';

/** The rows of a tree for one state. They are created on demand. */
interface TreeRows extends RowSource {
  /** The rows from top to bottom, without those that filters hide or that are below a collapsed row. */
  visible(): readonly Row[];
  /** The values that rows show, if the text has variables. */
  readonly variables?: VariableValues;
}

/** The rows that use a type. */
interface TreeUses {
  /** Name of the type. Untrusted text. */
  readonly name: string;
  readonly options: readonly Choice<Action>[];
}

/** The search for ways between two rows. */
export interface TreeWays {
  /** Kinds of rows that can be an end. */
  readonly ends: string;
  endOf(row: Row): TreeEnd | undefined;
  slices(from: TreeEnd, to: TreeEnd): Generator<void, TreeResults>;
}

/** Everything that depends on the kind of tree, except what keys do to its rows, which is in `ticks.ts` and `api/ticks.ts`. */
export interface TreeSource {
  /** Absent if rows depend only on the text. */
  readonly of?: SchemaIndex | Description;
  /** Size of the schema or description, such as `41 types`. */
  readonly size?: string;
  /** The text that rows depend on. Another object means other rows. */
  text(state: State): object;
  /** Index of the part of the text that the tree shows. */
  at(state: State): number | undefined;
  /**
   * Undefined if there is no tree, for example because the schema is still loading.
   * @param found results whose rows are needed, which may not be in the tree
   */
  rows(state: State, found?: TreeResults): TreeRows | undefined;
  /** Number of ticks. */
  ticked(state: State): number;
  /** The schema, description or requests to search. Undefined if there are none yet. */
  searched(state: State): object | undefined;
  search(state: State, text: string): TreeResults | undefined;
  /** Full documentation of a row, as paragraphs separated by empty lines. Untrusted text. */
  docs(state: State, row: Row): string;
  /** The uses of a row's type, or a sentence if there are none. */
  uses(state: State, row: Row | undefined): TreeUses | string;
  /** Values from earlier responses that a row may refer to. */
  seen?(state: State, row: Row): readonly SeenValue[];
  readonly ways?: TreeWays;
  /** Offset in the text of the request that a row represents. */
  offsetOf?(state: State, row: Row): number | undefined;
  /** Keys of the expanded rows and of the cursor's row after a change of the grouping. */
  regrouped?(state: State, from: Grouping): { readonly open: ReadonlySet<string>; readonly cursor: string | undefined };
}

/** True for an end in a GraphQL schema. */
export const isTypeEnd = (end: TreeEnd): end is WayEnd => 'type' in end;

/** The description of a row or type, without Markdown syntax. */
export const plainDescription = ({ description }: { readonly description?: string | undefined }): string | undefined =>
  description && plainMarkdown(description);
