/**
 * Builds the graphql-js schema used for validation, completion and printing. graphql-js rejects many schemas that real servers
 * return, so a second attempt builds it from the index, with placeholders for whatever the index could not interpret.
 */

import {
  buildASTSchema,
  buildClientSchema,
  DEFAULT_DEPRECATION_REASON,
  DirectiveLocation,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
  isEnumType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { isObject } from '../json/loose.js';
import { readFrom } from './builder/schema/schema-view.js';
import { readLiteral } from './builder/text/literal.js';
import { markScalarDefaults } from './default-literals.js';
import type { SchemaField, SchemaIndex, SchemaInput, SchemaType, TypeRef } from './schema-types.js';

/** `warnings` lists what was left out. */
type BuiltSchema =
  | { readonly schema: GraphQLSchema; readonly warnings: readonly string[] }
  /** Nothing could be built. The message may quote untrusted text. */
  | { readonly problem: string };

/** Builds the schema unchanged or, if that fails, repaired. */
export function buildGraphqlSchema(index: SchemaIndex, sdl?: DocumentNode): BuiltSchema {
  try {
    if (sdl) {
      return {
        schema: readFrom(index, markScalarDefaults(buildASTSchema(sdl, { assumeValidSDL: true, assumeValid: true }))),
        warnings: [],
      };
    }
    const data = { __schema: withReasons(index.raw) } as unknown as IntrospectionQuery;
    return { schema: readFrom(index, checked(buildClientSchema(data, { assumeValid: true }))), warnings: [] };
  } catch (error) {
    return repaired(index, words(error));
  }
}

/** Converts `isDeprecated`, which graphql-js ignores, to a reason or to none. */
function withReasons(node: unknown): unknown {
  if (!isObject(node)) return node;
  const copy: Record<string, unknown> = { ...node };
  for (const key of ['types', 'directives', 'fields', 'inputFields', 'enumValues', 'args']) {
    if (Array.isArray(copy[key])) copy[key] = copy[key].map(withReasons);
  }
  if (copy.isDeprecated === true) copy.deprecationReason ??= DEFAULT_DEPRECATION_REASON;
  else if (copy.isDeprecated === false) copy.deprecationReason = null;
  return copy;
}

/** Preserves messages from graphql-js but not those from V8. */
function words(error: unknown): string {
  if (error instanceof RangeError) return 'It is nested too deeply.';
  if (error instanceof TypeError) return 'A part of it is missing or has the wrong type.';
  return error instanceof Error ? error.message : String(error);
}

/** Resolves all lazy types and checks their values, so that errors appear here rather than during validation or printing. */
function checked(schema: GraphQLSchema): GraphQLSchema {
  markScalarDefaults(schema);
  checkTexts(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    checkTexts(type);
    if (isUnionType(type)) type.getTypes();
    else if (isEnumType(type)) type.getValues().forEach(checkTexts);
    else if (isScalarType(type)) checkText(type.specifiedByURL);
    else Object.values(type.getFields()).forEach(checkField);
  }
  for (const directive of schema.getDirectives()) {
    checkField(directive);
    if (!Array.isArray(directive.locations) || !directive.locations.every(isLocation)) throw new TypeError('locations');
  }
  return schema;
}

interface Documented {
  readonly description?: unknown;
  readonly deprecationReason?: unknown;
  readonly args?: readonly Documented[];
}

function checkField(field: Documented): void {
  checkTexts(field);
  field.args?.forEach(checkTexts);
}

function checkTexts(node: Documented): void {
  checkText(node.description);
  checkText(node.deprecationReason);
}

function checkText(value: unknown): void {
  if (value !== undefined && value !== null && typeof value !== 'string') throw new TypeError('text');
}

function repaired(index: SchemaIndex, reason: string): BuiltSchema {
  try {
    const schema = checked(buildClientSchema(cleaned(index), { assumeValid: true }));
    return { schema, warnings: [`The schema is slightly invalid and was repaired for validation: ${reason}`] };
  } catch (error) {
    return { problem: words(error) };
  }
}

const validName = /^[_A-Za-z][_0-9A-Za-z]*$/;
/** Replaces a missing, unknown or misplaced type. */
const placeholder = 'UnknownType_';

/** Builds an introspection result that graphql-js accepts from the index. */
function cleaned(index: SchemaIndex): IntrospectionQuery {
  const usable = new Map<string, SchemaType>();
  for (const name of index.typeNames) {
    const type = index.type(name);
    if (type && validName.test(name) && type.kind !== 'UNKNOWN') usable.set(name, type);
  }
  const isInput = (name: string): boolean => ['SCALAR', 'ENUM', 'INPUT_OBJECT'].includes(usable.get(name)?.kind ?? '');
  const isOutput = (name: string): boolean => usable.has(name) && usable.get(name)?.kind !== 'INPUT_OBJECT';
  let needsPlaceholder = false;
  const ref = (type: TypeRef, fits: (name: string) => boolean): object => {
    if (!fits(type.name)) needsPlaceholder = true;
    let node: object = { kind: 'SCALAR', name: fits(type.name) ? type.name : placeholder };
    for (const mark of [...type.marks].reverse()) node = { kind: mark === 'L' ? 'LIST' : 'NON_NULL', ofType: node };
    return node;
  };
  const input = (from: SchemaInput): object => ({
    ...described(from),
    ...deprecation(from),
    type: ref(from.type, isInput),
    defaultValue: literal(from.defaultValue),
  });
  const field = (from: SchemaField): object => ({
    ...described(from),
    ...deprecation(from),
    args: from.args.filter(hasValidName).map(input),
    type: ref(from.type, isOutput),
  });
  const ofKind = (kind: string) => (name: string) => usable.get(name)?.kind === kind;
  const types = [...usable.values()].map(type => ({
    kind: type.kind,
    ...described(type),
    specifiedByURL: type.specifiedByUrl ?? null,
    isOneOf: type.oneOf,
    fields: type.fields.filter(hasValidName).map(field),
    inputFields: type.inputFields.filter(hasValidName).map(input),
    enumValues: type.enumValues
      .filter(value => hasValidName(value) && !['true', 'false', 'null'].includes(value.name))
      .map(value => ({ ...described(value), ...deprecation(value) })),
    interfaces: type.interfaces.filter(ofKind('INTERFACE')).map(name => ({ kind: 'INTERFACE', name })),
    possibleTypes: type.possibleTypes.filter(ofKind('OBJECT')).map(name => ({ kind: 'OBJECT', name })),
  }));
  const usableDirectives = index.directives.filter(each => hasValidName(each) && each.locations.some(isLocation));
  const directives = usableDirectives.map(directive => ({
    ...described(directive),
    isRepeatable: directive.repeatable,
    locations: directive.locations.filter(isLocation),
    args: directive.args.filter(hasValidName).map(input),
  }));
  const scalars = ['String', 'Boolean', ...(needsPlaceholder ? [placeholder] : [])].filter(name => !usable.has(name));
  const root = (name: string | undefined): object | null =>
    name !== undefined && ofKind('OBJECT')(name) ? { kind: 'OBJECT', name } : null;
  return {
    __schema: {
      queryType: root(index.roots.query),
      mutationType: root(index.roots.mutation),
      subscriptionType: root(index.roots.subscription),
      types: [...types, ...scalars.map(name => ({ kind: 'SCALAR', name }))],
      directives,
    },
  } as unknown as IntrospectionQuery;
}

/** Directive locations that SDL can contain. */
const locations: ReadonlySet<string> = new Set(Object.values(DirectiveLocation));
const isLocation = (text: string): boolean => locations.has(text);

const hasValidName = ({ name }: { readonly name: string }): boolean => validName.test(name);

const described = ({ name, description }: { readonly name: string; readonly description?: string | undefined }) => ({
  name,
  description: description ?? null,
});

const deprecation = ({ deprecated }: { readonly deprecated?: string | undefined }) => ({
  isDeprecated: deprecated !== undefined,
  deprecationReason: deprecated ?? null,
});

/** Returns the default value if graphql-js can parse it. */
const literal = (text: string | undefined): string | null =>
  text === undefined || typeof readLiteral(text) === 'string' ? null : text;
