/** A schema as used by tree, docs and checks. All its text is untrusted. */

/** `__TypeKind` of named types; `UNKNOWN` for anything else. */
export type TypeKind = 'SCALAR' | 'OBJECT' | 'INTERFACE' | 'UNION' | 'ENUM' | 'INPUT_OBJECT' | 'UNKNOWN';

/** A type reference with list and non-null marks. */
export interface TypeRef {
  /** In GraphQL notation: `[User!]!`; a truncated chain ends in `?`. */
  readonly text: string;
  /** The named type; empty if the chain is truncated. */
  readonly name: string;
  /** The outermost mark is `!`. */
  readonly required: boolean;
  /** Marks from the outside in: `L` list, `!` non-null. `[User!]!` is `!L!`. */
  readonly marks: string;
}

/** An argument or input field. */
export interface SchemaInput {
  readonly name: string;
  readonly description?: string;
  readonly type: TypeRef;
  /** GraphQL literal as the server sent it. */
  readonly defaultValue?: string;
  /** The reason, maybe empty; absent: not deprecated. */
  readonly deprecated?: string;
}

/** `deprecated` is the reason, maybe empty; absent: not deprecated. */
export interface SchemaField {
  readonly name: string;
  readonly description?: string;
  readonly args: readonly SchemaInput[];
  readonly type: TypeRef;
  readonly deprecated?: string;
}

/** `deprecated` is the reason, maybe empty; absent: not deprecated. */
export interface SchemaEnumValue {
  readonly name: string;
  readonly description?: string;
  readonly deprecated?: string;
}

/** Lists that do not apply to the kind are empty. */
export interface SchemaType {
  readonly name: string;
  readonly kind: TypeKind;
  readonly description?: string;
  readonly specifiedByUrl?: string;
  /** `@oneOf` input object: exactly one field, not null. */
  readonly oneOf: boolean;
  readonly fields: readonly SchemaField[];
  readonly inputFields: readonly SchemaInput[];
  readonly enumValues: readonly SchemaEnumValue[];
  readonly interfaces: readonly string[];
  /** Members of a union, or implementations of an interface. */
  readonly possibleTypes: readonly string[];
}

/** Named without `@`; locations as in introspection, e.g. `FIELD`. */
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

/** Absent: no such operations. */
export interface RootTypes {
  readonly query?: string;
  readonly mutation?: string;
  readonly subscription?: string;
}

/** A schema with types decoded on demand. */
export interface SchemaIndex {
  readonly description?: string;
  readonly roots: RootTypes;
  /** In the server's order, without introspection types (`__Schema` …). */
  readonly typeNames: readonly string[];
  readonly directives: readonly SchemaDirective[];
  /** Undefined for a name that is only referred to. */
  type(name: string): SchemaType | undefined;
  /** Uses of a type. The first call reads the whole schema. */
  usesOf(name: string): readonly TypeUse[];
  /** Problems of the schema, never a reason to reject it. The first call reads the whole schema. */
  problems(): readonly string[];
  /** The introspection object (`{queryType, types, …}`). */
  readonly raw: RawSchema;
}

/** `__schema` of an introspection result, unvalidated. */
export type RawSchema = Readonly<Record<string, unknown>>;
