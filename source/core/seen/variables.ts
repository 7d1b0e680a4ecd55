/** Variables of a GraphQL operation that refer to objects of earlier responses. */

import {
  type DefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  type OperationDefinitionNode,
  type TypeInfo,
} from 'graphql';
import { isFragment } from '../graphql/builder/text/query-document.js';
import { definitionsOf } from '../graphql/intelligence/check-variables.js';
import { eachVariable } from '../graphql/variable-uses.js';
import { jsonObject, nodesIn } from '../json/tree.js';
import { applyChanges, type Change } from '../text/changes.js';
import { graphqlTarget, type InputPosition } from './graphql.js';
import type { SeenObjects } from './objects.js';
import { type SeenTarget, seenValues } from './values.js';

/** Returns the arguments that the variables of an operation are used for, by variable; the first use of each. */
function usesOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  definitions: readonly DefinitionNode[],
): ReadonlyMap<string, InputPosition> {
  const uses = new Map<string, InputPosition>();
  const isQuery = operation.operation === 'query';
  const inputs: string[] = [];
  const note = (variable: string, types: TypeInfo): void => {
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
  eachVariable(schema, [operation, ...definitions.filter(isFragment)], note, {
    ObjectField: {
      enter: ({ name }) => void inputs.push(name.value),
      leave: () => void inputs.pop(),
    },
  });
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
  for (const { node, path } of nodesIn(root)) {
    if (node.kind !== 'string' || node.value !== '') continue;
    const target = targetOf(path.filter(step => typeof step === 'string'));
    const [first] = target === undefined ? [] : seenValues(seen, target);
    if (first !== undefined) changes.push({ from: node.from, to: node.to, insert: JSON.stringify(first.text) });
  }
  return applyChanges(text, changes);
}
