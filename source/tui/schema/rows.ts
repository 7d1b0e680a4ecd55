/** The visible rows of the tree: which are expanded, the cursor, and the scroll position. */
import { clamp, viewOf } from '../layout.js';
import type { SchemaState } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { variableValues } from '../variables/values.js';
import { matchTree } from './search/match-rows.js';
import { findRow } from './tree/find-row.js';
import { flatten } from './tree/flatten.js';

/** The root of queries is expanded; rows come with the schema. */
export const startSchema: SchemaState = {
  open: new Set(['query/']),
  rows: [],
  rowsOf: undefined,
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

/** Changes fields of the tree. Its rows stay as they are: see `rebuild`. */
export const change = (state: State, part: Partial<SchemaState>): State => ({
  ...state,
  schema: { ...state.schema, ...part },
});

/** True while the tree shows only matches and their ancestors. */
export const showsMatches = ({ schema: { search } }: State): boolean =>
  search !== undefined && !search.whole && (search.found?.total ?? 0) > 0;

/**
 * Rebuilds the rows after a change of schema, text, filters or search; the cursor stays on its row, or goes to the nearest one.
 */
export function rebuild(state: State, cursorKey = cursorRow(state)?.key): State {
  const { connect, query, schema } = state;
  if (connect.index === undefined) return state;
  const { doc } = state.variables.editor;
  const variables = variableValues(() => doc.toString());
  const input = {
    variables,
    view: connect.index,
    document: query.document,
    active: query.active,
    open: schema.open,
    onlyTicked: schema.onlyTicked,
    hideDeprecated: schema.hideDeprecated,
    shown: schema.shown,
  };
  const { search } = schema;
  const tree =
    search?.found !== undefined && showsMatches(state) ? matchTree(input, search.found, search.changes) : undefined;
  const rows = tree?.rows ?? flatten(input);
  const rowsOf = {
    index: connect.index,
    document: query.document,
    active: query.active,
    variables: variables.asked ? doc : undefined,
  };
  const cursor = findRow(rows, cursorKey, schema.cursor);
  const found = search === undefined || tree === undefined ? search : { ...search, tree };
  return follow(change(state, { rows, rowsOf, cursor, search: found }));
}

/** Scrolls the tree so that its cursor is visible: by a small step if it is just beyond the edge, which costs fewest bytes. */
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

/** Updates the rows to the text and the schema, whoever changed them. Ticks have already rebuilt theirs. */
export function followText(state: State): State {
  const { connect, query, schema } = state;
  if (connect.index === undefined) return state;
  const { rowsOf } = schema;
  // A text that does not parse shows the rows of the last one that did.
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

/** Expands rows; `rebuild` shows them. */
export const opened = (state: State, keys: readonly string[]): State =>
  change(state, { open: new Set([...state.schema.open, ...keys]) });

/** Collapses a row; `rebuild` shows it. */
export const closed = (state: State, key: string): State => {
  const open = new Set(state.schema.open);
  open.delete(key);
  return change(state, { open });
};
