/**
 * Converts SDL to an introspection object, so that files and servers share the same index. The SDL is not validated: the index
 * reports unknown types, duplicate fields and dangling extensions.
 */

import {
  astFromValue,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type GraphQLDirective,
  type InputValueDefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  parseType,
  print,
  type StringValueNode,
  specifiedDirectives,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  type TypeNode,
} from 'graphql';
import { addTo } from '../add-to.js';
import type { RawSchema } from './schema-types.js';

type TypeParts = TypeDefinitionNode | TypeExtensionNode;

const kinds: Readonly<Record<string, string>> = {
  [Kind.SCALAR_TYPE_DEFINITION]: 'SCALAR',
  [Kind.OBJECT_TYPE_DEFINITION]: 'OBJECT',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'INTERFACE',
  [Kind.UNION_TYPE_DEFINITION]: 'UNION',
  [Kind.ENUM_TYPE_DEFINITION]: 'ENUM',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'INPUT_OBJECT',
};

/** Kinds of definition by the kind of extension that applies to them. */
const extended: Readonly<Record<TypeExtensionNode['kind'], TypeDefinitionNode['kind']>> = {
  [Kind.SCALAR_TYPE_EXTENSION]: Kind.SCALAR_TYPE_DEFINITION,
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
};

/** Returns true if the document defines or extends a type or schema. */
export const isSchemaDocument = (document: DocumentNode): boolean =>
  document.definitions.some(
    node =>
      isTypeDefinitionNode(node) ||
      isTypeExtensionNode(node) ||
      node.kind === Kind.SCHEMA_DEFINITION ||
      node.kind === Kind.SCHEMA_EXTENSION,
  );

/**
 * Returns a document in which all types are defined: the first extension of a type that is defined elsewhere becomes its
 * definition. This makes a federation subgraph usable by itself (`extend type Query`, `extend type User @key(fields: "id")`).
 */
export function definingExtensions(document: DocumentNode): DocumentNode {
  const defined = new Set<string>(builtInScalars);
  for (const node of document.definitions) {
    if (isTypeDefinitionNode(node)) defined.add(node.name.value);
  }
  const definitions = document.definitions.map(node => {
    if (!isTypeExtensionNode(node) || defined.has(node.name.value)) return node;
    defined.add(node.name.value);
    return { ...node, kind: extended[node.kind] } as TypeDefinitionNode;
  });
  return { ...document, definitions };
}

/**
 * Converts a document to `__schema`: extensions are merged, built-in scalars and directives are added, and root types have
 * their default names unless declared.
 */
export function schemaFromSdl(document: DocumentNode): RawSchema {
  const { definitions } = document;
  const types = new Map<string, TypeParts[]>();
  for (const node of definitions) {
    if (isTypeDefinitionNode(node) || isTypeExtensionNode(node)) addTo(types, node.name.value, node);
  }
  const implementers = implementersIn(types);
  const roots = rootsOf(definitions, types);
  for (const name of builtInScalars) if (!types.has(name)) types.set(name, []);
  const described = definitions.findLast(node => node.kind === Kind.SCHEMA_DEFINITION);
  return {
    description: described && text(described),
    queryType: roots.query ?? null,
    mutationType: roots.mutation ?? null,
    subscriptionType: roots.subscription ?? null,
    types: [...types].map(([name, nodes]) => rawType(name, kindOf(name, nodes), nodes, implementers)),
    directives: directivesOf(definitions),
  };
}

/** Returns the declared root types, or those with default names if the schema is not declared. */
function rootsOf(definitions: readonly DefinitionNode[], types: ReadonlyMap<string, TypeParts[]>) {
  const roots: Record<string, { name: string }> = {};
  for (const node of definitions) {
    if (node.kind !== Kind.SCHEMA_DEFINITION && node.kind !== Kind.SCHEMA_EXTENSION) continue;
    for (const { operation, type } of node.operationTypes ?? []) roots[operation] = { name: type.name.value };
  }
  if (definitions.some(node => node.kind === Kind.SCHEMA_DEFINITION)) return roots;
  for (const [operation, name] of Object.entries(usualRoots)) {
    if (types.has(name)) roots[operation] ??= { name };
  }
  return roots;
}

const kindOf = (name: string, nodes: readonly TypeParts[]): string =>
  kinds[nodes.find(isTypeDefinitionNode)?.kind ?? ''] ?? (builtInScalars.includes(name) ? 'SCALAR' : 'UNKNOWN');

/** Returns the directives of a document and those that need no definition. */
function directivesOf(definitions: readonly DefinitionNode[]): readonly object[] {
  const defined = definitions
    .filter(node => node.kind === Kind.DIRECTIVE_DEFINITION)
    .map(node => ({
      name: node.name.value,
      description: text(node),
      locations: node.locations.map(location => location.value),
      isRepeatable: node.repeatable,
      args: (node.arguments ?? []).map(input),
    }));
  const names = new Set(defined.map(({ name }) => name));
  return [...defined, ...specifiedDirectives.filter(({ name }) => !names.has(name)).map(builtInDirective)];
}

