/** Sets and removes a single value in the variables JSON and leaves the rest unchanged. */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  parseType,
  typeFromAST,
} from 'graphql';
import { addMember, applyChange, editMembers, takeMember } from '../../json/edit.js';
import { type JsonNode, jsonTree } from '../../json/tree.js';
import { skeletonOf } from './skeleton.js';

/** Field name or item index. */
export type ValueStep = string | number;

/** A variable, its type, and the path to a value inside it. */
export interface ValueAddress {
  readonly variable: string;
  /** Type in GraphQL notation. */
  readonly type: string;
  readonly steps: readonly ValueStep[];
}

/** Returns the input type at an address, if known. */
function typeAt(schema: GraphQLSchema | undefined, { type, steps }: ValueAddress): GraphQLInputType | undefined {
  if (schema === undefined) return undefined;
  let at: unknown = typeFromAST(schema, parseType(type) as never);
  for (const step of steps) at = isInputType(at) ? below(at, step) : undefined;
  return isInputType(at) ? at : undefined;
}

function below(type: GraphQLInputType, step: ValueStep): GraphQLInputType | undefined {
  const bare = getNullableType(type);
  if (isListType(bare)) return typeof step === 'number' ? (bare.ofType as GraphQLInputType) : undefined;
  return isInputObjectType(bare) && typeof step === 'string' ? bare.getFields()[step]?.type : undefined;
}

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
  const { variable, type, steps } = address;
  const wanted = typeAt(schema, address);
  const value = json ?? (wanted === undefined ? 'null' : skeletonOf(wanted));
  const node = valueNode(text, variable);
  const root = typeAt(schema, { variable, type, steps: [] });
  const old = node === undefined ? undefined : text.slice(node.from, node.to);
  return editMembers(text, [], [[variable, written(root, old, steps, value)]]);
}

/** Returns the JSON of a value with a nested value set. */
function written(
  type: GraphQLInputType | undefined,
  text: string | undefined,
  steps: readonly ValueStep[],
  json: string,
): string {
  const [step, ...rest] = steps;
  if (step === undefined) return json;
  const node = text === undefined ? undefined : nodeOf(text);
  const inner = type && below(type, step);
  const bare = type && getNullableType(type);
  if (typeof step === 'number') {
    const items = node?.kind === 'array' ? node.items : [];
    const item = items[step];
    const next = written(inner, item && text?.slice(item.from, item.to), rest, json);
    if (text === undefined || node?.kind !== 'array' || items.length === 0) return `[${next}]`;
    const last = items.at(-1) as JsonNode;
    const range = item ?? { from: last.to, to: last.to };
    return applyChange(text, { from: range.from, to: range.to, insert: item ? next : `, ${next}` });
  }
  if (isInputObjectType(bare) && bare.isOneOf) {
    const same = node?.kind === 'object' ? node.members.findLast(member => member.name === step) : undefined;
    const next = written(inner, same && text?.slice(same.value.from, same.value.to), rest, json);
    return same && text !== undefined
      ? applyChange(text, { from: same.value.from, to: same.value.to, insert: next })
      : `{ ${JSON.stringify(step)}: ${next} }`;
  }
  const start = text !== undefined && node?.kind === 'object' ? text : type ? skeletonOf(type) : '{}';
  const object = nodeOf(start);
  if (object?.kind !== 'object') return start;
  const member = object.members.findLast(each => each.name === step);
  const next = written(inner, member && start.slice(member.value.from, member.value.to), rest, json);
  return member
    ? applyChange(start, { from: member.value.from, to: member.value.to, insert: next })
    : applyChange(start, addMember(start, object, step, next));
}

/** Removes the value at an address, or returns undefined if there is none. */
export function withoutValue(text: string, { variable, steps }: ValueAddress): string | undefined {
  const value = valueNode(text, variable);
  const last = steps.at(-1);
  const holder = value && nodeAt(value, steps.slice(0, -1));
  if (typeof last === 'string' && holder?.kind === 'object') {
    const index = holder.members.findLastIndex(member => member.name === last);
    return index < 0 ? undefined : applyChange(text, takeMember(text, holder, index));
  }
  const items = holder?.kind === 'array' ? holder.items : [];
  const item = typeof last === 'number' ? items[last] : undefined;
  if (item === undefined || typeof last !== 'number') return undefined;
  const next = items[last + 1];
  const before = items[last - 1];
  if (next) return applyChange(text, { from: item.from, to: next.from, insert: '' });
  return applyChange(text, { from: before?.to ?? item.from, to: item.to, insert: '' });
}

/** Returns the node at an address, if any. */
export function valueAtAddress(text: string, { variable, steps }: ValueAddress): JsonNode | undefined {
  const value = valueNode(text, variable);
  return value && nodeAt(value, steps);
}

function nodeOf(text: string): JsonNode | undefined {
  const read = jsonTree(text);
  return 'root' in read ? read.root : undefined;
}

function valueNode(text: string, variable: string): JsonNode | undefined {
  const root = nodeOf(text);
  return root?.kind === 'object' ? root.members.findLast(member => member.name === variable)?.value : undefined;
}

function nodeAt(node: JsonNode, steps: readonly ValueStep[]): JsonNode | undefined {
  let at: JsonNode | undefined = node;
  for (const step of steps) {
    if (typeof step === 'number') at = at?.kind === 'array' ? at.items[step] : undefined;
    else at = at?.kind === 'object' ? at.members.findLast(member => member.name === step)?.value : undefined;
  }
  return at;
}
