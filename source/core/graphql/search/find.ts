/** Ranks schema elements for a search text. */
import { type Asked, ask } from '../../search/ask.js';
import { type Tier, tiers } from '../../search/name-match.js';
import { nameTiers } from '../../search/name-tiers.js';
import { allWords, missingIn, type Ranking, rank, type WayScore } from '../../search/rank.js';
import { builtInSynonyms, type Synonyms } from '../../search/synonyms.js';
import type { Path } from '../builder/schema/path.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import { readName } from '../look-up/read-name.js';
import { type Entry, indexSlices, type SearchIndex } from './entries.js';
import { parseQuery, type Query } from './query.js';
import { wayGraphSlices } from './way-graph.js';
import { findWays, noWays } from './ways.js';

/** Maximum number of results that can be visited. Further results are only counted. */
export const maxResults = 5000;

/** Search results as indexes into `index.entries`, best first. */
export interface SearchResults {
  readonly index: SearchIndex;
  readonly query: Query;
  readonly asked: Asked;
  /** At most `maxResults` results. */
  readonly results: readonly number[];
  /** How a single word matches the name of each result, or `none` for results found by other words or fields. */
  readonly fits: readonly Tier[];
  /** Query words that each result matches, as bits. */
  readonly masks: readonly number[];
  /** Total number of results. */
  readonly total: number;
  /** Paths that contain the query words, by entry. Other results are shown at their shortest path. */
  readonly paths: ReadonlyMap<number, Path>;
  /** True if the paths match only with a typo. */
  readonly isSlip: boolean;
}

/** Maximum length of a name; longer texts are not names. */
const maxNameLength = 1000;

/**
 * Returns everything that matches, best first. A single word is compared with names character by character. Several words also
 * match along paths from a root ("order city" finds `order.shippingAddress.city`). A dot limits the results to names with a
 * matching owner.
 */
export function find(index: SearchIndex, text: string, synonyms: Synonyms = builtInSynonyms): SearchResults {
  const { corpus, entries } = index;
  const query = parseQuery(text);
  const { kinds, owners, name, pointed, isOperation } = query;
  const roots = new Set<string>(Object.values(index.view.roots));
  const asked = ask(query.bare, synonyms);
  const isPointed = pointed !== '';
  const isIdentifier = asked.single !== undefined && !isPointed;
  const hasWays = kinds?.has('field') !== false && pointed !== '(' && !isIdentifier;
  const words = isPointed ? [...owners, name] : asked.words.map(each => each.text);
  const { ways, masks, isGuess: isSlip } = hasWays ? findWays(index, words) : noWays;
  const isEmpty = name === '' && owners.length === 0 && kinds === undefined;
  const ranking = isEmpty
    ? emptyRanking
    : rank(corpus, asked, {
        most: maxResults,
        looseNames: true,
        namesOnly: isPointed,
        allows:
          kinds &&
          (at => kinds.has(entries[at]?.kind ?? 'field') && (!isOperation || roots.has(entries[at]?.owner ?? ''))),
        nearness: isPointed ? nearnessTo(index, owners) : undefined,
        nameTyped: isPointed || name === '' ? name : undefined,
        ways: new Map([
          ...(isPointed || owners.length === 0 ? [] : membersOf(index, query)),
          ...ways.map(({ entry, cost }, nth) => [entry, { cost, mask: masks[nth] ?? 0 }] as const),
        ]),
      });
  const results: SearchResults = {
    index,
    query,
    asked,
    results: ranking.documents,
    fits: ranking.tiers,
    masks: ranking.masks,
    total: ranking.total,
    paths: new Map(ways.map(({ entry, path }) => [entry, path])),
    isSlip,
  };
  return withNamed(results, text);
}

const emptyRanking: Ranking = { documents: [], scores: [], masks: [], tiers: [], total: 0 };

/** Presents entries as the results of a search, in their order, so that the user can go from one to the next. */
export const resultsOf = (
  index: SearchIndex,
  entries: readonly Entry[],
  paths: ReadonlyMap<number, Path> = new Map(),
): SearchResults => ({
  index: { ...index, entries },
  query: parseQuery(''),
  asked: ask('', builtInSynonyms),
  results: [...entries.keys()],
  fits: entries.map(() => tiers.exact),
  masks: entries.map(() => allWords),
  total: entries.length,
  paths,
  isSlip: false,
});

