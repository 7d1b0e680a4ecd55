/**
 * The part of a schema that rows and ticks use. A `SchemaIndex` (raw introspection) already satisfies it, so the tree appears
 * before graphql-js has built its schema. `viewOf` adapts a `GraphQLSchema`.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  type OperationTypeNode,
  print,
} from 'graphql';
import { defaultLiteral } from '../../default-literals.js';
import type { SchemaField, SchemaIndex, SchemaInput, SchemaType, TypeKind, TypeRef } from '../../schema-types.js';
import { rootTypesOf } from './path.js';

export type SchemaView = Pick<SchemaIndex, 'roots' | 'typeNames' | 'directives' | 'type'>;

const views = new WeakMap<GraphQLSchema, SchemaView>();

/** Returns the view of a built schema. Types are converted on demand and cached with the schema. */
export function viewOf(schema: GraphQLSchema): SchemaView {
  let view = views.get(schema);
  if (view === undefined) {
    view = new BuiltView(schema);
    views.set(schema, view);
  }
  return view;
}

/** Lets `viewOf` reuse types from the index the schema was built from. */
export function readFrom(index: SchemaIndex, schema: GraphQLSchema): GraphQLSchema {
  views.set(schema, new BuiltView(schema, index));
  return schema;
}

/** Returns the view as graphql-js represents it, with defaults in its notation, for comparisons. */
export const viewAsBuilt = (schema: GraphQLSchema): SchemaView => new BuiltView(schema);

class BuiltView implements SchemaView {
  readonly roots: SchemaView['roots'];
  readonly typeNames: readonly string[];
  readonly #schema: GraphQLSchema;
  readonly #index: SchemaIndex | undefined;
  readonly #types = new Map<string, SchemaType>();
  #directives: SchemaView['directives'] | undefined;

  constructor(schema: GraphQLSchema, index?: SchemaIndex) {
    this.#schema = schema;
    this.#index = index;
    this.roots = rootTypesOf(kind => schema.getRootType(kind as OperationTypeNode)?.name);
    this.typeNames = Object.keys(schema.getTypeMap()).filter(name => !name.startsWith('__'));
  }

  get directives(): SchemaView['directives'] {
    this.#directives ??= this.#schema.getDirectives().map(directive => ({
      name: directive.name,
      ...described(directive),
      locations: directive.locations,
      args: directive.args.map(inputOf),
      repeatable: directive.isRepeatable,
    }));
    return this.#directives;
  }

  type(name: string): SchemaType | undefined {
    let type = this.#types.get(name);
    if (type === undefined) {
      const built = this.#schema.getType(name);
      if (built === undefined) return undefined;
      const read = this.#index?.type(name);
      type = read !== undefined && isLike(read, built) ? read : typeOf(built, this.#schema);
      this.#types.set(name, type);
    }
    return type;
  }
}

/** Returns false if graphql-js differs from the index, for example because of duplicate names. */
const isLike = (read: SchemaType, type: GraphQLNamedType): boolean =>
  read.kind === kindOf(type) &&
  (isUnionType(type) ||
    isLeafType(type) ||
    Object.keys(type.getFields()).length === read.fields.length + read.inputFields.length);

function typeOf(type: GraphQLNamedType, schema: GraphQLSchema): SchemaType {
  return {
    name: type.name,
    kind: kindOf(type),
    ...described(type),
    specifiedByUrl: isScalarType(type) ? (type.specifiedByURL ?? undefined) : undefined,
    oneOf: isInputObjectType(type) && type.isOneOf,
    fields: isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()).map(fieldOf) : [],
    inputFields: isInputObjectType(type) ? Object.values(type.getFields()).map(inputOf) : [],
    enumValues: isEnumType(type) ? type.getValues().map(value => ({ name: value.name, ...described(value) })) : [],
    interfaces: isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map(parent => parent.name) : [],
    possibleTypes: isAbstractType(type) ? schema.getPossibleTypes(type).map(possible => possible.name) : [],
  };
}

function kindOf(type: GraphQLNamedType): TypeKind {
  if (isObjectType(type)) return 'OBJECT';
  if (isInterfaceType(type)) return 'INTERFACE';
  if (isEnumType(type)) return 'ENUM';
  if (isInputObjectType(type)) return 'INPUT_OBJECT';
  return isScalarType(type) ? 'SCALAR' : 'UNION';
}

const fieldOf = (field: GraphQLField<unknown, unknown>): SchemaField => ({
  name: field.name,
  ...described(field),
  args: field.args.map(inputOf),
  type: refOf(field.type),
});

function inputOf(input: GraphQLArgument | GraphQLInputField): SchemaInput {
  const value = defaultLiteral(input.defaultValue, input.type);
  return {
    name: input.name,
    ...described(input),
    type: refOf(input.type),
    defaultValue: value ? print(value) : undefined,
  };
}

function refOf(type: GraphQLType): TypeRef {
  let marks = '';
  let at: GraphQLType = type;
  while (isListType(at) || isNonNullType(at)) {
    marks += isListType(at) ? 'L' : '!';
    at = at.ofType as GraphQLType;
  }
  return { text: String(type), name: getNamedType(type).name, required: isNonNullType(type), marks };
}

/** Returns the texts of a type, field, argument or enum value. */
export const described = (of: {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}) => ({
  description: of.description || undefined,
  deprecated: of.deprecationReason ?? undefined,
});
