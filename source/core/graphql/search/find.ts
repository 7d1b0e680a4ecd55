/** From what was typed to a ranked list. Each letter more narrows the last list, so that typing on costs less and less. */
import type { SchemaView } from '../builder/schema/schema-view.js';
import { type EntryKind, indexSlices, mostEntries, type SearchIndex, searchIndexOf, wordsOf } from './entries.js';
import { lower, maskOf, shortestOrder, type Tier, tierOf, tiers } from './name-match.js';

/** Results that can be gone to; more are counted. */
export const mostResults = 5000;
/** Letters of a query that count. */
const longestQuery = 200;
/** Shorter words would be found in every description. */
const shortestText = 2;

/** What was typed, taken apart. `user.na` and `user(id`: names like `na` in what is called like `user`; `user na`: the same, or both in one name. */
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

/** The results of a query, as indexes into `index.entries`. */
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

function parseQuery(text: string): Query {
  const typed = text.slice(0, longestQuery);
  const low = lower(typed).trimStart();
  const directives = low.startsWith('@');
  const bare = (directives ? low.slice(1) : low).replace(/[:)!]/g, '');
  const parts = bare.split(/[\s.(]+/);
  const words = wordsOf(bare);
  const pointed = /[.(]/.test(bare);
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

/** How many different values the parts of a rank have. */
const depths = 1024;
const nears = depths * 2 * 8;
const sizes = 512;

const kindOrder: Readonly<Record<EntryKind, number>> = {
  field: 0,
  type: 1,
  argument: 2,
  input: 3,
  enumValue: 4,
  directive: 5,
};

/**
 * All that fits, best first: by how closely, then what is not deprecated; of names that begin so the nearer to a root, of others
 * the shorter, because more of it was typed; then the same case, fields before types, the schema's order.
 * @param last the result of what was typed before; used where the new query only narrows it
 */
export function find(index: SearchIndex, text: string, last?: Found): Found {
  const query = parseQuery(text);
  const before = last?.index === index ? last : undefined;
  const nameTiers = fitNames(index, query, before);
  const texts = fitTexts(index, query, before);
  const owners = fitOwners(index, query);
  const whole = owners === undefined || query.joined === '' ? undefined : tiersOf(index, query.joined);
  const typedName = query.typed
    .trim()
    .replace(/[:)!]/g, '')
    .replace(/^.*[\s.(@]/, '');
  const keys: number[] = [];
  let byName = 0;
  const { entries, nameAt, textAt, names } = index;
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
        const near = nearnessOf(index, at, owners);
        if (near !== tiers.none) [tier, nearness] = [own, near];
      }
    }
    if (whole !== undefined) {
      const fit = whole.get(nameId) ?? tiers.none;
      if (fit < tier) [tier, nearness] = [fit, 0];
    }
    if (tier > tiers.order && texts.has(textAt[at] ?? -1)) tier = tiers.description;
    if (tier === tiers.none) continue;
    if (tier !== tiers.description) byName++;
    // A type that is called just so is as near as a root's field.
    const depth = entry.kind === 'type' && tier === tiers.exact ? 1 : Math.min(entry.depth, depths - 1);
    const otherCase = typedName === '' || name.text.startsWith(typedName) ? 0 : 1;
    const size = tier === tiers.exact ? 0 : Math.min(name.low.length, sizes - 1);
    // One number that sorts as all of them do, exact below 2^53.
    let key: number = tier * 8 + nearness;
    key = key * 2 + (entry.deprecated ? 1 : 0);
    const near = (depth * 2 + otherCase) * 8 + kindOrder[entry.kind];
    const byNearness = tier <= tiers.prefix || tier === tiers.description;
    key = byNearness ? (key * nears + near) * sizes + size : (key * sizes + size) * nears + near;
    keys.push(key * mostEntries + at);
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

const tierUnit = 8 * 2 * nears * sizes * mostEntries;

/** How each name fits; `within`: only these are looked at. */
function tiersOf(index: SearchIndex, query: string, within: Iterable<number> = index.names.keys()): Map<number, Tier> {
  const fits = new Map<number, Tier>();
  const mask = maskOf(query);
  for (const id of within) {
    const name = index.names[id];
    const tier = name === undefined ? tiers.none : tierOf(name, query, mask);
    if (tier !== tiers.none) fits.set(id, tier);
  }
  return fits;
}

function fitNames(index: SearchIndex, { name, owners }: Query, last: Found | undefined): ReadonlyMap<number, Tier> {
  if (name === '') return new Map(owners.length === 0 ? [] : index.names.map((_, id) => [id, tiers.prefix]));
  // From two letters to three, names come in whose letters only stand in this order.
  const narrowed = last !== undefined && last.query.name.length >= shortestOrder && name.startsWith(last.query.name);
  return tiersOf(index, name, narrowed ? last.nameTiers.keys() : undefined);
}

/** For each word before the last, the names it is like; undefined: anything may be around. */
function fitOwners(
  index: SearchIndex,
  { owners, directives }: Query,
): readonly ReadonlyMap<number, Tier>[] | undefined {
  return owners.length === 0 || directives ? undefined : owners.map(owner => tiersOf(index, owner));
}

/** How like its owners what is around an entry is: the worst of all words; a word whose letters only stand in order is unlike. */
function nearnessOf(index: SearchIndex, at: number, owners: readonly ReadonlyMap<number, Tier>[]): number {
  let worst: number = tiers.exact;
  for (const owner of owners) {
    const type = owner.get(index.ownerAt[at] ?? -1) ?? tiers.none;
    const field = owner.get(index.fieldAt[at] ?? -1) ?? tiers.none;
    worst = Math.max(worst, Math.min(type, field));
  }
  return worst > tiers.inside ? tiers.none : worst;
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

/** Makes the index, and the first search quick, in slices: for when nobody waits. */
export function* warmSearch(view: SchemaView): Generator<void> {
  yield* indexSlices(view);
  let last: Found | undefined;
  for (const text of ['a', 'an', 'and', 'and t', 'a.i', 'a.in', 'e', 'es', 'est', 'i', 'in', 'int', 'zz']) {
    yield;
    last = find(searchIndexOf(view), text, last);
  }
}
