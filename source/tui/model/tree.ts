/** The rows of the schema tree. */
import type { Path } from '../../core/graphql/builder/schema/path.js';
import type { TypeRef } from '../../core/graphql/schema-types.js';
import type { Operation } from '../../core/openapi/document/types.js';
import type { TickTarget } from '../../core/openapi/edit/tick-target.js';

type RowKind =
  /** Query, Mutation, Subscription, or the active fragment. */
  | 'root'
  | 'field'
  | 'argument'
  /** A field of an input object. */
  | 'input'
  /** A field of a `@oneOf` input object, of which exactly one must be set. */
  | 'choice'
  /** An item of a list value. */
  | 'item'
  /** `… on T`. */
  | 'on'
  | 'spread'
  /** `@directive` on a selection. */
  | 'directive'
  /** Types, Directives: the read-only parts of the tree. */
  | 'group'
  | 'type'
  /** A read-only row below a type: an enum value, a member, an interface. */
  | 'entry'
  /** The number of matches that are not shown. */
  | 'more'
  /** An element that a refresh removed, in the list of changes. Its description says that it was removed. */
  | 'gone';

/** `partial`: ticked, but one of its fields must be ticked as well. `none`: cannot be ticked. */
export type TickState = 'ticked' | 'absent' | 'partial' | 'none';

/** Grouping of a description's operations. */
export type Grouping = 'tag' | 'path';

/** Members of a row that ticks and edits of the text depend on. */
interface EditableRow {
  /** Path of the row for the query builder, or absent if it cannot be ticked. */
  readonly path?: Path;
  readonly alias?: string;
  readonly required?: boolean;
  /** Value in the text, as a one-line literal or `$variable`. */
  readonly value?: string;
  /** The part of a request that a tick adds, for an HTTP document. */
  readonly part?: { readonly operation: Operation; readonly target: TickTarget };
  /** The operations of a way up to this row. A tick adds requests for all of them. */
  readonly calls?: readonly Operation[];
}

/** Facts about a row from the schema or the description. Untrusted text. */
interface DescribedRow {
  readonly type?: TypeRef;
  /** The row's named type, for "go to type" and documentation. */
  readonly typeName?: string;
  /** The declaring type, such as `User` for `User.name`. */
  readonly parent?: string;
  readonly defaultValue?: string;
  readonly description?: string;
  readonly deprecated?: string;
}

export interface Row extends EditableRow, DescribedRow {
  /** Unique in the tree and stable across edits. */
  readonly key: string;
  readonly kind: RowKind;
  readonly depth: number;
  /** Untrusted text. */
  readonly name: string;
  readonly mark: TickState;
  /** Dimmed text after the name: `41 fields`, `union`. Untrusted text. */
  readonly detail?: string;
  /** Why a request is not sent with the others; may be empty. Untrusted text. */
  readonly skipped?: string;
  /** True if the row's type is also the type of one of its ancestors. */
  readonly cyclic?: boolean;
  /** The child rows, or absent for a leaf. */
  readonly children?: () => readonly Row[];
}

/** All rows of a tree, of which only some are visible. */
export interface RowSource {
  roots(): readonly Row[];
  below(row: Row): readonly Row[];
}

/** A row of the tree, visible or not. */
export interface TreePlace {
  readonly key: string;
  /** Keys of the ancestor rows, from the top. */
  readonly above: readonly string[];
  /** The path as words: `Query`, `viewer`, `name`. */
  readonly words: readonly string[];
}
