/** From what was typed to a ranked list. Each letter more narrows the last list, so that typing on costs less and less. */
import type { Path } from '../builder/schema/path.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import { readName } from '../look-up/read-name.js';
import { depths, indexSlices, maxEntries, rankOf, type SearchIndex, searchIndexOf } from './entries.js';
import { fitNames, fitOwners, fitTexts, fitWhole, matchTypos, nearnessOf } from './fit.js';
import { lower } from './name.js';
import { type Tier, tiers } from './name-match.js';
import { parseQuery, type Query } from './query.js';
import { wayGraphOf } from './way-graph.js';
import { findWays, type Ways } from './ways.js';

/** Results that can be gone to; more are counted. */
export const maxResults = 5000;
/** The results of a query, as indexes into `index.entries`. */
export interface SearchResults {
  readonly index: SearchIndex;
  readonly query: Query;
  /** Entries, best first, at most `maxResults`. */
  readonly results: readonly number[];
  /** How closely each fits. */
  readonly fits: readonly Tier[];
  /** All there are. */
  readonly total: number;
  /** How many of them fit by name; the rest by description. */
  readonly byName: number;
  /** Matching names and descriptions: a longer query need look no further. */
  readonly nameTiers: ReadonlyMap<number, Tier>;
  readonly texts: ReadonlySet<number>;
  /** Ways that have the words of the question, by entry; the others are where they are nearest to a root. */
  readonly paths: ReadonlyMap<number, Path>;
  /** Nothing fits all words: this one was left out. */
  readonly dropped?: string;
}

/** Longer texts are no names. */
const maxNameLength = 1000;

/** How many different values the parts of a rank have. */
const nears = depths * 16;
const sizes = 512;
/** Beside a name in the case that was typed. */
const otherCase = 8;

/**
 * All that fits, best first. Of several words, the fields whose way from a root has all of them (`order city`); then names: by how
 * closely they fit, then what is not deprecated; of names that begin so the nearer to a root, of others the shorter, because more
 * of it was typed; then the same case, fields before types, the schema's order. Where nothing has all words, what has all but one.
 * @param last the result of what was typed before; used where the new query only narrows it
 */
export function find(index: SearchIndex, text: string, last?: SearchResults): SearchResults {
  const query = parseQuery(text);
  return withNamed(withWays(findNames(index, query, last), waysOf(index, query)), text);
}

