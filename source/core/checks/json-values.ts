/** Accessors and comparisons for nodes of a JSON tree, whose numbers are exact. Not recursive. */
import type { JsonMember, JsonNode } from '../json/tree.js';
import { compareNumbers } from './decimal.js';

/** Returns the members of an object. If a name occurs twice, the last value is used at the position of the first. */
export function membersOf(node: JsonNode): readonly JsonMember[] {
  if (node.kind !== 'object') return [];
  const byName = new Map(node.members.map(member => [member.name, member]));
  return byName.size === node.members.length ? node.members : [...byName.values()];
}

/** Returns the child values in order. */
export const childrenOf = (node: JsonNode): readonly JsonNode[] =>
  node.kind === 'array' ? node.items : membersOf(node).map(member => member.value);

/**
 * Counts the items of an array, the members of an object, or the characters (Unicode scalar values) of a string. Returns
 * undefined for other values.
 */
export function countOf(node: JsonNode): number | undefined {
  if (node.kind === 'array') return node.items.length;
  if (node.kind === 'object') return membersOf(node).length;
  return node.kind === 'string' ? [...node.value].length : undefined;
}

type Pair = readonly [JsonNode, JsonNode | undefined];

/** Returns true if two values are equal: numbers by value, objects regardless of member order. */
export function sameJson(left: JsonNode, right: JsonNode): boolean {
  const work: Pair[] = [[left, right]];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) if (!isSame(pair, work)) return false;
  return true;
}

/** Compares two values without their children, whose pairs are added to the work. */
function isSame([a, b]: Pair, work: Pair[]): boolean {
  if (a.kind === 'array' && b?.kind === 'array') {
    if (a.items.length !== b.items.length) return false;
    for (const [index, item] of a.items.entries()) work.push([item, b.items[index]]);
    return true;
  }
  if (a.kind === 'object' && b?.kind === 'object') {
    const members = membersOf(a);
    const others = new Map(membersOf(b).map(({ name, value }) => [name, value]));
    for (const { name, value } of members) work.push([value, others.get(name)]);
    return members.length === others.size;
  }
  if (a.kind === 'number' && b?.kind === 'number') return compareNumbers(a.text, b.text) === 0;
  return a.kind === b?.kind && plain(a) === plain(b);
}

const plain = (node: JsonNode) => (node.kind === 'string' || node.kind === 'boolean' ? node.value : null);

/**
 * Compares two numbers or two strings (by Unicode scalar values): negative, 0 or positive. Returns undefined if they have no
 * order.
 */
export function jsonOrder(left: JsonNode, right: JsonNode): number | undefined {
  if (left.kind === 'number' && right.kind === 'number') return compareNumbers(left.text, right.text);
  return left.kind === 'string' && right.kind === 'string' ? textOrder(left.value, right.value) : undefined;
}

function textOrder(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  // A surrogate pair that differs in its second half is compared as a whole.
  if (at > 0 && /[\ud800-\udbff]/.test(left[at - 1] ?? '')) at--;
  return (left.codePointAt(at) ?? -1) - (right.codePointAt(at) ?? -1);
}
