/**
 * Search in the schema: the typed text, its results, and the state of the tree. While letters are typed, the tree shows the
 * matches and their ancestors. After Enter or Tab it shows all rows: going to a result expands its ancestors and moving on
 * collapses them again. In the end, only the path to the chosen row is expanded.
 */

import { changedElements, foundChanges } from '../../../core/graphql/search/index.js';
import { runText, type TextCommand } from '../../../core/text/commands.js';
import { createText } from '../../../core/text/editor.js';
import type { Update } from '../../model/effect.js';
import type { SearchAction, SearchState, TreeResults } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import { kindWords } from '../../screen-words.js';
import { notify, update, withNotice } from '../../update.js';
import { isSearchable } from '../keys.js';
import { change, cursorRow, rebuild, showsMatches } from '../rows.js';
import { treeSource } from '../sources.js';
import { schemaResults } from './found.js';
import { currentEntry, goBack, isSame, keepFullTree, sequence, showFullTree, showMatch } from './show-match.js';
import { markOrSearchWays, stopWaySearch } from './ways.js';

/** True while keys are typed into the search line. */
export const isSearching = (state: State): boolean => state.focus === 'schema' && state.schema.search?.typing === true;

/** Esc while typing restores the tree. Later, it only ends the search. */
export function reduceSearch(state: State, action: SearchAction): Update<State> {
  const { search } = state.schema;
  switch (action.type) {
    case 'search/open':
      return open(state);
    case 'search/typed':
      return search === undefined ? update(state) : update(typed(state, search, action.command));
    case 'search/step':
      return go(state, action.by);
    case 'search/whole':
      return search?.results === undefined ? update(state) : update(toggleFullTree(state, search));
    case 'search/changes':
      return update(toggleChanges(state));
    case 'search/ways':
      return markOrSearchWays(state);
    case 'search/ways-found':
      return showWays(state, action.id, action.results);
    case 'search/take':
      return search === undefined ? update(state) : take(state, search);
    case 'search/leave': {
      const { state: stopped, effects } = stopWaySearch(state);
      return update(search === undefined ? stopped : leave(stopped, search), ...effects);
    }
  }
}

function open(state: State): Update<State> {
  const searchable = isSearchable(state);
  if (searchable !== true) return notify(state, searchable);
  if (isSearching(state)) return update(state);
  const search = startSearch(state);
  return update(rebuild(change({ ...state, focus: 'schema', editing: false, overlays: [] }, { search })));
}

function startSearch(state: State): SearchState {
  const { top, exemptKeys } = state.schema;
  return {
    field: createText(''),
    typing: true,
    results: undefined,
    tree: undefined,
    showsFullTree: false,
    at: 0,
    path: [],
    expandedKeys: [],
    resultsByText: new Map(),
    before: { key: cursorRow(state)?.key, top, exemptKeys, docsRows: state.docsRows },
  };
}

/** Toggles between the changes of a refresh and the previous tree. */
function toggleChanges(state: State): State {
  const { search } = state.schema;
  if (search?.changes !== undefined && !search.showsFullTree) return leave(state, search);
  const view = state.connect.index;
  const changes = changedElements(state.connect.changes);
  if (view === undefined || changes.length === 0) return state;
  const left = search === undefined ? state : leave(state, search);
  const results = schemaResults(foundChanges(view, changes));
  const listing: SearchState = { ...startSearch(left), typing: false, changes, results };
  return showMatch(change({ ...left, focus: 'schema', editing: false, overlays: [] }, { search: listing }), 0);
}

/** Shows the ways that were found, unless another search has started since. */
function showWays(state: State, id: number, results: TreeResults): Update<State> {
  const { pendingWays, search } = state.schema;
  if (pendingWays?.id !== id) return update(state);
  const { from, to } = pendingWays;
  const cleared = change(state, { pendingWays: undefined });
  if (treeSource(state).searched(state) !== results.of) return update(cleared);
  if (results.total === 0) return notify(cleared, `No way leads from ${from} to ${to}.`);
  const before = search === undefined ? cleared : leave(cleared, search);
  const field = createText(`${from} to ${to}`);
  const listing: SearchState = { ...startSearch(before), field, typing: false, hasWays: true, results };
  const noticed = withNotice(before, 'Press n for the next way, or Space to tick this one.');
  return update(showMatch(change(noticed, { search: listing }), results.first));
}

/** Handles the changes of another refresh. If changes are shown, the new ones replace them. */
export function reopenChanges(state: State): State {
  const { search } = state.schema;
  if (search?.changes === undefined) return state;
  const left = leave(state, search);
  return search.showsFullTree ? left : toggleChanges(left);
}

