/** From what was typed to a ranked list. Each letter more narrows the last list, so that typing on costs less and less. */
import type { SchemaView } from '../selection/schema-view.js';
import { type EntryKind, mostEntries, type SearchIndex, searchIndexOf, wordsOf } from './entries.js';
import { lower, maskOf, type Tier, tierOf, tiers } from './name-match.js';

/** Results that can be gone to; more are counted. */
export const mostResults = 5000;
/** Letters of a query that count. */
const longestQuery = 200;
/** Shorter words would be found in every description. */
const shortestText = 2;

/** What was typed, taken apart. `user.na`: names like `na` in what is called like `user`; `new posts`: the same, or both words. */
export interface Query {
  /** As typed. */
  readonly typed: string;
  /** The last word: what the name must be like; empty: any name. */
  readonly name: string;
  /** The words before: what the owner must be like. */
  readonly owners: readonly string[];
  /** All in one, for names of several words; empty where a point divides them. */
  readonly joined: string;
  /** For descriptions: every word begins a word there; empty: they are not searched. */
  readonly words: readonly string[];
  /** `@skip`: directives only. */
  readonly directives: boolean;
}

export interface Found {
  readonly index: SearchIndex;
  readonly query: Query;
  /** Entries, best first, at most `mostResults`. */
  readonly results: readonly number[];
  /** How closely each fits. */
  readonly fits: readonly Tier[];
  /** All there are. */
  readonly total: number;
  /** How many of them fit by name; the rest by description. */
  readonly byName: number;
  /** What a longer query need only look at: names and descriptions that fit. */
  readonly nameTiers: ReadonlyMap<number, Tier>;
  readonly texts: ReadonlySet<number>;
}

export function parseQuery(text: string): Query {
  const typed = text.slice(0, longestQuery);
  const low = lower(typed).trimStart();
  const directives = low.startsWith('@');
  const bare = directives ? low.slice(1) : low;
  const parts = bare.split(/[\s.]+/);
  const words = wordsOf(bare);
  const pointed = bare.includes('.');
  // A space at the end is the beginning of a next word that nobody knows yet; a point asks for all that is inside.
  while (!pointed && parts.length > 1 && parts.at(-1) === '') parts.pop();
  const name = parts.at(-1) ?? '';
  return {
    typed,
    name,
    owners: parts.slice(0, -1).filter(part => part !== ''),
    joined: pointed ? '' : parts.join(''),
    words: pointed || directives || words.join('').length < shortestText ? [] : words,
    directives,
  };
}

const kindOrder: Readonly<Record<EntryKind, number>> = {
  field: 0,
  type: 1,
  argument: 2,
  input: 3,
  enumValue: 4,
  directive: 5,
};

/** True if whatever fits `next` fits `last` too. */
const narrows = (last: string, next: string): boolean => last !== '' && next.startsWith(last);

/**
 * All that fits, best first: by how closely, then what is not deprecated, what is nearer to a root, the same case, fields before
 * types, shorter names, the schema's order.
 * @param last the result of what was typed before; used where the new query only narrows it
 */
