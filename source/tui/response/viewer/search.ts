/** Search in the text: live while typing, then with `n` and `N`. */

import { lineOfOffset } from '../../../core/response/viewer/line-source.js';
import {
  firstMatchFrom,
  matchCount,
  noMatches,
  searchOn,
  searchPattern,
} from '../../../core/response/viewer/search.js';
import type { BodySearch, BodyState, BodyView } from '../../model/viewer.js';
import { followTable } from '../table/table.js';
import { goToLine } from './reduce.js';

/** Number of characters searched immediately for each key. The rest is searched between frames. */
const searchedAtOnce = 2_000_000;

/** Starts a search at the position of `origin`. An empty query ends the search. */
export function search(origin: BodyState, query: string, view: BodyView): BodyState {
  if (query === '') return { ...origin, search: undefined };
  const { source } = origin;
  const matches = searchOn(source.text, searchPattern(query), noMatches, searchedAtOnce);
  const next = { ...origin, search: { query, matches, current: -1 } };
  const at = source.has(origin.cursor) ? source.start(origin.cursor) : 0;
  return matchCount(matches) === 0 ? next : goToMatch(next, firstMatchFrom(matches, at), view);
}

/** Repeats the search in a text that replaced the old one. The cursor does not move. */
export function searchAgain(body: BodyState, query: string): BodyState {
  const matches = searchOn(body.source.text, searchPattern(query), noMatches, searchedAtOnce);
  return { ...body, search: { query, matches, current: -1 } };
}

/** Continues an incomplete search. The cursor moves to the first match if there was none before. */
export function searchFurther(body: BodyState, chars: number, view: BodyView): BodyState {
  const { search: old } = body;
  if (old === undefined || old.matches.complete) return body;
  const matches = searchOn(body.source.text, searchPattern(old.query), old.matches, chars);
  const next = { ...body, search: { ...old, matches } };
  return old.current < 0 && matchCount(matches) > 0 ? goToMatch(next, 0, view) : next;
}

/** Goes to the next or previous match, wrapping around. */
export function searchNext(body: BodyState, by: 1 | -1, view: BodyView): BodyState {
  const { search: old, source } = body;
  if (old === undefined || matchCount(old.matches) === 0) return body;
  const { offsets } = old.matches;
  const here = old.current >= 0 && lineOfOffset(source, offsets[old.current * 2] ?? 0) === body.cursor;
  const following = firstMatchFrom(old.matches, source.start(body.cursor));
  const near = by > 0 ? following : following - 1;
  return goToMatch(body, here ? old.current + by : near, view);
}

function goToMatch(body: BodyState, index: number, view: BodyView): BodyState {
  const { search: old, source } = body;
  if (old === undefined) return body;
  const count = matchCount(old.matches);
  const current = ((index % count) + count) % count;
  const offset = old.matches.offsets[current * 2] ?? 0;
  const end = old.matches.offsets[current * 2 + 1] ?? offset;
  const line = lineOfOffset(source, offset);
  const searched = { ...body, search: { ...old, current } };
  // In a table, the cursor moves to the cell. The body stays folded until the table is closed.
  if (body.table !== undefined) return followTable({ ...searched, cursor: line }, view);
  const moved = goToLine(searched, line, view);
  const column = offset - source.start(line) + source.parts(line).depth * 2;
  const last = column + end - offset;
  const seen = column >= moved.left && last < moved.left + view.width;
  return seen ? moved : { ...moved, left: last < view.width ? 0 : Math.max(0, column - Math.floor(view.width / 2)) };
}

/** Position in the matches: `3 of 17`, or `none`. */
export function searchWords({ matches, current }: BodySearch): string {
  const count = matchCount(matches);
  if (count === 0) return matches.complete ? 'none' : 'searching';
  if (current < 0) return `${count} found`;
  return `${current + 1} of ${count}${matches.complete && matches.offsets.length < 200_000 ? '' : '+'}`;
}