function typed(state: State, search: SearchState, command: TextCommand): State {
  const field = runText(search.field, command.do === 'paste' ? { ...command, text: oneLine(command.text) } : command);
  const text = field.doc.line(1).text;
  if (text === search.field.doc.line(1).text) return change(state, { search: { ...search, field } });
  return searchText(change(state, { search: { ...search, field } }), text);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Number of texts whose results a search remembers. */
const maxCachedTexts = 8;

/** Searches for a text and goes to the best result, or back to where the search began if there is none. */
function searchText(state: State, text: string): State {
  const { search } = state.schema;
  const source = treeSource(state);
  const searched = source.searched(state);
  if (search === undefined || searched === undefined) return state;
  if (text.trim() === '') {
    return goBack(change(state, { search: { ...search, results: undefined, tree: undefined, at: 0 } }));
  }
  // Results in a schema that has been replaced are dropped.
  const current = new Map([...search.resultsByText].filter(([, { of }]) => of === searched));
  const results = current.get(text) ?? source.search(state, text);
  const resultsByText =
    results === undefined ? current : new Map([...current, [text, results] as const].slice(-maxCachedTexts));
  const next = change(state, { search: { ...search, results, tree: undefined, at: 0, resultsByText } });
  if (results === undefined || results.total === 0) return goBack(next);
  return search.showsFullTree ? showFullTree(next, 0) : showMatch(next, 0);
}

function go(before: State, by: number): Update<State> {
  // The searched requests may have been edited since.
  const state = searchAgain(before);
  const { search } = state.schema;
  if (search?.results === undefined) return notify(state, 'No search yet. Press / to search.');
  const order = sequence(search);
  if (order.length === 0) return notify(state, 'No match.');
  const next = order[(order.indexOf(search.at) + by + order.length) % order.length] ?? 0;
  return update(showsMatches(state) ? showMatch(state, next) : showFullTree(state, next));
}

function toggleFullTree(state: State, search: SearchState): State {
  const next = change(state, { search: { ...search, showsFullTree: !search.showsFullTree } });
  if (search.results?.total === 0) return next;
  return search.showsFullTree ? showMatch(next, search.at) : showFullTree(next, search.at);
}

function take(state: State, search: SearchState): Update<State> {
  // Enter was pressed before the schema was loaded, so it is applied afterwards.
  if (treeSource(state).searched(state) === undefined)
    return update(change(state, { search: { ...search, typing: false } }));
  if (search.results === undefined) return update(leave(state, search));
  if (search.results.total === 0) {
    return notify(
      leave(state, search),
      `No match for ${search.results.asked.text.trim()} in the ${kindWords[state.connect.kind].sourceName}.`,
    );
  }
  const { trail } = state.schema;
  const from = search.before.key;
  const chosen = change(state, {
    search: { ...search, typing: false, showsFullTree: true },
    trail: from === undefined ? trail : [...trail.slice(-49), from],
  });
  return update(expanded(search.showsFullTree ? chosen : showFullTree(chosen, search.at)));
}

/** Expands the chosen row. The next match collapses it again, like the rows above it. */
function expanded(state: State): State {
  const row = cursorRow(state);
  const { search, open } = state.schema;
  if (search === undefined || row?.children === undefined || open.has(row.key)) return state;
  return rebuild(
    change(state, {
      open: new Set([...open, row.key]),
      search: { ...search, expandedKeys: [...search.expandedKeys, row.key] },
    }),
  );
}

/**
 * Esc. While typing, and from the list of changes, it returns to where the search began. After Enter, the chosen row and its
 * expanded ancestors stay.
 */
function leave(state: State, search: SearchState): State {
  const goesBack = search.typing || (search.changes !== undefined && !search.showsFullTree);
  const back = goesBack
    ? goBack(change(state, { search: { ...search, showsFullTree: true } }))
    : treeAtChosenRow(state, search);
  const left = change(back, {
    search: undefined,
    searchedRowKey: goesBack ? state.schema.searchedRowKey : cursorRow(back)?.key,
  });
  if (!goesBack) return rebuild(left);
  // A row visited by the search may have enlarged the documentation, so restore its height as well.
  const { top, docsRows } = search.before;
  return rebuild({ ...change(left, { top }), docsRows });
}

/** The full tree at the chosen row. The rows of ways between operations are not in it, so the cursor goes to the operation. */
function treeAtChosenRow(state: State, search: SearchState): State {
  if (search.results?.ways === undefined) return keepFullTree(state);
  const at = search.tree?.matchAt.get(cursorRow(state)?.key ?? '') ?? search.at;
  return showFullTree(change(state, { search: { ...search, showsFullTree: true } }), at);
}

/** Handles the case that there is no schema to search after all. */
export const withoutSearch = (state: State): State =>
  state.schema.search === undefined ? state : change(state, { search: undefined });

/** A click on a row ends the typing. */
export const endTyping = (state: State): State => {
  const { search } = state.schema;
  return search?.typing ? change(state, { search: { ...search, typing: false, expandedKeys: [] } }) : state;
};

/**
 * Handles a new schema. A search typed before it was loaded runs now, and an open search is repeated. The cursor moves only
 * while typing.
 */
export function searchAgain(state: State): State {
  const { search } = state.schema;
  const searched = treeSource(state).searched(state);
  if (search === undefined || searched === undefined || searched === search.results?.of) return state;
  // Ways of a schema that has been replaced may no longer exist.
  if (search.hasWays === true) return leave(state, search);
  const text = search.field.doc.line(1).text;
  if (search.results === undefined) return searchOnceLoaded(state, search, text);
  if (search.typing) return searchText(state, text);
  const results = repeatedResults(state, search, text);
  if (results === undefined) return state;
  const was = currentEntry(search);
  const at = results.results.findIndex((_, nth) => isSame(results.entryAt(nth), was));
  const next = change(state, { search: { ...search, results, tree: undefined, at: Math.max(0, at) } });
  return search.showsFullTree ? next : rebuild(next);
}

function repeatedResults(state: State, { changes }: SearchState, text: string): TreeResults | undefined {
  const { index } = state.connect;
  if (changes === undefined || index === undefined) return treeSource(state).search(state, text);
  return schemaResults(foundChanges(index, changes));
}

function searchOnceLoaded(state: State, search: SearchState, text: string): State {
  const before = { ...search.before, key: cursorRow(state)?.key };
  const next = searchText(change(state, { search: { ...search, before } }), text);
  const afterSearch = next.schema.search;
  return search.typing || afterSearch === undefined ? next : take(next, afterSearch).state;
}