export function find(index: SearchIndex, text: string, last?: Found): Found {
  const query = parseQuery(text);
  const before = last?.index === index ? last : undefined;
  const nameTiers = fitNames(index, query, before);
  const texts = fitTexts(index, query, before);
  const owners = fitOwners(index, query);
  const typedName = query.typed.trim().replace(/^.*[\s.@]/, '');
  const keys: number[] = [];
  let byName = 0;
  const { entries, nameAt, ownerAt, textAt, names } = index;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at];
    const nameId = nameAt[at] ?? -1;
    const name = names[nameId];
    if (entry === undefined || name === undefined) continue;
    if (query.directives && entry.kind !== 'directive') continue;
    let tier: Tier = tiers.none;
    let nearness = 0;
    const own = nameTiers.get(nameId);
    if (own !== undefined) {
      if (owners === undefined) tier = own;
      else {
        const owner = owners.get(ownerAt[at] ?? -1);
        if (owner !== undefined) [tier, nearness] = [own, owner];
      }
    }
    if (owners !== undefined && query.joined !== '') {
      const whole = tierOf(name, query.joined);
      if (whole < tier) [tier, nearness] = [whole, 0];
    }
    if (tier > tiers.order && texts.has(textAt[at] ?? -1)) tier = tiers.description;
    if (tier === tiers.none) continue;
    if (tier !== tiers.description) byName++;
    keys.push(
      rank([
        [tier, 8],
        [nearness, 8],
        [entry.deprecated ? 1 : 0, 2],
        // A type that is called just so is as near as a root's field.
        [entry.kind === 'type' && tier === tiers.exact ? 1 : entry.depth, 1024],
        [typedName === '' || name.text.startsWith(typedName) ? 0 : 1, 2],
        [kindOrder[entry.kind], 8],
        [tier === tiers.exact ? 0 : name.low.length, 512],
        [at, mostEntries],
      ]),
    );
  }
  const sorted = Float64Array.from(keys).sort();
  const results: number[] = [];
  const fits: Tier[] = [];
  for (const key of sorted.subarray(0, mostResults)) {
    results.push(key % mostEntries);
    fits.push(Math.floor(key / tierUnit) as Tier);
  }
  return { index, query, results, fits, total: keys.length, byName, nameTiers, texts };
}

const tierUnit = 8 * 2 * 1024 * 2 * 8 * 512 * mostEntries;

/** Several numbers as one that sorts like them, exact while their sizes multiply to less than 2^53. */
function rank(parts: readonly (readonly [value: number, size: number])[]): number {
  let key = 0;
  for (const [value, size] of parts) key = key * size + Math.min(value, size - 1);
  return key;
}

function fitNames(index: SearchIndex, query: Query, last: Found | undefined): ReadonlyMap<number, Tier> {
  const fits = new Map<number, Tier>();
  const { name } = query;
  if (name === '') {
    if (query.owners.length > 0) for (let id = 0; id < index.names.length; id++) fits.set(id, tiers.prefix);
    return fits;
  }
  const mask = maskOf(name);
  const look = (id: number): void => {
    const known = index.names[id];
    const tier = known === undefined ? tiers.none : tierOf(known, name, mask);
    if (tier !== tiers.none) fits.set(id, tier);
  };
  // From two letters to three, names come in whose letters only stand in this order.
  const narrowed = last !== undefined && narrows(last.query.name, name) && last.query.name.length >= 3;
  if (narrowed) for (const id of last.nameTiers.keys()) look(id);
  else for (let id = 0; id < index.names.length; id++) look(id);
  return fits;
}

/** How near each owner is to what was asked for, 0 best; undefined: any owner will do. */
function fitOwners(index: SearchIndex, { owners, directives }: Query): ReadonlyMap<number, number> | undefined {
  if (owners.length === 0 || directives) return undefined;
  const fits = new Map<number, number>();
  for (let id = 0; id < index.names.length; id++) {
    const name = index.names[id];
    if (name === undefined) continue;
    let worst: number = tiers.exact;
    for (const owner of owners) worst = Math.max(worst, tierOf(name, owner));
    if (worst <= tiers.inside) fits.set(id, worst);
  }
  return fits;
}

function fitTexts(index: SearchIndex, { words }: Query, last: Found | undefined): ReadonlySet<number> {
  const fits = new Set<number>();
  if (words.length === 0) return fits;
  const look = (id: number): void => {
    const text = index.texts[id];
    if (text !== undefined && words.every(word => text.includes(` ${word}`))) fits.add(id);
  };
  const before = last?.query.words ?? [];
  const narrowed =
    before.length > 0 &&
    before.length <= words.length &&
    before.every((word, at) => (at < before.length - 1 ? words[at] === word : words[at]?.startsWith(word)));
  if (narrowed && last !== undefined) for (const id of last.texts) look(id);
  else for (let id = 0; id < index.texts.length; id++) look(id);
  return fits;
}

/** Makes the index, and the first search quick: for when nobody waits. */
export function warmSearch(view: SchemaView): void {
  const index = searchIndexOf(view);
  let last: Found | undefined;
  for (const text of ['a', 'an', 'and', 'a.i']) last = find(index, text, last);
}
