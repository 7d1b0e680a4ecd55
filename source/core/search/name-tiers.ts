/** Measures how a single typed word matches every name of a corpus. */
import { memoizeWeak } from '../memoize-weak.js';
import type { Corpus } from './corpus.js';
import { maskOf, type Name } from './name.js';
import { minOrderLength, nearRange, tierOf, tiers } from './name-match.js';

/** Typos are tolerated if fewer documents than this have a name that equals or starts with the typed word. */
const few = 5;

/** Returns how a word matches each name. If there are few close matches, matches with a typo are included. */
export function nameTiers(corpus: Corpus, query: string): Uint8Array {
  const cache = tiersOf(corpus);
  const key = `${corpus.names.length} ${query}`;
  // A name without the letters of a prefix cannot have the letters of the word.
  const before = query.length > minOrderLength ? cache.get(`${corpus.names.length} ${query.slice(0, -1)}`) : undefined;
  const fits = cache.get(key) ?? lookTiers(corpus, query, before);
  if (cache.size >= maxKnownTiers) cache.clear();
  cache.set(key, fits);
  return fits;
}

const tiersOf = memoizeWeak((_: Corpus) => new Map<string, Uint8Array>());
const maxKnownTiers = 8;

function lookTiers(corpus: Corpus, query: string, before?: Uint8Array): Uint8Array {
  const fits = new Uint8Array(corpus.names.length).fill(query === '' ? tiers.prefix : tiers.none);
  if (query === '') return fits;
  const mask = maskOf(query);
  const close = measureNames(corpus, query, mask, fits, before);
  if (close < few) addNearNames(corpus, query, mask, fits);
  return fits;
}

/** Measures the names without typos. Returns the number of documents with a name that equals or starts with the query. */
function measureNames(
  { names, nameMasks, nameUses }: Corpus,
  query: string,
  mask: number,
  fits: Uint8Array,
  before?: Uint8Array,
): number {
  let close = 0;
  for (let id = 0; id < names.length; id++) {
    if (((nameMasks[id] ?? 0) & mask) !== mask || before?.[id] === tiers.none) continue;
    const tier = tierOf(names[id] as Name, query, mask);
    fits[id] = tier;
    if (tier <= tiers.prefix) close += nameUses[id] ?? 0;
  }
  return close;
}

/** Adds names that match with a typo, and lack at most one letter of the query. */
function addNearNames({ names, nameMasks }: Corpus, query: string, mask: number, fits: Uint8Array): void {
  for (let id = 0; id < names.length; id++) {
    const missing = mask & ~(nameMasks[id] ?? 0);
    if ((missing & (missing - 1)) !== 0) continue;
    const name = names[id] as Name;
    const known = fits[id] ?? tiers.none;
    const range = known <= tiers.prefix ? undefined : nearRange(name, query, mask);
    if (range === undefined) continue;
    const tier = range[0] === 0 && range[1] === name.text.length ? tiers.nearly : tiers.near;
    if (tier < known) fits[id] = tier;
  }
}
