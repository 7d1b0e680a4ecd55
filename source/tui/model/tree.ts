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
  /** Types, Directives: the read-only parts of the tree. */
  | 'group'
  | 'type'
  /** A read-only row below a type: an enum value, a member, an interface. */
  | 'entry'
  /** How many matches of a search are not shown. */
  | 'more'
  /** What the schema no longer has, where the changes of a refresh are shown; its description says so. */
  | 'gone';

/** `partial`: ticked, but it needs a field below. `none`: nothing to tick. */
export type TickState = 'ticked' | 'absent' | 'partial' | 'none';

export interface Row {
  /** Unique in the tree and stable over edits. */
  readonly key: string;
  readonly kind: RowKind;
  readonly depth: number;
  /** Its path for the builder; absent: it cannot be ticked. */
  readonly path?: Path;
  /** Foreign text, like all below. */
  readonly name: string;
  readonly alias?: string;
  readonly type?: TypeRef;
  /** The named type it leads to, for "go to type" and for docs. */
  readonly typeName?: string;
  /** The type it belongs to: `User` of `User.name`. */
  readonly parent?: string;
  readonly mark: TickState;
  /** A query without it is invalid. */
  readonly required?: boolean;
  /** The value in the text: a literal or `$variable`, on one line. */
  readonly value?: string;
  readonly defaultValue?: string;
  /** Behind the name, dimmed: `41 fields`, `union`. */
  readonly detail?: string;
  readonly description?: string;
  readonly deprecated?: string;
  /** Its type is already above it: opening it leads in a circle. */
  readonly cyclic?: boolean;
  /** The rows below it; absent: it does not open. */
  readonly children?: () => readonly Row[];
}
