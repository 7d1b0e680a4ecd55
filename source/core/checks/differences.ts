/**
 * Compares two JSON values: numbers by value, members in any order. Equal items at both ends of an array are skipped, so that
 * an insertion is a single difference. Not recursive.
 */
import type { JsonNode } from '../json/tree.js';
import { pushAll } from '../push-all.js';
import { membersOf, sameJson } from './json-values.js';

/** Path from the root to a value: member names and indexes. */
export type JsonPath = readonly (string | number)[];

/** `path` leads through the new value or, for a removed value, through the old one. */
export type JsonDifference =
  | { readonly kind: 'added'; readonly path: JsonPath; readonly to: JsonNode }
  | { readonly kind: 'removed'; readonly path: JsonPath; readonly from: JsonNode }
  | { readonly kind: 'changed'; readonly path: JsonPath; readonly from: JsonNode; readonly to: JsonNode };

/** Maximum depth. Deeper values are compared as a whole, because each level is read again. */
const maxDepth = 500;

type Pair = readonly [path: JsonPath, from: JsonNode | undefined, to: JsonNode | undefined];

/** Yields differences in the order of the new value. Removed members and items appear at their position in the old value. */
export function* jsonDifferences(from: JsonNode, to: JsonNode): Generator<JsonDifference> {
  const work: Pair[] = [[[], from, to]];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [path, from, to] = pair;
    if (from && to) {
      if (sameJson(from, to)) continue;
      const inner = innerPairs(path, from, to);
      if (inner) pushAll(work, inner.reverse());
      else yield { kind: 'changed', path, from, to };
    } else if (to) yield { kind: 'added', path, to };
    else if (from) yield { kind: 'removed', path, from };
  }
}

/** Pairs the children of two objects or two arrays. Returns undefined for other values, which differ as a whole. */
function innerPairs(path: JsonPath, old: JsonNode, now: JsonNode): Pair[] | undefined {
  if (path.length === maxDepth) return undefined;
  if (old.kind === 'object' && now.kind === 'object') return memberPairs(path, old, now);
  return old.kind === 'array' && now.kind === 'array' ? itemPairs(path, old.items, now.items) : undefined;
}

function memberPairs(path: JsonPath, old: JsonNode, now: JsonNode): Pair[] {
  const after = new Map(membersOf(now).map(({ name, value }) => [name, value]));
  const pairs: Pair[] = membersOf(old).map(({ name, value }) => {
    const other = after.get(name);
    after.delete(name);
    return [[...path, name], value, other];
  });
  for (const [name, value] of after) pairs.push([[...path, name], undefined, value]);
  return pairs;
}

function itemPairs(path: JsonPath, old: readonly JsonNode[], now: readonly JsonNode[]): Pair[] {
  const same = (a: JsonNode | undefined, b: JsonNode | undefined): boolean =>
    a !== undefined && b !== undefined && sameJson(a, b);
  let start = 0;
  while (same(old[start], now[start])) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && same(old[old.length - 1 - end], now[now.length - 1 - end])) end++;
  const length = Math.max(old.length, now.length) - start - end;
  return Array.from({ length }, (_, offset): Pair => {
    const index = start + offset;
    return [
      [...path, index],
      index < old.length - end ? old[index] : undefined,
      index < now.length - end ? now[index] : undefined,
    ];
  });
}
