/** Types of JSON values, read from a GraphQL input type or a JSON Schema. */

/** A type. Its parts are read on demand, because types may be recursive and large. */
export interface ValueType {
  /** Schema that the type was read from, or undefined if only the allowed values are known. */
  readonly source: unknown;
  /** Type of the items of a list. */
  readonly items: ValueType | undefined;
  /** Described members of an object, required ones first. */
  readonly members: readonly Member[];
  /** Values to suggest: enum values, booleans and null. */
  readonly values: readonly ValueChoice[];
  /** True if an object has exactly one member. */
  readonly isExclusive: boolean;
  /** Returns the type of a member, or undefined if the type does not describe it. */
  member(name: string): ValueType | undefined;
}

/** Untrusted texts about a member or value. */
interface Described {
  /** Notation of the type: `[Tag!]`, `string (date), required`. */
  readonly detail?: string;
  readonly description?: string | undefined;
  /** Deprecation reason, possibly empty; undefined if not deprecated. */
  readonly deprecated?: string | undefined;
}

/** A member of an object. */
export interface Member extends Described {
  readonly name: string;
  /** True if the member must be present and has no default. */
  readonly required: boolean;
  /** Returns the JSON of a value to start with. */
  readonly initial?: () => string;
}

/** A value that the type allows. */
export interface ValueChoice extends Described {
  readonly value: unknown;
}