/** Puts an exact match first: `books(filter: {author:})`, `mutation.rate.title`, `Color.RED`. */
function withNamed(found: SearchResults, text: string): SearchResults {
  const { index, query, results, paths } = found;
  if (text.length > maxNameLength) return found;
  // The root can be omitted.
  const forms = /[.(]/.test(text) ? [text, `subscription.${text}`, `mutation.${text}`] : [text];
  const named = firstOf(forms, form => readName(index.view, form));
  // `arg:user` searches for arguments; it is not an alias.
  const isOther = !query.typed.startsWith('@') && query.kinds?.has(named?.kind ?? 'field') === false;
  if (named === undefined || isOther) return found;
  const { kind, name, owner, field } = named;
  const entry = index.entries.findIndex(
    each => each.name === name && each.owner === owner && each.field === field && each.kind === kind,
  );
  if (entry < 0) return found;
  const nth = results.indexOf(entry);
  const moved = <T>(list: readonly T[], first: T): readonly T[] =>
    [first, ...list.filter((_, at) => at !== nth)].slice(0, maxResults);
  return {
    ...found,
    results: moved(results, entry),
    fits: moved(found.fits, tiers.exact),
    masks: moved(found.masks, allWords),
    total: found.total + (nth < 0 ? 1 : 0),
    paths: named.path === undefined ? paths : new Map([...paths, [entry, named.path]]),
  };
}

function firstOf<T, R>(list: readonly T[], read: (of: T) => R | undefined): R | undefined {
  for (const each of list) {
    const result = read(each);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Returns true for a result that matches only with a typo, or whose name merely contains the typed letters in order. */
export function isGuess({ fits, isSlip, paths, results }: SearchResults, at = 0): boolean {
  const fit = fits[at];
  return (isSlip && paths.has(results[at] ?? -1)) || fit === tiers.order || fit === tiers.near || fit === tiers.nearly;
}

/** Returns the query words that a result does not match. */
export const missingWords = ({ asked, masks }: SearchResults, nth: number): readonly string[] =>
  missingIn(asked, masks[nth] ?? 0);

/** Returns how well the type and field around an entry match the typed owners, or undefined if one owner does not match. */
function nearnessTo(
  { corpus, ownerAt, fieldAt }: SearchIndex,
  owners: readonly string[],
): (at: number) => number | undefined {
  const around = owners.map(owner => nameTiers(corpus, owner));
  return at => {
    const owner = ownerAt[at] ?? -1;
    const field = fieldAt[at] ?? -1;
    let worst: number = tiers.exact;
    for (const fits of around) worst = Math.max(worst, Math.min(fits[owner] ?? tiers.none, fits[field] ?? tiers.none));
    return worst > tiers.inside ? undefined : worst;
  };
}

/** Cost of an argument, and of an input field or enum value, that is found by its name and its surroundings. */
const memberCosts = { argument: 0, other: 5 } as const;
/** Finds arguments, input fields and enum values whose name matches the last word and whose surroundings match the others. */
function membersOf(index: SearchIndex, { name, owners }: Query): (readonly [number, WayScore])[] {
  const { entries, corpus } = index;
  const fits = nameTiers(corpus, name);
  const nearness = nearnessTo(index, owners);
  const members: (readonly [number, WayScore])[] = [];
  for (const at of index.members) {
    if ((fits[corpus.nameAt[at] ?? -1] ?? tiers.none) > tiers.words || (nearness(at) ?? tiers.none) > tiers.words)
      continue;
    members.push([
      at,
      { cost: entries[at]?.kind === 'argument' ? memberCosts.argument : memberCosts.other, mask: allWords },
    ]);
  }
  return members;
}

/** Builds the index in slices of a few milliseconds. */
export function* searchSlices(view: SchemaView): Generator<void, SearchIndex> {
  const index = yield* indexSlices(view);
  yield* wayGraphSlices(index);
  return index;
}
