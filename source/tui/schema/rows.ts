/** The visible rows of the tree: expanded rows, the cursor, and the scroll position. */
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import { clamp, viewOf } from '../layout.js';
import type { SchemaState, TreeResults } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row, RowSource } from '../model/tree.js';
import { entryAtCursor } from '../query/http-text.js';
import { variableValues } from '../variables/values.js';
import { regrouped } from './api/regrouped.js';
import { requestRows, requestSource, showsRequests } from './api/requests.js';
import { apiRows, apiSource } from './api/rows.js';
import { waySource } from './api/way-rows.js';
import { areWays } from './search/found.js';
import { matchTree, schemaRows } from './search/match-rows.js';
import { flatten, type TreeInput } from './tree/flatten.js';

/** Initial state with the query root expanded. Rows appear with the schema. */
export const startSchema: SchemaState = {
  open: new Set(['query/']),
  rows: [],
  rowsOf: undefined,
  added: new Map(),
  edited: new Map(),
  cursor: 0,
  top: 0,
  onlyTicked: false,
  hideDeprecated: false,
  shown: new Set(),
  search: undefined,
  sought: undefined,
  trail: [],
  waiting: [],
};

export const cursorRow = (state: State): Row | undefined => state.schema.rows[state.schema.cursor];

/** Changes fields of the tree without updating its rows; see `rebuild`. */
export const change = (state: State, part: Partial<SchemaState>): State => ({
  ...state,
  schema: { ...state.schema, ...part },
});

/** True while the tree shows only matches and their ancestors. */
export const showsMatches = ({ schema: { search } }: State): boolean =>
  search !== undefined && !search.whole && (search.found?.total ?? 0) > 0;

const treeInput = ({ query, schema }: State, view: SchemaIndex, variables: TreeInput['variables']): TreeInput => ({
  variables,
  view,
  document: query.document,
  active: query.active,
  open: schema.open,
  onlyTicked: schema.onlyTicked,
  hideDeprecated: schema.hideDeprecated,
  shown: schema.shown,
});

/** All rows of the tree, visible or not. Undefined without a schema, a description or requests. */
export function allRows(state: State): RowSource | undefined {
  const { description, index } = state.connect;
  if (description !== undefined) return apiSource(state, description);
  if (showsRequests(state)) return requestSource(state);
  const { doc } = state.variables.editor;
  return (
    index &&
    schemaRows(
      treeInput(
        state,
        index,
        variableValues(() => doc.toString()),
      ),
    )
  );
}

/**
 * Rebuilds the rows after a change of schema, text, filters or search. The cursor stays on its row, or moves to the nearest
 * one.
 */
export function rebuild(state: State, cursorKey = cursorRow(state)?.key): State {
  const { connect, query, schema } = state;
  if (showsRequests(state) || connect.description !== undefined) {
    const { description } = connect;
    const { search } = schema;
    const tree =
      search?.found !== undefined && showsMatches(state)
        ? matchTree(sourceOf(state, search.found), search.found)
        : undefined;
    const rows = tree?.rows ?? (description === undefined ? requestRows(state) : apiRows(state, description));
    const apiRowsOf = { description, text: query.editor.doc, at: entryAtCursor(query.editor)?.at, by: state.grouping };
    const cursor = findRow(rows, cursorKey, schema.cursor);
    const searched = search === undefined || tree === undefined ? search : { ...search, tree };
    return follow(change(state, { rows, apiRowsOf, cursor, search: searched }));
  }
  if (connect.index === undefined) return state;
  const { doc } = state.variables.editor;
  const variables = variableValues(() => doc.toString());
  const input = treeInput(state, connect.index, variables);
  const { search } = schema;
  const tree =
    search?.found !== undefined && showsMatches(state)
      ? matchTree(schemaRows(input), search.found, search.changes)
      : undefined;
  const rows = tree?.rows ?? flatten(input);
  const rowsOf = {
    index: connect.index,
    document: query.document,
    active: query.active,
    variables: variables.asked ? doc : undefined,
  };
  const cursor = findRow(rows, cursorKey, schema.cursor);
  const searched = search === undefined || tree === undefined ? search : { ...search, tree };
  return follow(change(state, { rows, rowsOf, cursor, search: searched }));
}

/** All rows of requests or of a description, or the rows of the ways that were found. */
function sourceOf(state: State, found: TreeResults): RowSource {
  const { description } = state.connect;
  if (description === undefined) return requestSource(state);
  return areWays(found) ? waySource(state, description, found.ways) : apiSource(state, description);
}

/**
 * Scrolls the tree so that its cursor is visible. A cursor just beyond the edge scrolls by a small step, which costs the fewest
 * bytes.
 */
export function follow(state: State): State {
  const { height } = viewOf(state, 'schema');
  const { cursor, rows } = state.schema;
  let { top } = state.schema;
  if (cursor < top || cursor >= top + height) {
    const far = cursor < top - height || cursor > top + 2 * height;
    if (far) top = cursor - Math.floor(height / 2);
    else top = cursor < top ? cursor : cursor - height + 1;
  }
  top = clamp(top, 0, Math.max(0, rows.length - height));
  return top === state.schema.top ? state : change(state, { top });
}

/** Updates the rows to the text and the schema, whatever changed them. Ticks have already rebuilt their rows. */
export function followText(state: State): State {
  const { connect, query, schema } = state;
  if (showsRequests(state) || connect.description !== undefined) {
    const { apiRowsOf } = schema;
    const isShown =
      apiRowsOf !== undefined &&
      apiRowsOf.description === connect.description &&
      apiRowsOf.by === state.grouping &&
      apiRowsOf.text === query.editor.doc &&
      apiRowsOf.at === entryAtCursor(query.editor)?.at;
    if (isShown) return state;
    const { description } = connect;
    const isRegrouped =
      description !== undefined && apiRowsOf?.description === description && apiRowsOf.by !== state.grouping;
    if (!isRegrouped) return rebuild(state);
    const { open, cursor } = regrouped(state, description, apiRowsOf.by);
    return rebuild(change(state, { open, trail: [] }), cursor);
  }
  if (connect.index === undefined) return state;
  const { rowsOf } = schema;
  // A text that does not parse shows the rows of the last valid text.
  const isSame =
    rowsOf?.document.lastValid === query.document.lastValid &&
    rowsOf.active === query.active &&
    rowsOf.index === connect.index &&
    (rowsOf.variables === undefined || rowsOf.variables === state.variables.editor.doc);
  return isSame ? state : rebuild(state);
}

/** Moves the cursor, limited to existing rows. */
export const moveTo = (state: State, cursor: number): State =>
  follow(change(state, { cursor: clamp(cursor, 0, Math.max(0, state.schema.rows.length - 1)) }));

/** Expands rows. `rebuild` shows them. */
export const opened = (state: State, keys: readonly string[]): State =>
  change(state, { open: new Set([...state.schema.open, ...keys]) });

/** Collapses a row. `rebuild` removes the hidden rows. */
export const closed = (state: State, key: string): State => {
  const open = new Set(state.schema.open);
  open.delete(key);
  return change(state, { open });
};

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
