/** Schema search: the searchable elements, how closely they match, and the shortest path to each. */
export { type ChangedElement, changedElements, foundChanges } from './changes.js';
export { type Entry, type EntryKind, indexSlices, type SearchIndex, searchIndexOf } from './entries.js';
export { find, isGuess, maxResults, missingWords, type SearchResults, searchSlices } from './find.js';
export { isWriting, type ResultPaths, resultPaths, textOfPath, textOfResult } from './result-paths.js';
export { type Routes, routesOf, routeTo } from './routes.js';
