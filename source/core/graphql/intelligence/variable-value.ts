/** Sets and removes a single value in the variables JSON and leaves the rest unchanged. */

import type { GraphQLInputType, GraphQLSchema } from 'graphql';
import { applyChange } from '../../json/edit.js';
import { type JsonNode, jsonObject } from '../../json/tree.js';
import { additionTo, innermostAt, nodeAt, removalAt, rootOf, type ValuePath } from '../../values/path.js';
import type { ValueType } from '../../values/type.js';
import { typeOf } from './query-values.js';
import { skeletonOf } from './skeleton.js';
import { inputValueType } from './value-type.js';

/** A variable, its type, and the path to a value inside it. */
export interface ValueAddress {
  readonly variable: string;
  /** Type in GraphQL notation. */
  readonly type: string;
  readonly steps: ValuePath;
}

/** Returns the types of a variable and of each value on the path inside it. A type is undefined if it is unknown. */
function typesOf(schema: GraphQLSchema | undefined, { type, steps }: ValueAddress): readonly (ValueType | undefined)[] {
  const root = schema && typeOf(schema, type);
  const types = [root && inputValueType(root)];
  for (const step of steps) types.push(typeof step === 'number' ? types.at(-1)?.items : types.at(-1)?.member(step));
  return types;
}

/** Returns the JSON that a value starts with. */
const initialValue = (type: ValueType | undefined, fallback: string): string =>
  type === undefined ? fallback : skeletonOf(type.source as GraphQLInputType);

/**
 * Sets a value, creating missing parents. In a `@oneOf` object it replaces the other member. Returns undefined if the text is
 * not a JSON object.
 * @param schema if absent, missing parents are empty objects or arrays
 * @param json if absent, an initial value is used
 */
export function withValue(
  schema: GraphQLSchema | undefined,
  text: string,
  address: ValueAddress,
  json?: string,
): string | undefined {
  const variables = jsonObject(text);
  if (variables === undefined) return undefined;
  const path = [address.variable, ...address.steps];
  const types = [undefined, ...typesOf(schema, address)];
  const value = json ?? initialValue(types.at(-1), 'null');
  /** @param above number of steps to the root of the text */
  const setIn = (source: string, root: JsonNode, above: number): string => {
    const { node, depth } = innermostAt(root, path.slice(above));
    const at = above + depth;
    const step = path[at];
    // A list of exclusive objects is exclusive if it is written as a single object.
    const canAdd = step !== undefined && (typeof step === 'number' || types[at]?.isExclusive !== true);
    const added = canAdd ? additionTo(source, node, step, created(at + 1)) : undefined;
    return applyChange(source, added ?? { from: node.from, to: node.to, insert: created(at) });
  };
  /** Returns the JSON of a missing value on the path, with the value to set inside. */
  const created = (depth: number): string => {
    const step = path[depth];
    if (step === undefined) return value;
    if (typeof step === 'number') return `[${created(depth + 1)}]`;
    const type = types[depth];
    if (type?.isExclusive) return `{ ${JSON.stringify(step)}: ${created(depth + 1)} }`;
    const start = initialValue(type, '{}');
    const root = rootOf(start);
    return root?.kind === 'object' ? setIn(start, root, depth) : start;
  };
  return setIn(text, variables, 0);
}

/** Removes the value at an address, or returns undefined if there is none. */
export function withoutValue(text: string, { variable, steps }: ValueAddress): string | undefined {
  const root = rootOf(text);
  const change = root && removalAt(text, root, [variable, ...steps]);
  return change && applyChange(text, change);
}

/** Returns the node at an address, if any. */
export const valueAtAddress = (text: string, { variable, steps }: ValueAddress): JsonNode | undefined =>
  nodeAt(rootOf(text), [variable, ...steps]);
