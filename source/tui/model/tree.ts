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
  /** A field of a `@oneOf` input object, of which exactly one is set. */
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
  /** Number of matches not shown. */
  | 'more'
  /** An element that a refresh removed, in the list of changes; its description says so. */
  | 'gone';

/** `partial`: ticked, but it needs a field below. `none`: nothing to tick. */
export type TickState = 'ticked' | 'absent' | 'partial' | 'none';

/** How the operations of a description are grouped. */
export type Grouping = 'tag' | 'path';

export interface Row {
  /** Unique in the tree and stable across edits. */
  readonly key: string;
  readonly kind: RowKind;
  readonly depth: number;
  /** Its path for the builder; absent: it cannot be ticked. */
  readonly path?: Path;
  /** Untrusted text, like all below. */
  readonly name: string;
  readonly alias?: string;
  readonly type?: TypeRef;
  /** The named type of the row, for "go to type" and docs. */
  readonly typeName?: string;
  /** The type that declares it: `User` of `User.name`. */
  readonly parent?: string;
  readonly mark: TickState;
  readonly required?: boolean;
  /** The value in the text: a literal or `$variable`, on one line. */
  readonly value?: string;
  readonly defaultValue?: string;
  /** After the name, dimmed: `41 fields`, `union`. */
  readonly detail?: string;
  readonly description?: string;
  readonly deprecated?: string;
  /** Its type is one of its ancestors. */
  readonly cyclic?: boolean;
  /** Of an HTTP document: the part of a request that a tick puts in. */
  readonly part?: { readonly operation: Operation; readonly target: TickTarget };
  /** Its child rows; absent: it is a leaf. */
  readonly children?: () => readonly Row[];
}

/** All rows of a tree, of which some are shown. */
export interface RowSource {
  roots(): readonly Row[];
  below(row: Row): readonly Row[];
}

/** A row of the tree, visible or not. */
export interface TreePlace {
  readonly key: string;
  /** Keys of the rows above, from the top. */
  readonly above: readonly string[];
  /** The same in words: `Query`, `viewer`, `name`. */
  readonly words: readonly string[];
}
