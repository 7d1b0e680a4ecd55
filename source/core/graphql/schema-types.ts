/** What is known of a schema, in the shape that trees, docs and checks read. Every text in it is the server's: foreign. */

/** `__TypeKind` of named types; `UNKNOWN`: the server said something else. */
export type TypeKind = 'SCALAR' | 'OBJECT' | 'INTERFACE' | 'UNION' | 'ENUM' | 'INPUT_OBJECT' | 'UNKNOWN';

/** A use of a type with its list and non-null marks. */
export interface TypeRef {
  /** As GraphQL writes it: `[User!]!`. A chain the server cut off ends in `?`. */
  readonly text: string;
  /** The named type inside; empty if the chain was cut off. */
  readonly name: string;
  /** Outermost mark is `!`. */
  readonly required: boolean;
  /** Marks from the outside in: `L` list, `!` non-null. `[User!]!` is `!L!`. */
  readonly marks: string;
}

/** An argument, or a field of an input object. */
export interface SchemaInput {
  readonly name: string;
  readonly description?: string;
  readonly type: TypeRef;
  /** GraphQL literal as the server sent it. */
  readonly defaultValue?: string;
  /** The reason, possibly empty; absent: not deprecated. */
  readonly deprecated?: string;
}

/** A field of an object or interface type. `deprecated` is the reason, possibly empty; absent: it is not. */
export interface SchemaField {
  readonly name: string;
  readonly description?: string;
  readonly args: readonly SchemaInput[];
  readonly type: TypeRef;
  readonly deprecated?: string;
}

/** A value of an enum. `deprecated` is the reason, possibly empty; absent: it is not. */
export interface SchemaEnumValue {
  readonly name: string;
  readonly description?: string;
  readonly deprecated?: string;
}

/** Lists that do not belong to the kind are empty. */
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
  /** Names of implemented interfaces. */
  readonly interfaces: readonly string[];
  /** Names of members (union) or implementations (interface). */
  readonly possibleTypes: readonly string[];
}

/** A directive by its name without `@`; locations as introspection names them, e.g. `FIELD`. */
export interface SchemaDirective {
  readonly name: string;
  readonly description?: string;
  readonly locations: readonly string[];
  readonly args: readonly SchemaInput[];
  readonly repeatable: boolean;
}

/** One place that names a type. */
export type TypeUse =
  | { readonly kind: 'field'; readonly type: string; readonly field: string }
  | { readonly kind: 'argument'; readonly type: string; readonly field: string; readonly argument: string }
  | { readonly kind: 'inputField'; readonly type: string; readonly field: string }
  | { readonly kind: 'member'; readonly type: string }
  | { readonly kind: 'implementation'; readonly type: string }
  | { readonly kind: 'directive'; readonly directive: string; readonly argument: string };

/** Names of the root types; absent: the schema has no such operations. */
export interface RootTypes {
  readonly query?: string;
  readonly mutation?: string;
  readonly subscription?: string;
}

/** A schema that can be looked up at once; a type is decoded when it is first asked for. */
export interface SchemaIndex {
  readonly description?: string;
  readonly roots: RootTypes;
  /** All type names in the server's order, without the introspection types (`__Schema` …). */
  readonly typeNames: readonly string[];
  readonly directives: readonly SchemaDirective[];
  /** The type, decoded once; undefined for a name that the schema only mentions. */
  type(name: string): SchemaType | undefined;
  /** Where a type is used. The first call reads the whole schema. */
  usesOf(name: string): readonly TypeUse[];
  /** What is wrong with the schema, in words; the first call reads the whole schema. Never a reason to refuse it. */
  problems(): readonly string[];
  /** The introspection object (`{queryType, types, …}`) it was made from. */
  readonly raw: RawSchema;
}

/** The `__schema` object of an introspection result, believed in nothing but being an object. */
export type RawSchema = Readonly<Record<string, unknown>>;
