/** Which names and descriptions are like what was typed. */
import type { SearchIndex } from './entries.js';
import { maskOf } from './name.js';
import { minOrderLength, type Tier, tierOf, tiers } from './name-match.js';
import { nearRange } from './near-match.js';
import type { Query } from './query.js';

/** With fewer things than this whose names are or begin as typed, slips of typing are forgiven. */
const few = 5;

/** How each name fits; `within`: only these are looked at. */
function tiersOf(index: SearchIndex, query: string, within?: Iterable<number>): Map<number, Tier> {
  const fits = new Map<number, Tier>();
  const mask = maskOf(query);
  const look = (id: number): void => {
    const name = index.names[id];
    const tier = name === undefined ? tiers.none : tierOf(name, query, mask);
    if (tier !== tiers.none) fits.set(id, tier);
  };
  if (within === undefined) for (let id = 0; id < index.names.length; id++) look(id);
  else for (const id of within) look(id);
  return fits;
}

/**
 * The names that fit, and if few do as typed, those that would but for a slip. A slip is judged anew for each letter: a
 * name that does not fit `ordr` may be meant by `ordre`.
 */
export function matchTypos(
  index: SearchIndex,
  query: string,
  fits: ReadonlyMap<number, Tier>,
): ReadonlyMap<number, Tier> {
  let close = 0;
  for (const [id, tier] of fits) {
    if (tier <= tiers.prefix) close += index.uses[id] ?? 0;
    if (close >= few) return fits;
  }
  const all = new Map(fits);
  const mask = maskOf(query);
  for (const [id, name] of index.names.entries()) {
    const known = fits.get(id) ?? tiers.none;
    if (known <= tiers.prefix) continue;
    const range = nearRange(name, query, mask);
    if (range === undefined) continue;
    const tier = range[0] === 0 && range[1] === name.text.length ? tiers.nearly : tiers.near;
    if (tier < known) all.set(id, tier);
  }
  return all;
}

/** How each name fits the last word. Where the word before was a beginning of it, only what fitted that is looked at. */
export function fitNames(
  index: SearchIndex,
  { name, owners, kinds }: Query,
  before: Query | undefined,
  fitted: ReadonlyMap<number, Tier> | undefined,
): ReadonlyMap<number, Tier> {
  if (name === '') {
    const any = owners.length > 0 || kinds !== undefined;
    return new Map(any ? index.names.map((_, id) => [id, tiers.prefix]) : []);
  }
  // From two letters to three, names come in whose letters only stand in this order.
  const narrowed = before !== undefined && before.name.length >= minOrderLength && name.startsWith(before.name);
  return tiersOf(index, name, narrowed ? fitted?.keys() : undefined);
}

/** For each word before the last, the names it is like; undefined: anything may be around. */
export function fitOwners(index: SearchIndex, { owners }: Query): readonly ReadonlyMap<number, Tier>[] | undefined {
  return owners.length === 0 ? undefined : owners.map(owner => matchTypos(index, owner, tiersOf(index, owner)));
}

/** Names that are like all the words in one: `issu create` and `create issu` are in `issueCreate`; undefined: a point divides them. */
export function fitWhole(index: SearchIndex, { joined, name, owners }: Query): ReadonlyMap<number, Tier> | undefined {
  if (joined === '') return undefined;
  const fits = new Map(matchTypos(index, joined, tiersOf(index, joined)));
  const [first, second] = owners;
  const swapped = first === undefined || second !== undefined || name === '' ? '' : name + first;
  if (swapped !== '') {
    for (const [id, tier] of tiersOf(index, swapped)) if (tier <= tiers.words) fits.set(id, tiers.words);
  }
  return fits;
}

/**
 * How like its owners what is around an entry is: the worst of all words; a word whose letters only stand in order is unlike.
 * @param owners for each word the tiers of all names
 */
export function nearnessOf(
  { ownerAt, fieldAt }: Pick<SearchIndex, 'ownerAt' | 'fieldAt'>,
  at: number,
  owners: readonly Uint8Array[],
): number {
  let worst: number = tiers.exact;
  for (const owner of owners) {
    const type = owner[ownerAt[at] ?? -1] ?? tiers.none;
    const field = owner[fieldAt[at] ?? -1] ?? tiers.none;
    worst = Math.max(worst, Math.min(type, field));
  }
  return worst > tiers.inside ? tiers.none : worst;
}

/** The descriptions in which every word begins a word; those that did before are looked at if words only grew. */
export function fitTexts(
  index: SearchIndex,
  { words }: Query,
  last: Query | undefined,
  fitted: ReadonlySet<number> | undefined,
): ReadonlySet<number> {
  const fits = new Set<number>();
  if (words.length === 0) return fits;
  const look = (id: number): void => {
    const text = index.texts[id];
    if (text !== undefined && words.every(word => text.includes(` ${word}`))) fits.add(id);
  };
  const before = last?.words ?? [];
  const narrowed =
    before.length > 0 &&
    before.length <= words.length &&
    before.every((word, at) => (at < before.length - 1 ? words[at] === word : words[at]?.startsWith(word)));
  if (narrowed && fitted !== undefined) for (const id of fitted) look(id);
  else for (let id = 0; id < index.texts.length; id++) look(id);
  return fits;
}