/** Exact names come first: `books(filter: {author:})`, `mutation.rate.title`, `Color.RED`. */
function withNamed(found: SearchResults, text: string): SearchResults {
  const { index, query, results, fits, paths } = found;
  if (text.length > maxNameLength) return found;
  // Who searches may leave out the root.
  const forms = /[.(]/.test(text) ? [text, `subscription.${text}`, `mutation.${text}`] : [text];
  const named = firstOf(forms, form => readName(index.view, form));
  // `arg:user` asks for arguments, and is no alias.
  const isOther = !query.typed.startsWith('@') && query.kinds?.has(named?.kind ?? 'field') === false;
  if (named === undefined || isOther) return found;
  const { kind, name, owner, field } = named;
  const entry = index.entries.findIndex(
    each => each.name === name && each.owner === owner && each.field === field && each.kind === kind,
  );
  if (entry < 0) return found;
  const nth = results.indexOf(entry);
  const others = results.filter(at => at !== entry);
  const { dropped, ...rest } = found;
  return {
    ...rest,
    results: [entry, ...others].slice(0, maxResults),
    fits: [tiers.exact, ...fits.filter((_, at) => at !== nth)].slice(0, maxResults),
    total: found.total + (nth < 0 ? 1 : 0),
    byName: found.byName + (nth < 0 ? 1 : 0),
    paths: named.path === undefined ? paths : new Map([...paths, [entry, named.path]]),
  };
}

function firstOf<T, R>(list: readonly T[], read: (of: T) => R | undefined): R | undefined {
  for (const each of list) {
    const found = read(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True where a result fits only but for a slip of typing, or has the letters in that order and no more. */
export function isGuess({ fits }: SearchResults, at = 0): boolean {
  const fit = fits[at];
  return fit === tiers.order || fit === tiers.near || fit === tiers.nearly;
}

/** Matches by name and description. */
function findNames(index: SearchIndex, query: Query, last?: SearchResults): SearchResults {
  const before = last?.index === index ? last : undefined;
  const nameTiers = fitNames(index, query, before?.query, before?.nameTiers);
  const nearTiers = matchTypos(index, query.name, nameTiers);
  const texts = fitTexts(index, query, before?.query, before?.texts);
  const owners = fitOwners(index, query);
  const fitOf = closest(index, nearTiers, owners, owners === undefined ? undefined : fitWhole(index, query));
  const typedName = nameTyped(query);
  const keys: number[] = [];
  let byName = 0;
  const { entries, nameAt, textAt, rankAt, names } = index;
  for (let at = 0; at < nameAt.length; at++) {
    let fit = fitOf(at);
    if (fit >= firstByLetters && texts.has(textAt[at] ?? -1)) fit = tiers.description * nearnesses;
    const entry = fit < tiers.none * nearnesses ? entries[at] : undefined;
    const name = names[nameAt[at] ?? -1];
    if (entry === undefined || name === undefined || query.kinds?.has(entry.kind) === false) continue;
    const tier = Math.floor(fit / nearnesses);
    if (tier !== tiers.description) byName++;
    // A type that is called just so is as near as a root's field.
    const rank = entry.kind === 'type' && tier === tiers.exact ? rankOf(1, 'type') : (rankAt[at] ?? 0);
    const near = rank + (name.text.startsWith(typedName) ? 0 : otherCase);
    const size = tier === tiers.exact ? 0 : Math.min(name.low.length, sizes - 1);
    // One number that sorts as all of them do, exact below 2^53.
    const key = fit * 2 + (entry.deprecated ? 1 : 0);
    const byNearness = tier <= tiers.nearly || tier === tiers.description;
    const whole = byNearness ? (key * nears + near) * sizes + size : (key * sizes + size) * nears + near;
    keys.push(whole * maxEntries + at);
  }
  const sorted = new Float64Array(keys).sort();
  const results: number[] = [];
  const fits: Tier[] = [];
  for (let nth = 0; nth < sorted.length && nth < maxResults; nth++) {
    const key = sorted[nth] ?? 0;
    const best = Math.floor(key / maxEntries);
    results.push(key - best * maxEntries);
    fits.push(Math.floor(best / tierUnit) as Tier);
  }
  return { index, query, results, fits, total: keys.length, byName, nameTiers, texts, paths: new Map() };
}

/** Fields are looked for along ways unless only other kinds are asked for, or an argument. */
const waysOf = (index: SearchIndex, { kinds, owners, name, pointed }: Query): Ways =>
  kinds?.has('field') === false || pointed === '(' ? { ways: [], isGuess: false } : findWays(index, [...owners, name]);

/**
 * The fields at the end of ways before what fits by names. A type, a point and a name are a name of their own: `User.login` is
 * first however `user` is reached.
 */
function withWays(found: SearchResults, { ways, dropped, isGuess }: Ways): SearchResults {
  const { index, query, results, fits } = found;
  const allWords = fits.some(fit => fit <= tiers.words || fit === tiers.description);
  if (ways.length === 0 || (dropped !== undefined && (allWords || query.pointed !== ''))) return found;
  const exact = query.pointed === '' ? [] : results.slice(0, 1).filter(at => isCoordinate(index, at, query));
  const order = [...exact, ...ways.map(({ entry }) => entry)];
  const seen = new Set(order);
  const rest = [...results.keys()].filter(nth => !seen.has(results[nth] ?? -1));
  const wayFit = isGuess ? tiers.near : tiers.exact;
  const added = seen.size - (results.length - rest.length);
  return {
    ...found,
    results: [...seen, ...rest.map(nth => results[nth] ?? 0)].slice(0, maxResults),
    fits: [...Array.from(seen, () => wayFit), ...rest.map(nth => fits[nth] ?? tiers.none)].slice(0, maxResults),
    total: found.total + added,
    byName: found.byName + added,
    paths: new Map(ways.map(({ entry, path }) => [entry, path])),
    ...(dropped !== undefined && { dropped }),
  };
}

/** True for the entry that is called just so: `Type.field`. */
function isCoordinate({ entries }: SearchIndex, at: number, { owners, name }: Query): boolean {
  const entry = entries[at];
  return entry !== undefined && owners.length === 1 && lower(entry.owner) === owners[0] && lower(entry.name) === name;
}

/** A tier and how like its owners what is around an entry is, in one number: the lower, the closer. */
const nearnesses = 8;
/** A match no closer than this may be better by its description. */
const firstByLetters = (tiers.order + 1) * nearnesses;

/** The last word in the case that was typed. */
const nameTyped = ({ typed }: Query): string =>
  typed
    .trim()
    .replace(/^\w+:|[:)!]/g, '')
    .replace(/^.*[\s.(@]/, '');

/** How each entry fits by name and owners: by the last word alone, with owners around, or by all words in one name. */
function closest(
  { nameAt, names, ...index }: SearchIndex,
  nearTiers: ReadonlyMap<number, Tier>,
  owners: readonly ReadonlyMap<number, Tier>[] | undefined,
  whole: ReadonlyMap<number, Tier> | undefined,
): (at: number) => number {
  const own = byId(nearTiers, names.length);
  if (owners === undefined) return at => (own[nameAt[at] ?? 0] ?? tiers.none) * nearnesses;
  const around = owners.map(owner => byId(owner, names.length));
  const all = byId(whole ?? new Map(), names.length);
  return at => {
    const id = nameAt[at] ?? 0;
    const tier = own[id] ?? tiers.none;
    const near = tier === tiers.none ? tiers.none : nearnessOf(index, at, around);
    const last = near === tiers.none ? tiers.none * nearnesses : tier * nearnesses + near;
    const fit = all[id] ?? tiers.none;
    // All words in one name are as good as the last as a name and the others around it.
    const isWhole = fit === tiers.words || fit === tiers.nearly;
    return Math.min(last, isWhole ? tiers.exact * nearnesses + tiers.prefix : fit * nearnesses);
  };
}

/** Tiers in an array, where a look-up for each of ten thousand entries costs least. */
function byId(fits: ReadonlyMap<number, Tier>, count: number): Uint8Array {
  const all = new Uint8Array(count).fill(tiers.none);
  for (const [id, tier] of fits) all[id] = tier;
  return all;
}

const tierUnit = nearnesses * 2 * nears * sizes;

/** Ways in which something is found: what is read again for every letter is read once, and V8 compiles it. */
const warming = [
  ...['a', 'an', 'and', 'and t', 'a.i', 'a.in', 'e', 'es', 'est', 'i', 'in', 'int', 'zz'],
  ...[
    'user n',
    'user na',
    'user name',
    'item name i',
    'item name id',
    'order total amount',
    'a b c',
    'name of user zz',
  ],
];

/** Makes the index, and the first search quick, in slices: for when nobody waits. */
export function* warmSearch(view: SchemaView): Generator<void> {
  yield* indexSlices(view);
  yield;
  wayGraphOf(searchIndexOf(view));
  let last: SearchResults | undefined;
  for (const text of warming) {
    yield;
    last = find(searchIndexOf(view), text, last);
  }
}
