/** From what was typed to a ranked list. Each letter more narrows the last list, so that typing on costs less and less. */
import type { SchemaView } from '../builder/schema/schema-view.js';
import { type EntryKind, indexSlices, mostEntries, type SearchIndex, searchIndexOf } from './entries.js';
import { fitNames, fitOwners, fitTexts, fitWhole, nearnessOf, withSlips } from './fit.js';
import { type Tier, tiers } from './name-match.js';
import { parseQuery, type Query } from './query.js';

/** Results that can be gone to; more are counted. */
export const mostResults = 5000;
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
  const nameTiers = fitNames(index, query, before?.query, before?.nameTiers);
  const nearTiers = withSlips(index, query.name, nameTiers);
  const texts = fitTexts(index, query, before?.query, before?.texts);
  const owners = fitOwners(index, query);
  const whole = owners === undefined ? undefined : fitWhole(index, query);
  const typedName = query.typed
    .trim()
    .replace(/^\w+:|[:)!]/g, '')
    .replace(/^.*[\s.(@]/, '');
  const keys: number[] = [];
  let byName = 0;
  const { entries, nameAt, textAt, names } = index;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at];
    const nameId = nameAt[at] ?? -1;
    const name = names[nameId];
    if (entry === undefined || name === undefined) continue;
    if (query.kinds?.has(entry.kind) === false) continue;
    let tier: Tier = tiers.none;
    let nearness = 0;
    const own = nearTiers.get(nameId);
    if (own !== undefined) {
      if (owners === undefined) tier = own;
      else {
        const near = nearnessOf(index, at, owners);
        if (near !== tiers.none) [tier, nearness] = [own, near];
      }
    }
    if (whole !== undefined) {
      const fit = whole.get(nameId) ?? tiers.none;
      // All words in one name are as good as the last as a name and the others around it.
      const isWhole = fit === tiers.words || fit === tiers.nearly;
      const [as, near] = isWhole ? [tiers.exact, tiers.prefix] : [fit, tiers.exact];
      if (as < tier || (as === tier && near < nearness)) [tier, nearness] = [as, near];
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
    const byNearness = tier <= tiers.nearly || tier === tiers.description;
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

/** Makes the index, and the first search quick, in slices: for when nobody waits. */
export function* warmSearch(view: SchemaView): Generator<void> {
  yield* indexSlices(view);
  let last: Found | undefined;
  for (const text of ['a', 'an', 'and', 'and t', 'a.i', 'a.in', 'e', 'es', 'est', 'i', 'in', 'int', 'zz']) {
    yield;
    last = find(searchIndexOf(view), text, last);
  }
}
