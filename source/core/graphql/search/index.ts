/** Searching a schema: what there is, how closely it fits, and the shortest way to it. */
export { type Entry, type EntryKind, type SearchIndex, searchIndexOf } from './entries.js';
export { type Found, find, mostResults, warmSearch } from './find.js';
export { matchRanges, type Name, nameOf, type Range, type Tier, tierOf, tiers } from './name-match.js';
export { type Place, placeOf, wordsOfPath, wordsOfPlace } from './place.js';
export { type Reach, reachOf, wayTo } from './reach.js';
