/** Types of a schema as used by the tree, docs and checks. All text in them is untrusted. */

/** `__TypeKind` of a named type, or `UNKNOWN` for any other value. */
export type TypeKind = 'SCALAR' | 'OBJECT' | 'INTERFACE' | 'UNION' | 'ENUM' | 'INPUT_OBJECT' | 'UNKNOWN';

/** A type reference with list and non-null marks. */
export interface TypeRef {
  /** GraphQL notation: `[User!]!`. A truncated chain ends in `?`. */
  readonly text: string;
  /** Named type, or empty if the chain is truncated. */
  readonly name: string;
  /** True if the outermost mark is `!`. */
  readonly required: boolean;
  /** Marks from the outside in, with `L` for list and `!` for non-null. `[User!]!` is `!L!`. */
  readonly marks: string;
}

/** Texts of a field, argument or enum value. */
interface SchemaMember {
  readonly name: string;
  readonly description?: string;
  /** Deprecation reason, possibly empty; absent if not deprecated. */
  readonly deprecated?: string;
}

export type SchemaEnumValue = SchemaMember;

/** An argument or input field. */
export interface SchemaInput extends SchemaMember {
  readonly type: TypeRef;
  /** GraphQL literal as the server sent it. */
  readonly defaultValue?: string;
}

export interface SchemaField extends SchemaMember {
  readonly args: readonly SchemaInput[];
  readonly type: TypeRef;
}

/** A type. Lists that do not apply to its kind are empty. */
export interface SchemaType {
  readonly name: string;
  readonly kind: TypeKind;
  readonly description?: string;
  readonly specifiedByUrl?: string;
  /** True for a `@oneOf` input object, which requires exactly one non-null field. */
  readonly oneOf: boolean;
  readonly fields: readonly SchemaField[];
  readonly inputFields: readonly SchemaInput[];
  readonly enumValues: readonly SchemaEnumValue[];
  readonly interfaces: readonly string[];
  /** Members of a union, or implementations of an interface. */
  readonly possibleTypes: readonly string[];
}

/** A directive, named without `@`. Its locations are as in introspection, e.g. `FIELD`. */
export interface SchemaDirective {
  readonly name: string;
  readonly description?: string;
  readonly locations: readonly string[];
  readonly args: readonly SchemaInput[];
  readonly repeatable: boolean;
}

/** A position that refers to a type. */
export type TypeUse =
  | { readonly kind: 'field'; readonly type: string; readonly field: string }
  | { readonly kind: 'argument'; readonly type: string; readonly field: string; readonly argument: string }
  | { readonly kind: 'inputField'; readonly type: string; readonly field: string }
  | { readonly kind: 'member'; readonly type: string }
  | { readonly kind: 'implementation'; readonly type: string }
  | { readonly kind: 'directive'; readonly directive: string; readonly argument: string };

/** Names of the root types. A root is absent if the schema has no such operations. */
export interface RootTypes {
  readonly query?: string;
  readonly mutation?: string;
  readonly subscription?: string;
}

/** A schema whose types are decoded on demand. */
export interface SchemaIndex {
  readonly description?: string;
  readonly roots: RootTypes;
  /** Names in the server's order, without introspection types (`__Schema` and so on). */
  readonly typeNames: readonly string[];
  readonly directives: readonly SchemaDirective[];
  /** Returns undefined for a name that is referred to but not defined. */
  type(name: string): SchemaType | undefined;
  /** Returns the uses of a type. The first call reads the entire schema. */
  usesOf(name: string): readonly TypeUse[];
  /** Returns problems of the schema, none of which is a reason to reject it. The first call reads the entire schema. */
  problems(): readonly string[];
  /** The introspection object (`{queryType, types, …}`). */
  readonly raw: RawSchema;
}

/** Unvalidated `__schema` of an introspection result. */
export type RawSchema = Readonly<Record<string, unknown>>;
