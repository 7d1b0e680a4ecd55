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
import type { Corpus } from '../../../core/search/corpus.js';
import { highlight } from '../../../core/search/highlight.js';
import type { TreeResults } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { TreePlace } from '../../model/tree.js';
import { operationPlaces } from '../api/groups.js';
import { partPlaces } from '../api/part-rows.js';
import { requestPlace, requestsToSearch, showsRequests } from '../api/requests.js';
import { treePlaces } from './find-rows.js';

/** Returns whether they are results in a GraphQL schema. */
export const isOfSchema = (found: TreeResults): found is SearchResults => 'index' in found;

/** The schema, description or requests to search, or undefined if there are none yet. */
export const searchable = (state: State) =>
  state.connect.index ?? state.connect.description ?? (showsRequests(state) ? requestsToSearch(state) : undefined);

/** The schema or description that was searched. */
export const searchedIn = (found: TreeResults | undefined): unknown =>
  found === undefined ? undefined : isOfSchema(found) ? found.index.view : found.description;

/** Searches for a text. */
export const findText = (source: NonNullable<ReturnType<typeof searchable>>, text: string): TreeResults =>
  'operations' in source ? searchOperations(source, text) : find(searchIndexOf(source), text);

/** The words that were searched. */
export const corpusOf = (found: TreeResults): Corpus => (isOfSchema(found) ? found.index.corpus : found.corpus);

/** A placeholder entry, since the row of an operation is self-explanatory. */
const plain = { kind: 'type', owner: '', field: '', deprecated: false, depth: 1 } as const;

/** The element of the nth result. */
export function entryAt(found: TreeResults | undefined, nth: number): Entry | undefined {
  const at = found?.results[nth];
  if (found === undefined || at === undefined) return undefined;
  if (isOfSchema(found)) return found.index.entries[at];
  const match = found.matches[at];
  return match && { ...plain, name: titleOf(match.operation), field: match.part ?? '' };
}

/** Possible rows of the nth result in the tree, best first. */
export function placesAt(found: TreeResults, nth: number): readonly TreePlace[] {
  const at = found.results[nth] ?? -1;
  if (!isOfSchema(found)) {
    const match = found.matches[at];
    if (match === undefined) return [];
    const request = requestPlace(match.operation);
    if (request !== undefined) return [request];
    const { operation, part } = match;
    return part === undefined
      ? operationPlaces(found.description, operation)
      : partPlaces(found.description, operation, part);
  }
  const entry = found.index.entries[at];
  return entry === undefined ? [] : treePlaces(found.index, entry, found.paths.get(at));
}

/**
 * The reason for a result that its path does not show: words that the path does not contain, a schema that an operation uses,
 * or a description. Untrusted text.
 * @param path the names on the path to the result
 */
export function reasonOf(found: TreeResults, nth: number, path: readonly string[]): string {
  const match = isOfSchema(found) ? undefined : found.matches[nth];
  const missing = isOfSchema(found) ? missingWords(found, nth) : (match?.missing ?? []);
  if (missing.length > 0) return `without ${missing.join(', ')}: `;
  if (match?.schema !== undefined) return `by ${match.schema}: `;
  if (isOfSchema(found) && isGuess(found, nth)) return 'closest: ';
  const isNamed = path.some(name => highlight(corpusOf(found), found.asked, name).length > 0);
  return isNamed || found.asked.words.length === 0 ? '' : 'described: ';
}
