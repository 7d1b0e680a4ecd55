/** Cursor movement in a search: from match to match, in the tree of matches or in the full tree. */

import type { Entry } from '../../../core/graphql/search/index.js';
import type { SearchState } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { Row } from '../../model/tree.js';
import { change, cursorRow, moveTo, rebuild, showsMatches } from '../rows.js';

const without = (open: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> => {
  if (keys.length === 0) return open;
  const left = new Set(open);
  for (const key of keys) left.delete(key);
  return left;
};

/** Collapses the rows that the search expanded, and restores the cursor. */
export function goBack(state: State): State {
  const { search, open } = state.schema;
  if (search === undefined) return state;
  const { before } = search;
  const next = change(state, {
    open: without(open, search.expandedKeys),
    exemptKeys: before.exemptKeys,
    search: { ...search, expandedKeys: [] },
    top: before.top,
  });
  return rebuild(next, before.key);
}

/** Shows only the matches, with the cursor on a result. */
export function showMatch(state: State, at: number): State {
  const { search, open } = state.schema;
  if (search === undefined) return state;
  const isShown =
    search.tree !== undefined && search.expandedKeys.length === 0 && state.schema.rows === search.tree.rows;
  const built = isShown
    ? state
    : rebuild(
        change(state, {
          open: without(open, search.expandedKeys),
          exemptKeys: search.before.exemptKeys,
          search: { ...search, expandedKeys: [] },
        }),
      );
  const now = built.schema.search;
  if (now?.tree === undefined) return built;
  const { rows, order, matchAt, paths } = now.tree;
  const to = order.includes(at) ? at : (order[0] ?? 0);
  const next = change(built, { search: { ...now, at: to, path: paths[to] ?? [] } });
  return moveTo(
    next,
    rows.findIndex(row => matchAt.get(row.key) === to),
  );
}

/** Expands the path to a result in the full tree and puts the cursor on it. */
export function showFullTree(state: State, at: number): State {
  const { search, open, exemptKeys } = state.schema;
  if (search?.results?.entryAt(at) === undefined) return state;
  const base = without(open, search.expandedKeys);
  const places = search.results.placesAt(at);
  for (const location of places) {
    const added = location.above.filter(key => !base.has(key));
    const next = change(state, {
      open: new Set([...base, ...added]),
      exemptKeys: new Set([...search.before.exemptKeys, ...location.above, location.key]),
      search: { ...search, at, expandedKeys: added, path: location.words },
    });
    const built = rebuild(next, location.key);
    if (cursorRow(built)?.key === location.key) return built;
  }
  const gone = search.changes?.[at];
  const [location] = places;
  if (gone === undefined || location === undefined) return change(state, { exemptKeys, search: { ...search, at } });
  // A removed element has no row, so the cursor goes to its former parent.
  const added = location.above.filter(key => !base.has(key));
  const next = change(state, { open: new Set([...base, ...added]), search: { ...search, at, expandedKeys: added } });
  return rebuild(next, location.above.at(-1));
}

/** Shows the full tree instead of the matches. The ancestors of the cursor's row stay expanded. */
export function keepFullTree(state: State): State {
  const { search, open, exemptKeys } = state.schema;
  const row = cursorRow(state);
  if (search === undefined || row === undefined || !showsMatches(state)) return state;
  const above = keysAbove(state);
  const keys = search.tree?.open.has(row.key) === true ? [...above, row.key] : above;
  const next = change(state, {
    open: new Set([...open, ...keys]),
    exemptKeys: new Set([...exemptKeys, ...above, row.key]),
    search: { ...search, showsFullTree: true, expandedKeys: [] },
  });
  return rebuild(next);
}

/** After an action on the row, its ancestors stay expanded when the search ends. */
export function keepOpen(state: State): State {
  const { search, open } = state.schema;
  if (search === undefined) return state;
  if (showsMatches(state)) return change(state, { open: new Set([...open, ...keysAbove(state)]) });
  return search.expandedKeys.length === 0 ? state : change(state, { search: { ...search, expandedKeys: [] } });
}

/** Keys of the ancestors of the cursor's row. */
function keysAbove(state: State): string[] {
  const { rows, cursor } = state.schema;
  const keys: string[] = [];
  let depth = rows[cursor]?.depth ?? 0;
  for (let at = cursor - 1; at >= 0 && depth > 0; at--) {
    const row: Row | undefined = rows[at];
    if (row === undefined || row.depth >= depth) continue;
    depth = row.depth;
    keys.push(row.key);
  }
  return keys;
}

/** Results in the order of `n`: visible results, followed by those that are only counted. */
export function sequence({ results, tree, showsFullTree }: SearchState): readonly number[] {
  const shown = tree?.order ?? [];
  if (results === undefined || !showsFullTree) return shown;
  const seen = new Set(shown);
  return [...shown, ...results.results.keys()].filter((at, index) => index < shown.length || !seen.has(at));
}

/** The result at the cursor. */
export const currentEntry = (search: SearchState): Entry | undefined => search.results?.entryAt(search.at);

/** True for the same element in two schemas. */
export const isSame = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a?.kind === b?.kind && a?.name === b?.name && a?.owner === b?.owner && a?.field === b?.field;