/** Converts a directive that SDL need not define (GraphQL 3.13). */
const builtInDirective = ({ name, description, locations, isRepeatable, args }: GraphQLDirective) => ({
  name,
  description,
  locations,
  isRepeatable,
  args: args.map(arg => {
    const value = arg.defaultValue === undefined ? undefined : astFromValue(arg.defaultValue, arg.type);
    return {
      name: arg.name,
      description: arg.description,
      type: typeRef(parseType(String(arg.type))),
      defaultValue: value ? print(value) : undefined,
      isDeprecated: false,
    };
  }),
});

const usualRoots = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };
const builtInScalars = ['String', 'Int', 'Float', 'Boolean', 'ID'];

function rawType(
  name: string,
  kind: string,
  nodes: readonly TypeParts[],
  implementers: ReadonlyMap<string, readonly { readonly name: string }[]>,
): object {
  const definition = nodes.find(isTypeDefinitionNode);
  const many = <T>(member: string): T[] =>
    nodes.flatMap(node => ((node as unknown as Record<string, unknown>)[member] as T[] | undefined) ?? []);
  const base = {
    kind,
    name,
    description: definition && text(definition),
    specifiedByURL: argumentOf(definition?.directives, 'specifiedBy', 'url'),
  };
  const interfaces = many<{ name: { value: string } }>('interfaces').map(node => ({ name: node.name.value }));
  switch (kind) {
    case 'OBJECT':
      return { ...base, fields: many<FieldDefinitionNode>('fields').map(field), interfaces };
    case 'INTERFACE': {
      const possibleTypes = implementers.get(name) ?? [];
      return { ...base, fields: many<FieldDefinitionNode>('fields').map(field), interfaces, possibleTypes };
    }
    case 'UNION':
      return {
        ...base,
        possibleTypes: many<{ name: { value: string } }>('types').map(node => ({ name: node.name.value })),
      };
    case 'ENUM':
      return {
        ...base,
        enumValues: many<EnumValueDefinitionNode>('values').map(node => ({
          name: node.name.value,
          description: text(node),
          ...deprecation(node.directives),
        })),
      };
    case 'INPUT_OBJECT':
      return {
        ...base,
        isOneOf: nodes.some(node => node.directives?.some(directive => directive.name.value === 'oneOf')),
        inputFields: many<InputValueDefinitionNode>('fields').map(input),
      };
    default:
      return base;
  }
}

/** Returns the object types that implement each interface. */
function implementersIn(types: ReadonlyMap<string, TypeParts[]>): ReadonlyMap<string, readonly { name: string }[]> {
  const implementers = new Map<string, { name: string }[]>();
  for (const [name, nodes] of types) {
    const interfaces = nodes.flatMap(node => (isObject(node) ? (node.interfaces ?? []) : []));
    for (const parent of new Set(interfaces.map(each => each.name.value))) addTo(implementers, parent, { name });
  }
  return implementers;
}

const isObject = (node: TypeParts): node is ObjectTypeDefinitionNode | ObjectTypeExtensionNode =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;

const field = (node: FieldDefinitionNode): object => ({
  name: node.name.value,
  description: text(node),
  args: (node.arguments ?? []).map(input),
  type: typeRef(node.type),
  ...deprecation(node.directives),
});

const input = (node: InputValueDefinitionNode): object => ({
  name: node.name.value,
  description: text(node),
  type: typeRef(node.type),
  defaultValue: node.defaultValue && print(node.defaultValue),
  ...deprecation(node.directives),
});

const text = (node: { readonly description?: StringValueNode | undefined }): string | undefined =>
  node.description?.value;

function typeRef(node: TypeNode): object {
  if (node.kind === Kind.NAMED_TYPE) return { name: node.name.value };
  return { kind: node.kind === Kind.LIST_TYPE ? 'LIST' : 'NON_NULL', ofType: typeRef(node.type) };
}

function deprecation(directives: readonly ConstDirectiveNode[] | undefined): object {
  if (!directives?.some(directive => directive.name.value === 'deprecated')) return { isDeprecated: false };
  const reason = argumentOf(directives, 'deprecated', 'reason') ?? 'No longer supported';
  return { isDeprecated: true, deprecationReason: reason };
}

function argumentOf(
  directives: readonly ConstDirectiveNode[] | undefined,
  name: string,
  argument: string,
): string | undefined {
  const value = directives
    ?.find(directive => directive.name.value === name)
    ?.arguments?.find(candidate => candidate.name.value === argument)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}
