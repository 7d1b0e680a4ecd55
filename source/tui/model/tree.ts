/** The rows of the schema tree. */
import type { Path } from '../../core/graphql/builder/schema/path.js';
import type { TypeRef } from '../../core/graphql/schema-types.js';

export type RowKind =
  /** Query, Mutation, Subscription, or the fragment that is active. */
  | 'root'
  | 'field'
  | 'argument'
  /** A field of an input object. */
  | 'input'
  /** A field of a `@oneOf` input object: exactly one of them is given. */
  | 'choice'
  /** An item of a list value. */
  | 'item'
  /** `… on T`. */
  | 'on'
  | 'spread'
  /** `@directive` on a selection. */
  | 'directive'
  /** Types, Directives: the parts of the tree that are only read. */
  | 'group'
  | 'type'
  /** Something read below a type: an enum value, a member, an interface. */
  | 'entry';

/** `partial`: ticked, but it needs a field below. `none`: nothing to tick. */
export type Mark = 'ticked' | 'absent' | 'partial' | 'none';

export interface Row {
  /** Unique in the tree and stable over edits. */
  readonly key: string;
  readonly kind: RowKind;
  readonly depth: number;
  /** What the builder calls it; absent: it cannot be ticked. */
  readonly path?: Path;
  /** Foreign text, like all below. */
  readonly name: string;
  readonly alias?: string;
  readonly type?: TypeRef;
  /** The named type it leads to, for "go to type" and for docs. */
  readonly typeName?: string;
  /** The type it belongs to: `User` of `User.name`. */
  readonly parent?: string;
  readonly mark: Mark;
  /** Required and not given is what stops a query. */
  readonly required?: boolean;
  /** The value in the text: a literal or `$variable`, on one line. */
  readonly value?: string;
  readonly defaultValue?: string;
  /** Behind the name, dimmed: `41 fields`, `union`. */
  readonly detail?: string;
  readonly description?: string;
  readonly deprecated?: string;
  /** Its type stands above it already: opening leads round in a circle. */
  readonly cyclic?: boolean;
  /** The rows below it; absent: it does not open. */
  readonly children?: () => readonly Row[];
}
