/** Typos: one wrong, swapped, missing or doubled letter in a word of five letters or more. */
import type { Name, Range } from './name.js';

/** Minimum length of a word. In shorter words, adding or removing a letter produces a different word. */
const minWordLength = 5;

/**
 * Returns the range of a name that matches the query with one typo, from the start of the name or of one of its words, or
 * undefined.
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
