/** Measures how closely typed letters match a name, with or without a typo. Names are untrusted: any length, any character. */

import { maskOf, type Name, type Range } from './name.js';

/**
 * How a query matches a name, best first. `nearly` is the complete name with a typo and `near` its beginning with a typo.
 * `order` contains the letters in order only. `none` does not match.
 */
export const tiers = {
  exact: 0,
  prefix: 1,
  nearly: 2,
  words: 3,
  near: 4,
  inside: 5,
  order: 6,
  none: 7,
} as const;
/** One of `tiers`. Lower is closer. */
export type Tier = (typeof tiers)[keyof typeof tiers];

/** Minimum number of letters that must occur in order. With fewer, nearly every name would match. */
export const minOrderLength = 3;

/** Returns the tier of a lower-case query, or `none` for an empty one. */
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

/** Returns true if the letters of the query occur in the name in order. */
export function inOrder(low: string, query: string): boolean {
  let at = -1;
  for (let i = 0; i < query.length; i++) {
    at = low.indexOf(query.charAt(i), at + 1);
    if (at < 0) return false;
  }
  return true;
}

/**
 * Returns the ranges of a query that consists of beginnings of the name's words in order (`repoown` in `repositoryOwner`, `at`
 * in `createdAt`), or undefined if it does not.
 */
function byWords(name: Name, query: string): Range[] | undefined {
  const { low } = name;
  /** `readings[j]` contains the ranges of the first j letters. The earliest reading wins. */
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

/** Returns true if `byWords` finds ranges. Bit j of `read` is set if the first j letters match. */
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

/** Returns the ranges of the letters to highlight, or none if the match is less close than `limit`. */
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

/** Minimum length of a word with a typo. In shorter words, adding or removing a letter produces a different word. */
const minWordLength = 5;

/**
 * Returns the range of a name that matches the query with one typo (a wrong, swapped, missing or doubled letter), from the start
 * of the name or of one of its words, or undefined.
 * @param query a single word in lower case
 */
export function nearRange(name: Name, query: string, queryMask: number): Range | undefined {
  if (query.length < minWordLength || moreThanOneBit(queryMask & ~name.mask)) return undefined;
  const { low, starts } = name;
  for (let at = 0; at < starts.length; at++) {
    const start = starts[at] ?? 0;
    if (low.length - start < query.length - 1) return undefined;
    const end = slipEnd(low, start, query);
    if (end !== undefined) return [start, end];
  }
  return undefined;
}

const moreThanOneBit = (bits: number): boolean => (bits & (bits - 1)) !== 0;

/** Returns the end of the query in the name if it starts at `start` and contains exactly one typo. */
function slipEnd(low: string, start: number, query: string): number | undefined {
  let at = 0;
  while (at < query.length && low.charCodeAt(start + at) === query.charCodeAt(at)) at++;
  const rest = query.length - at;
  const here = start + at;
  // The end of the query may not have been typed yet, so it is not a typo.
  if (rest === 0) return undefined;
  if (
    rest > 1 &&
    low.charCodeAt(here) === query.charCodeAt(at + 1) &&
    low.charCodeAt(here + 1) === query.charCodeAt(at) &&
    low.startsWith(query.slice(at + 2), here + 2)
  ) {
    return here + rest;
  }
  if (here < low.length && low.startsWith(query.slice(at), here + 1)) return here + 1 + rest;
  // Typos in the first letter are rare.
  if (at > 0 && here < low.length && low.startsWith(query.slice(at + 1), here + 1)) return here + rest;
  // An extra letter.
  return low.startsWith(query.slice(at + 1), here) ? here + rest - 1 : undefined;
}
