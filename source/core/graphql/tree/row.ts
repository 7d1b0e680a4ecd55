/** One row of the schema tree. What a row *is* depends on the schema and the shape of the text; its mark is asked for when drawn. */

import type { TypeKind } from '../schema-types.js';
import type { Path } from '../selection/path.js';

export type RowKind =
  /** Query, Mutation, Subscription, or the fragment definition that is active. */
  | 'root'
  /** `Types` and `Directives`. */
  | 'group'
  | 'type'
  | 'directive'
  | 'field'
  | 'argument'
  /** A field of an input object. */
  | 'input'
  /** An item of a list that stands in the text. */
  | 'item'
  | 'enumValue'
  /** `… on T`, also `… { }` (`name` is empty). */
  | 'condition'
  /** `...Fragment`. */
  | 'spread'
  /** `@include(…)` on a field or fragment in the text. */
  | 'directiveUse'
  /** Below a type: a member of a union, an implementation, an implemented interface. */
  | 'member';

export interface Row {
  readonly kind: RowKind;
  /** Names the row among all rows; stays the same while its ancestors and its position do. */
  readonly id: string;
  readonly depth: number;
  /** As the schema or the text names it; foreign text. */
  readonly name: string;
  /** Present: the row can be ticked or edited. An enum value has the path of its argument. */
  readonly path?: Path;
  /** `[Post!]!`. */
  readonly typeText?: string;
  /** The named type inside, and its kind. */
  readonly type?: string;
  readonly typeKind?: TypeKind;
  /** Arguments and input fields: must be given. */
  readonly required?: boolean;
  /** GraphQL literal. */
  readonly defaultValue?: string;
  /** The reason, possibly empty; absent: not deprecated. */
  readonly deprecated?: string;
  readonly description?: string;
  /** Its type is already on the way from the root (`↻`). */
  readonly cycle: boolean;
  readonly canOpen: boolean;
  /** Stands in the text, but the schema does not know it. */
  readonly unknown: boolean;
  /** `@oneOf`: the rows below are a choice. */
  readonly oneOf: boolean;
  /** Rows of a group: how many there are (fields of a root, types, directives). */
  readonly count?: number;
  /** The type the row is in, for go-to and where-used. */
  readonly parentType?: string;
  /** Composite types from the root down to this row. */
  readonly seen: readonly string[];
}
