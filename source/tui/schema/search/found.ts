/** Results of a search in a GraphQL schema or in a description. */
import {
  type Entry,
  find,
  isGuess,
  missingWords,
  type SearchResults,
  searchIndexOf,
} from '../../../core/graphql/search/index.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import { searchOperations } from '../../../core/openapi/search.js';
import type { WayResults } from '../../../core/openapi/ways-between.js';
import type { Corpus } from '../../../core/search/corpus.js';
import { highlight } from '../../../core/search/highlight.js';
import type { Synonyms } from '../../../core/search/synonyms.js';
import type { TreeResults } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { TreePlace } from '../../model/tree.js';
import { operationPlaces } from '../api/groups.js';
import { partPlaces } from '../api/part-rows.js';
import { requestPlace, requestsToSearch, showsRequests } from '../api/requests.js';
import { callPlace } from '../api/way-rows.js';
import { treePlaces } from './find-rows.js';

/** Returns whether they are results in a GraphQL schema. */
export const isOfSchema = (results: TreeResults): results is SearchResults => 'index' in results;

/** The schema, description or requests to search, or undefined if there are none yet. */
export const searchable = (state: State) =>
  state.connect.index ?? state.connect.description ?? (showsRequests(state) ? requestsToSearch(state) : undefined);

/** Returns whether they are ways between operations. */
export const areWays = (results: TreeResults): results is WayResults => 'ways' in results;

/** The schema or description that was searched. */
export const searchedIn = (results: TreeResults | undefined): unknown =>
  results === undefined ? undefined : isOfSchema(results) ? results.index.view : results.description;

/** Searches for a text. */
export const findText = (
  source: NonNullable<ReturnType<typeof searchable>>,
  text: string,
  synonyms?: Synonyms,
): TreeResults =>
  'operations' in source ? searchOperations(source, text, synonyms) : find(searchIndexOf(source), text, synonyms);

/** The words that were searched. */
export const corpusOf = (results: TreeResults): Corpus => (isOfSchema(results) ? results.index.corpus : results.corpus);

/** A placeholder entry, since the row of an operation is self-explanatory. */
const plain = { kind: 'type', owner: '', field: '', deprecated: false, depth: 1 } as const;

/** The element of the nth result. */
export function entryAt(results: TreeResults | undefined, nth: number): Entry | undefined {
  const at = results?.results[nth];
  if (results === undefined || at === undefined) return undefined;
  if (isOfSchema(results)) return results.index.entries[at];
  const match = results.matches[at];
  return match && { ...plain, name: titleOf(match.operation), field: match.part ?? '' };
}

/** Possible rows of the nth result in the tree, best first. */
export function placesAt(results: TreeResults, nth: number): readonly TreePlace[] {
  const at = results.results[nth] ?? -1;
  if (!isOfSchema(results)) {
    const match = results.matches[at];
    if (match === undefined) return [];
    const request = requestPlace(match.operation);
    if (request !== undefined) return [request];
    const { operation, part } = match;
    if (areWays(results)) return [callPlace(results.ways, match), ...operationPlaces(results.description, operation)];
    return part === undefined
      ? operationPlaces(results.description, operation)
      : partPlaces(results.description, operation, part);
  }
  const entry = results.index.entries[at];
  return entry === undefined ? [] : treePlaces(results.index, entry, results.paths.get(at));
}

/**
 * The reason for a result that its path does not show: words that the path does not contain, a schema that an operation uses,
 * or a description. Untrusted text.
 * @param path the names on the path to the result
 */
export function reasonOf(results: TreeResults, nth: number, path: readonly string[]): string {
  const match = isOfSchema(results) ? undefined : results.matches[nth];
  const missing = isOfSchema(results) ? missingWords(results, nth) : (match?.missing ?? []);
  if (missing.length > 0) return `without ${missing.join(', ')}: `;
  if (match?.schema !== undefined) return `by ${match.schema}: `;
  if (isOfSchema(results) && isGuess(results, nth)) return 'closest: ';
  const isNamed = path.some(name => highlight(corpusOf(results), results.asked, name).length > 0);
  return isNamed || results.asked.words.length === 0 ? '' : 'described: ';
}
