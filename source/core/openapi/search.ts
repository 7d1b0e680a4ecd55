/** Words -> operations and schemas that have them in their names, paths and texts, best first. */

import { maskOf, type Name } from '../graphql/search/name.js';
import { type Tier, tiers } from '../graphql/search/name-match.js';
import { nearRange } from '../graphql/search/near-match.js';
import type { Query } from '../graphql/search/query.js';
import type { Description, Operation } from './document/types.js';
import {
  descriptionWorth,
  type Entry,
  type Index,
  indexOf,
  indexSlices,
  type Match,
  splitWords,
} from './search-index.js';

/** All that fits every word, best first; a word that fits nothing as typed may have one slip. */
export function search(description: Description, text: string): readonly Match[] {
  return scored(indexOf(description), text).map(({ entry }) => entry.found);
}

/** One operation that was found. */
export interface OperationMatch {
  readonly operation: Operation;
  /** It was found by this schema, which it takes or gives. */
  readonly schema?: string;
  /** It is this parameter or property of the operation, by its name in lower case. */
  readonly part?: string;
  /** Only its description has the words. */
  readonly isDescribed: boolean;
}

/** The results of a search among operations, in the shape of those in a schema of GraphQL. */
export interface OperationResults {
  readonly description: Description;
  readonly matches: readonly OperationMatch[];
  /** The words as typed, for marking them in rows. */
  readonly query: Pick<Query, 'typed' | 'joined' | 'name' | 'owners'>;
  /** Places in `matches`, and how closely each fits. */
  readonly results: readonly number[];
  readonly fits: readonly Tier[];
  readonly total: number;
}

/** The operations among the matches, their parameters and properties of that name, and after them those that take or give a schema that fits. */
export function searchOperations(description: Description, text: string): OperationResults {
  const index = indexOf(description);
  const found = scored(index, text);
  const matches = new Map<Operation, OperationMatch>();
  for (const { entry, fit } of found)
    if ('operation' in entry.found) {
      const { operation } = entry.found;
      matches.set(operation, { operation, isDescribed: fit <= descriptionWorth });
    }
  for (const { entry } of found) {
    if (!('schema' in entry.found)) continue;
    const { schema } = entry.found;
    for (const operation of index.users.get(schema) ?? [])
      if (!matches.has(operation)) matches.set(operation, { operation, schema, isDescribed: false });
  }
  const all = withParts([...matches.values()], partsLike(index, text, matches), text, (found[0]?.score ?? 0) > 50);
  const asked = wordsAsked(text);
  return {
    description,
    matches: all,
    query: { typed: text, joined: '', name: asked.at(-1) ?? '', owners: asked.slice(0, -1) },
    results: [...all.keys()],
    fits: all.map(({ isDescribed }) => (isDescribed ? tiers.description : tiers.inside)),
    total: all.length,
  };
}

/** Parameters and properties of one name that are found: each is shown with the rows above it. */
const maxFound = 10;

/**
 * Parameters and properties of that name; without one, those whose names begin with it. A word alone begins many: then only of
 * operations that nothing else finds.
 */
function partsLike(
  { parts }: Index,
  text: string,
  matches: ReadonlyMap<Operation, OperationMatch>,
): readonly OperationMatch[] {
  const typed = text.trim().toLowerCase();
  const found = (part: string, operations: readonly Operation[]): readonly OperationMatch[] =>
    operations.slice(0, maxFound).map(operation => ({ operation, part, isDescribed: false }));
  const exact = parts.get(typed);
  if (exact !== undefined || typed.length < 3) return found(typed, exact ?? []);
  const begun = [...parts].filter(([name]) => name.startsWith(typed)).slice(0, maxFound);
  const isWord = splitWords(typed).length === 1;
  const others = begun.flatMap(([name, all]) => found(name, isWord ? all.filter(each => !matches.has(each)) : all));
  return others.slice(0, maxFound);
}

