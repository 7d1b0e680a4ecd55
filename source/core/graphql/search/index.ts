/** Searching a schema: what there is, how closely it fits, and the shortest way to it. */
export { type ChangedThing, changedThings, foundChanges } from './changes.js';
export { type Entry, type EntryKind, type SearchIndex, searchIndexOf } from './entries.js';
export { type Found, find, mostResults, warmSearch } from './find.js';
export { maskOf, type Name, nameOf, type Range } from './name.js';
export { matchRanges, type Tier, tierOf, tiers } from './name-match.js';
export { nearRange } from './near-match.js';
export { isWriting, type Place, placeOf, wordsOfPath, wordsOfPlace } from './place.js';
export { type Reach, reachOf, wayTo } from './reach.js';
