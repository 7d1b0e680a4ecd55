/** Variables of a GraphQL operation that refer to objects of earlier responses. */

import {
  type DefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { definitionsOf } from '../graphql/intelligence/check-variables.js';
import { type JsonNode, jsonObject } from '../json/tree.js';
import { pushAll } from '../push-all.js';
import { applyChanges, type Change, orderChanges } from '../text/changes.js';
import { graphqlTarget } from './graphql.js';
import type { SeenObjects } from './objects.js';
import { type SeenTarget, seenValues } from './values.js';

type Place = Parameters<typeof graphqlTarget>[0];

/** Returns the arguments that the variables of an operation are used for, by variable; the first use of each. */
function usesOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  definitions: readonly DefinitionNode[],
): ReadonlyMap<string, Place> {
  const uses = new Map<string, Place>();
  const types = new TypeInfo(schema);
  const isQuery = operation.operation === 'query';
  let inputs: string[] = [];
  const note = (variable: string): void => {
    const [type, field] = [types.getInputType(), types.getFieldDef()];
    const name = inputs.at(-1) ?? types.getArgument()?.name;
    if (!type || name === undefined || uses.has(variable)) return;
    const parent = inputs.length === 0 ? undefined : types.getParentInputType();
    uses.set(variable, {
      name,
      type: getNamedType(type).name,
      field: field ? { name: field.name, type: getNamedType(field.type).name } : undefined,
      inputType: parent ? getNamedType(parent).name : undefined,
      isQuery,
    });
  };
  const visitor = visitWithTypeInfo(types, {
    VariableDefinition: () => false,
    ObjectField: {
      enter: ({ name }) => void inputs.push(name.value),
      leave: () => void inputs.pop(),
    },
    Variable: ({ name }) => note(name.value),
  });
  for (const node of [operation, ...definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)]) {
    inputs = [];
    visit(node, visitor);
  }
  return uses;
}

/** Returns the target of a value in the variables by the names on the path to it, or undefined for other values. */
export function variableTargets(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  definitions: readonly DefinitionNode[],
): (path: readonly string[]) => SeenTarget | undefined {
  if (operation === undefined) return () => undefined;
  const uses = usesOf(schema, operation, definitions);
  const types = new Map(definitionsOf(schema, operation).map(({ name, type }) => [name, type]));
  return ([variable = '', ...path]) => {
    const use = uses.get(variable);
    let type: GraphQLInputType | undefined = types.get(variable);
    let inputType: string | undefined;
    for (const name of path) {
      const named = type && getNamedType(type);
      if (!isInputObjectType(named)) return undefined;
      inputType = named.name;
      type = named.getFields()[name]?.type;
    }
    if (type === undefined) return undefined;
    const base = { isQuery: operation.operation === 'query', type: getNamedType(type).name, field: use?.field };
    const last = path.at(-1);
    if (last !== undefined) return graphqlTarget({ ...base, name: last, inputType });
    return graphqlTarget(use === undefined ? { ...base, name: variable } : { ...use, type: base.type });
  };
}

/** Replaces empty strings in the variables with the latest object that the value may refer to. */
export function withSeenVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  definitions: readonly DefinitionNode[],
  text: string,
  seen: SeenObjects,
): string {
  const root = jsonObject(text);
  if (seen.length === 0 || root === undefined) return text;
  const targetOf = variableTargets(schema, operation, definitions);
  const changes: Change[] = [];
  const work: { readonly node: JsonNode; readonly path: readonly string[] }[] = [{ node: root, path: [] }];
  for (const { node, path } of work) {
    if (node.kind === 'object')
      pushAll(
        work,
        node.members.map(({ name, value }) => ({ node: value, path: [...path, name] })),
      );
    if (node.kind === 'array')
      pushAll(
        work,
        node.items.map(item => ({ node: item, path })),
      );
    const target = node.kind === 'string' && node.value === '' ? targetOf(path) : undefined;
    const [first] = target === undefined ? [] : seenValues(seen, target);
    if (first !== undefined) changes.push({ from: node.from, to: node.to, insert: JSON.stringify(first.text) });
  }
  return applyChanges(text, orderChanges(changes));
}