/** A name of several words means the part; one word may as well mean the operations, which then stand before their parts. */
function withParts(
  matches: readonly OperationMatch[],
  parts: readonly OperationMatch[],
  text: string,
  isNamed: boolean,
): readonly OperationMatch[] {
  if (parts.length === 0) return matches;
  const isWhole = parts[0]?.part === text.trim().toLowerCase();
  if (isWhole && !isNamed && splitWords(text.trim()).length > 1) return [...parts, ...matches];
  const left = new Map(parts.map(each => [each.operation, each]));
  const beside = (match: OperationMatch): readonly OperationMatch[] => {
    const part = left.get(match.operation);
    left.delete(match.operation);
    return part === undefined ? [match] : [match, part];
  };
  const strong = matches.filter(each => !each.isDescribed).flatMap(beside);
  return [...strong, ...left.values(), ...matches.filter(each => each.isDescribed)];
}

/** Makes the index and the first search quick, in slices: for when nobody waits. */
export function* warmOperations(description: Description): Generator<void> {
  yield* indexSlices(description);
  for (const text of ['l', 'li', 'list', 'list re', 'create issue', 'inventroy', 'the']) {
    yield;
    searchOperations(description, text);
  }
}

interface Scored {
  readonly entry: Entry;
  readonly score: number;
  /** How well the words fit, without what else makes one better than another. */
  readonly fit: number;
}

/** Words of a question that count. */
const maxWords = 12;

const small = /^(?:a|an|and|by|for|from|in|my|of|on|the|to|with)$/;

/** The words of a question without the small ones; the last may be the beginning of another one. */
function wordsAsked(text: string): readonly string[] {
  const words = splitWords(text);
  const large = words.filter((word, at) => (at === words.length - 1 && !/\s$/.test(text)) || !small.test(word));
  return (large.length > 0 ? large : words).slice(0, maxWords);
}

function scored({ entries, words, postings }: Index, text: string): readonly Scored[] {
  const typed = text.trim().toLowerCase();
  const asked = wordsAsked(text);
  if (asked.length === 0) return [];
  const sums = new Float64Array(entries.length);
  const hits = new Uint8Array(entries.length);
  for (const word of asked) {
    const best = new Float64Array(entries.length);
    const mask = maskOf(word);
    for (const [id, own] of words.entries()) {
      const fit = fitOf(own, word, mask);
      if (fit === 0) continue;
      const posting = postings[id] ?? [];
      for (let nth = 0; nth < posting.length; nth += 2) {
        const at = posting[nth] ?? 0;
        const worth = (posting[nth + 1] ?? 0) * fit;
        if ((best[at] ?? 0) < worth) best[at] = worth;
      }
    }
    for (const [at, worth] of best.entries()) {
      if (worth === 0) continue;
      sums[at] = (sums[at] ?? 0) + worth;
      hits[at] = (hits[at] ?? 0) + 1;
    }
  }
  const found: Scored[] = [];
  for (const [at, entry] of entries.entries()) {
    if (hits[at] !== asked.length) continue;
    const fit = (sums[at] ?? 0) / asked.length;
    const isNamed = entry.names.includes(typed);
    found.push({ entry, fit, score: fit - (entry.isOld ? 1 : 0) + (isNamed ? 100 : 0) });
  }
  return found.sort((a, b) => b.score - a.score || a.entry.length - b.entry.length);
}

/** How well a word is like another one, from 0 to 1. */
function fitOf(own: Name, word: string, mask: number): number {
  const { low } = own;
  if (low === word) return 1;
  if (isPlural(low, word)) return 0.99;
  if (low.startsWith(word)) return 0.8;
  return word.length >= 5 && Math.abs(low.length - word.length) <= 1 && nearRange(own, word, mask) !== undefined
    ? 0.5
    : 0;
}

function isPlural(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // Most pairs differ in their first letter or by more than an ending.
  if (long.length - short.length > 2 || long.charCodeAt(0) !== short.charCodeAt(0)) return false;
  return long === `${short}s` || long === `${short}es` || (short.endsWith('y') && long === `${short.slice(0, -1)}ies`);
}
