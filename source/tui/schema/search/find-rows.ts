/** Finds the row of a search result in the tree: its key, and the keys of its ancestors. */

import { type Path, pathKey } from '../../../core/graphql/builder/schema/path.js';
import type { Entry, ResultPaths, SearchIndex } from '../../../core/graphql/search/index.js';
import { resultPaths, textOfResult } from '../../../core/graphql/search/index.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { TreePlace } from '../../model/tree.js';
import { directivesKey, typeKey, typesKey } from '../tree/browse-rows.js';

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
