/** Results of a search in the form that the tree shows, whatever was searched. */
import { type Path, pathKey } from '../../../core/graphql/builder/schema/path.js';
import {
  type Entry,
  isGuess,
  missingWords,
  type ResultPaths,
  resultPaths,
  type SearchIndex,
  type SearchResults,
  textOfResult,
} from '../../../core/graphql/search/index.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import type { OperationMatch, OperationResults } from '../../../core/openapi/search.js';
import { highlight } from '../../../core/search/highlight.js';
import type { TreeResults } from '../../model/schema.js';
import type { TreePlace } from '../../model/tree.js';
import { directivesKey, typeKey, typesKey } from '../tree/browse-rows.js';

/** Results in a GraphQL schema. */
export function schemaResults(found: SearchResults): TreeResults {
  const { index, asked, results, fits, total } = found;
  const entryAt = (nth: number) => index.entries[results[nth] ?? -1];
  return {
    of: index.view,
    corpus: index.corpus,
    asked,
    results,
    fits,
    total,
    first: 0,
    hint: 'Type more letters, or restrict the kind: field:, type:, arg:, input:, enum:, directive:.',
    entryAt,
    placesAt(nth) {
      const entry = entryAt(nth);
      return entry === undefined ? [] : treePlaces(index, entry, found.paths.get(results[nth] ?? -1));
    },
    reasonAt(nth) {
      const missing = missingWords(found, nth);
      if (missing.length > 0) return without(missing);
      return isGuess(found, nth) ? 'closest: ' : '';
    },
  };
}

/** Members of an entry that the row of an operation does not use. */
const plain = { kind: 'type', owner: '', field: '', deprecated: false, depth: 1 } as const;

/** Results among operations. @param placesOf the possible rows of a match, best first */
export function operationResults(
  found: OperationResults,
  placesOf: (match: OperationMatch) => readonly TreePlace[],
): TreeResults {
  const { description, matches, results } = found;
  const matchAt = (nth: number) => matches[results[nth] ?? -1];
  return {
    ...found,
    of: description,
    first: 0,
    hint: 'Type more letters or another word.',
    entryAt(nth) {
      const match = matchAt(nth);
      return match && { ...plain, name: titleOf(match.operation), field: match.part ?? '' };
    },
    placesAt(nth) {
      const match = matchAt(nth);
      return match === undefined ? [] : placesOf(match);
    },
    reasonAt(nth) {
      const { missing = [], schema } = matchAt(nth) ?? {};
      if (missing.length > 0) return without(missing);
      return schema === undefined ? '' : `by ${schema}: `;
    },
  };
}

const without = (words: readonly string[]): string => `without ${words.join(', ')}: `;

/**
 * The reason for a result that its path does not show: words that the path does not contain, a schema that an operation uses,
 * or a description. Untrusted text.
 * @param path the names on the path to the result
 */
export function reasonOf(found: TreeResults, nth: number, path: readonly string[]): string {
  const reason = found.reasonAt(nth);
  if (reason !== '') return reason;
  const isNamed = path.some(name => highlight(found.corpus, found.asked, name).length > 0);
  return isNamed || found.asked.words.length === 0 ? '' : 'described: ';
}

/**
 * Rows by entry, cached because the next letter finds most of them again. The cache is discarded with its index. A table with
 * weak keys per entry would never shrink.
 */
const usualPlaces = memoizeWeak((index: SearchIndex) => memoizeWeak((entry: Entry) => placesOf(index, entry)));

/**
 * The rows that show an entry, best first. The others are needed if the query's text hides the first one.
 * @param foundPath the path by which a search found it
 */
export function treePlaces(index: SearchIndex, entry: Entry, foundPath?: Path): readonly TreePlace[] {
  const usual = usualPlaces(index)(entry);
  return foundPath === undefined ? usual : [...placesOf(index, entry, foundPath).slice(0, 1), ...usual];
}

function placesOf(index: SearchIndex, entry: Entry, foundPath?: Path): readonly TreePlace[] {
  const place = resultPaths(index, entry, foundPath);
  const browsed = { ...belowTypes(place), words: textOfResult({ browse: place.browse }) };
  return place.path === undefined ? [browsed] : [{ ...belowRoot(place.path), words: textOfResult(place) }, browsed];
}

function belowRoot({ root, steps }: NonNullable<ResultPaths['path']>): Omit<TreePlace, 'words'> {
  const above = steps.map((_, at) => pathKey({ root, steps: steps.slice(0, at) }));
  return { key: pathKey({ root, steps }), above };
}

function belowTypes({ browse: { group, names } }: ResultPaths): Omit<TreePlace, 'words'> {
  const top = group === 'types' ? typesKey : directivesKey;
  const [first = '', ...rest] = names;
  const keys = [top, group === 'types' ? typeKey(first) : `${directivesKey}/${first}`];
  for (const name of rest) keys.push(`${keys.at(-1)}/${name}`);
  return { key: keys.at(-1) ?? top, above: keys.slice(0, -1) };
}
