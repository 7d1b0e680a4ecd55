/** How closely what was typed fits a name: pure functions on names that may be hostile (any length, any character). */

import { maskOf, type Name, type Range } from './name.js';

/**
 * How a query fits, best first. `nearly` is the whole name and `near` a beginning, but for a slip of typing; `none`: not at all. A
 * description comes after all names.
 */
export const tiers = {
  exact: 0,
  prefix: 1,
  nearly: 2,
  words: 3,
  near: 4,
  inside: 5,
  order: 6,
  description: 7,
  none: 8,
} as const;
/** One of `tiers`: the lower, the closer the fit. */
export type Tier = (typeof tiers)[keyof typeof tiers];

/** Below this, letters that only stand in the order typed are no match: nearly every name would be one. */
export const minOrderLength = 3;

/** How the lower-case query fits the name; an empty query fits nothing. */
export function tierOf(name: Name, query: string, queryMask = maskOf(query)): Tier {
  const { low } = name;
  if (query === '' || (queryMask & name.mask) !== queryMask || query.length > low.length) return tiers.none;
  const at = low.indexOf(query);
  if (at === 0) return query.length === name.text.length ? tiers.exact : tiers.prefix;
  if (query.length > 1 && !inOrder(low, query)) return tiers.none;
  if (fitsWords(name, query)) return tiers.words;
  if (at > 0) return tiers.inside;
  return query.length >= minOrderLength ? tiers.order : tiers.none;
}

/** True if the query's letters stand in the name in that order. */
export function inOrder(low: string, query: string): boolean {
  let at = -1;
  for (let i = 0; i < query.length; i++) {
    at = low.indexOf(query.charAt(i), at + 1);
    if (at < 0) return false;
  }
  return true;
}

/**
 * Reads the query as beginnings of the name's words, in order, words left out at will: `repoown` in `repositoryOwner`, `at` in
 * `createdAt`. Answers the ranges, or undefined.
 */
function byWords(name: Name, query: string): Range[] | undefined {
  const { low } = name;
  /** `readings[j]`: the ranges by which the first j letters were read; the earliest reading is kept. */
  const readings: (Range[] | undefined)[] = [[]];
  for (const [at, start] of name.starts.entries()) {
    const top = Math.min(readings.length - 1, query.length - 1);
    for (let j = top; j >= 0; j--) {
      const reading = readings[j];
      if (reading === undefined) continue;
      let k = 0;
      const end = name.starts[at + 1] ?? low.length;
      while (start + k < end && j + k < query.length && low.charCodeAt(start + k) === query.charCodeAt(j + k)) {
        k++;
        readings[j + k] ??= joined(reading, start, start + k);
      }
      if (readings[query.length] !== undefined) return readings[query.length];
    }
  }
  return undefined;
}

/** The same as a question: which beginnings of the query can be read is kept as bits. */
function fitsWords(name: Name, query: string): boolean {
  if (query.length > 30) return byWords(name, query) !== undefined;
  const { low, starts } = name;
  const all = 1 << query.length;
  let read = 1;
  for (let at = 0; at < starts.length; at++) {
    const start = starts[at] ?? 0;
    const end = starts[at + 1] ?? low.length;
    const before = read;
    for (let j = 0; j < query.length; j++) {
      if ((before & (1 << j)) === 0) continue;
      let k = 0;
      while (start + k < end && j + k < query.length && low.charCodeAt(start + k) === query.charCodeAt(j + k)) {
        k++;
        read |= 1 << (j + k);
      }
    }
    if ((read & all) !== 0) return true;
  }
  return false;
}

function joined(ranges: readonly Range[], from: number, to: number): Range[] {
  const last = ranges.at(-1);
  return last !== undefined && last[1] === from ? [...ranges.slice(0, -1), [last[0], to]] : [...ranges, [from, to]];
}

/** Which letters of the name the query fits, for showing; empty if it does not fit at all, or less closely than `limit`. */
export function matchRanges(name: Name, query: string, limit: Tier = tiers.order): readonly Range[] {
  const tier = tierOf(name, query);
  if (tier > limit || tier > tiers.order) return [];
  if (tier === tiers.exact || tier === tiers.prefix) return [[0, query.length]];
  if (tier === tiers.words) return byWords(name, query) ?? [];
  if (tier === tiers.inside) {
    const at = name.low.indexOf(query);
    return [[at, at + query.length]];
  }
  let ranges: Range[] = [];
  let at = -1;
  for (let i = 0; i < query.length; i++) {
    at = name.low.indexOf(query.charAt(i), at + 1);
    ranges = joined(ranges, at, at + 1);
  }
  return ranges;
}
