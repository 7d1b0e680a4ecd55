/** The visible rows of the tree: expanded rows, the cursor, and the scroll position. */
import { clamp, topWithCursor, viewOf } from '../layout.js';
import type { SchemaState } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { matchTree } from './search/match-rows.js';
import { treeSource } from './sources.js';

/** Initial state with the query root expanded. Rows appear with the schema. */
export const startSchema: SchemaState = {
  open: new Set(['query/']),
  rows: [],
  rowsInput: undefined,
  addedRequests: new Map(),
  editedRequests: new Map(),
  cursor: 0,
  editorAtMove: undefined,
  top: 0,
  onlyTicked: false,
  hideDeprecated: false,
  exemptKeys: new Set(),
  search: undefined,
  searchedRowKey: undefined,
  trail: [],
  queuedTicks: [],
};

export const cursorRow = (state: State): Row | undefined => state.schema.rows[state.schema.cursor];

/** Changes fields of the tree without updating its rows; see `rebuild`. */
export const change = (state: State, part: Partial<SchemaState>): State => ({
  ...state,
  schema: { ...state.schema, ...part },
});

/** True while the tree shows only matches and their ancestors. */
export const showsMatches = ({ schema: { search } }: State): boolean =>
  search !== undefined && !search.showsFullTree && (search.results?.total ?? 0) > 0;

/**
 * Rebuilds the rows after a change of schema, text, filters or search. The cursor stays on its row, or moves to the nearest
 * one.
 */
export function rebuild(state: State, cursorKey = cursorRow(state)?.key): State {
  const source = treeSource(state);
  const { search } = state.schema;
  const found = showsMatches(state) ? search?.results : undefined;
  const tree = source.rows(state, found);
  if (tree === undefined) return state;
  const matches = found && matchTree(tree, found, search?.changes);
  const rows = matches?.rows ?? tree.visible();
  const rowsInput = {
    of: source.of,
    text: source.text(state),
    at: source.at(state),
    by: state.grouping,
    variables: tree.variables?.asked ? state.variables.editor.doc : undefined,
  };
  const cursor = findRow(rows, cursorKey, state.schema.cursor);
  const searched = search === undefined || matches === undefined ? search : { ...search, tree: matches };
  return follow(change(state, { rows, rowsInput, cursor, search: searched }));
}

/**
 * Scrolls the tree so that its cursor is visible. A cursor just beyond the edge scrolls by a small step, which costs the fewest
 * bytes.
 */
export function follow(state: State): State {
  const { height } = viewOf(state, 'schema');
  const { cursor, rows, top } = state.schema;
  const isFar = cursor < top - height || cursor > top + 2 * height;
  const from = isFar ? cursor - Math.floor(height / 2) : top;
  const next = topWithCursor({ top: from, row: cursor, total: rows.length, height });
  return next === top ? state : change(state, { top: next });
}

/** Updates the rows to the text and the schema, whatever changed them. Ticks have already rebuilt their rows. */
export function followText(state: State): State {
  const source = treeSource(state);
  const { rowsInput } = state.schema;
  if (rowsInput === undefined || rowsInput.of !== source.of) return rebuild(state);
  if (rowsInput.by !== state.grouping && source.regrouped !== undefined) {
    const { open, cursor } = source.regrouped(state, rowsInput.by);
    return rebuild(change(state, { open, trail: [] }), cursor);
  }
  const isSame =
    rowsInput.text === source.text(state) &&
    rowsInput.at === source.at(state) &&
    (rowsInput.variables === undefined || rowsInput.variables === state.variables.editor.doc);
  return isSame ? state : rebuild(state);
}

/** Moves the cursor, limited to existing rows. */
export const moveTo = (state: State, cursor: number): State =>
  follow(
    change(state, {
      cursor: clamp(cursor, 0, Math.max(0, state.schema.rows.length - 1)),
      editorAtMove: state.query.editor,
    }),
  );

/** Expands rows. `rebuild` shows them. */
export const opened = (state: State, keys: readonly string[]): State =>
  change(state, { open: new Set([...state.schema.open, ...keys]) });

/** Collapses a row. `rebuild` removes the hidden rows. */
export const closed = (state: State, key: string): State => {
  const open = new Set(state.schema.open);
  open.delete(key);
  return change(state, { open });
};

/** Expands or collapses the row of the cursor. Without children, it does nothing. */
export function toggleOpen(state: State): State {
  const row = cursorRow(state);
  if (row?.children === undefined) return state;
  return rebuild(state.schema.open.has(row.key) ? closed(state, row.key) : opened(state, [row.key]));
}

/** The current index of a row, or of the nearest sibling or ancestor that exists. `near` is its old index. */
function findRow(rows: readonly Row[], key: string | undefined, near: number): number {
  if (key === undefined) return bounded(rows, near);
  const at = indexOfKey(rows, key, near) ?? siblingAt(rows, key, near);
  if (at !== undefined) return at;
  for (let above = keyAbove(rows, key); above !== undefined; above = keyAbove(rows, above)) {
    const index = indexOfKey(rows, above, near);
    if (index !== undefined) return index;
  }
  return bounded(rows, near);
}

const bounded = (rows: readonly Row[], near: number): number => clamp(near, 0, Math.max(0, rows.length - 1));

/** The key of the parent row. The key of a root ends in `/`. */
function keyAbove(rows: readonly Row[], key: string): string | undefined {
  const cut = key.lastIndexOf('/');
  if (cut <= 0) return undefined;
  const above = key.endsWith('/') ? key.slice(0, -1) : key.slice(0, cut);
  if (above.includes('/')) return above;
  const root = `${above}/`;
  return root === key || indexOfKey(rows, root, 0) === undefined ? undefined : root;
}

/**
 * The sibling now at the position of a removed row, or the one before it. Not the parent, since a second Space would then
 * remove all of it.
 */
function siblingAt(rows: readonly Row[], key: string, near: number): number | undefined {
  const parent = key.slice(0, key.lastIndexOf('/') + 1);
  if (parent === '') return undefined;
  for (let at = Math.min(near, rows.length - 1); at >= 0; at--) {
    const other = rows[at]?.key ?? '';
    if (other.startsWith(parent) && other.length > parent.length) {
      if (!other.includes('/', parent.length)) return at;
    } else if (at < near) return undefined;
  }
  return undefined;
}

/** Searches from `near` in both directions, since most changes move the cursor's row by a few rows at most. */
function indexOfKey(rows: readonly Row[], key: string, near: number): number | undefined {
  for (let off = 0; near - off >= 0 || near + off < rows.length; off++) {
    if (rows[near + off]?.key === key) return near + off;
    if (rows[near - off]?.key === key) return near - off;
  }
  return undefined;
}

/** A row and all visible rows below it. */
export function subtree(rows: readonly Row[], index: number): readonly Row[] {
  const depth = rows[index]?.depth ?? 0;
  const length = rows.slice(index + 1).findIndex(row => row.depth <= depth);
  return rows.slice(index, length < 0 ? rows.length : index + 1 + length);
}
