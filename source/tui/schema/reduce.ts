/** The schema tree: what is open, where the cursor is, and what the keys on a row do. */

import { clamp, searchHeight } from '../layout.js';
import { type Step, step } from '../model/effect.js';
import { layout, type State, viewOf } from '../model/state.js';
import { type JumpAction, reduceJump } from './jumps.js';
import { endTyping, keepOpen, type SearchState, searchAgain } from './search/reduce.js';
import { reduceTick, type TickAction } from './ticks.js';
import { placeOf } from './tree/find-row.js';
import { flatten } from './tree/flatten.js';
import { childrenOf } from './tree/kept-rows.js';
import type { Row } from './tree/row.js';

/** The tree as it is looked at; what is ticked is in the text. */
export interface SchemaState {
  /** Keys of open rows. */
  readonly open: ReadonlySet<string>;
  /** The visible rows, top to bottom. */
  readonly rows: readonly Row[];
  /** Index of the cursor in `rows`. */
  readonly cursor: number;
  /** First drawn row. */
  readonly top: number;
  readonly onlyTicked: boolean;
  readonly hideDeprecated: boolean;
  /** Keys of rows that are shown whatever is hidden: the way to what was searched. */
  readonly shown: ReadonlySet<string>;
  /** The search in this pane. */
  readonly search: SearchState | undefined;
  /** Keys of rows that "go to" left behind, for Backspace. */
  readonly trail: readonly string[];
  /** What was pressed before the schema was built: done as soon as it is. */
  readonly waiting: readonly { readonly key: string; readonly action: TickAction }[];
}

export type SchemaAction =
  | TickAction
  | JumpAction
  | { readonly type: 'schema/move'; readonly by: number }
  | { readonly type: 'schema/first' }
  | { readonly type: 'schema/last' }
  | { readonly type: 'schema/scroll'; readonly by: number }
  /** Opens the row, or goes to its first child. */
  | { readonly type: 'schema/open' }
  /** Closes the row, or goes to its parent. */
  | { readonly type: 'schema/close' }
  | { readonly type: 'schema/toggle-open' }
  | { readonly type: 'schema/click'; readonly column: number; readonly row: number }
  | { readonly type: 'schema/only-ticked' }
  | { readonly type: 'schema/deprecated' };

/** The root of queries is open; rows come with the schema. */
export const startSchema: SchemaState = {
  open: new Set(['query/']),
  rows: [],
  cursor: 0,
  top: 0,
  onlyTicked: false,
  hideDeprecated: false,
  shown: new Set(),
  search: undefined,
  trail: [],
  waiting: [],
};

/** The row the cursor is on. */
export const cursorRow = (state: State): Row | undefined => state.schema.rows[state.schema.cursor];

/** The state with these fields of the tree changed. Rows are not made anew: see `rebuild`. */
export const change = (state: State, part: Partial<SchemaState>): State => ({
  ...state,
  schema: { ...state.schema, ...part },
});

/** Makes the rows anew after a change of schema, text or filters; the cursor stays on its row, or goes to the nearest one beside or above. */
export function rebuild(state: State, cursorKey = cursorRow(state)?.key): State {
  const { connect, query, schema } = state;
  if (connect.index === undefined) return state;
  const rows = flatten({
    view: connect.index,
    document: query.document,
    active: query.active,
    open: schema.open,
    onlyTicked: schema.onlyTicked,
    hideDeprecated: schema.hideDeprecated,
    shown: schema.shown,
  });
  return follow(change(state, { rows, cursor: placeOf(rows, cursorKey, schema.cursor) }));
}

/** Scrolls so that the cursor is seen: by a step if it is just beyond the edge, which costs the terminal fewest bytes. */
function follow(state: State): State {
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

/** A new schema: rows are made, the old cursor is looked for. */
export const schemaLoaded = (state: State): State => searchAgain(rebuild(state));

/** The query text or its active definition changed. */
export const textChanged = (state: State): State => rebuild(state);

/** Another size of the pane: the cursor is scrolled into sight. */
export const schemaResized = (state: State): State => follow(state);

const moveTo = (state: State, cursor: number): State =>
  follow(change(state, { cursor: clamp(cursor, 0, Math.max(0, state.schema.rows.length - 1)) }));

/** The state with rows open; `rebuild` shows them. */
export const opened = (state: State, keys: readonly string[]): State =>
  change(state, { open: new Set([...state.schema.open, ...keys]) });

const closed = (state: State, key: string): State => {
  const open = new Set(state.schema.open);
  open.delete(key);
  return change(state, { open });
};

/** Moves stop at the ends. What changes the query is in `schema-ticks.ts`. */
export function reduceSchema(state: State, action: SchemaAction): Step<State> {
  const { schema } = state;
  const row = cursorRow(state);
  switch (action.type) {
    case 'schema/move':
      return step(moveTo(state, schema.cursor + action.by));
    case 'schema/first':
      return step(moveTo(state, 0));
    case 'schema/last':
      return step(moveTo(state, schema.rows.length - 1));
    case 'schema/scroll': {
      const { height } = viewOf(state, 'schema');
      const top = clamp(schema.top + action.by, 0, Math.max(0, schema.rows.length - height));
      return step(change(state, { top, cursor: clamp(schema.cursor, top, top + height - 1) }));
    }
    case 'schema/open':
      if (row?.children === undefined) return step(state);
      if (schema.open.has(row.key)) return step(moveTo(state, schema.cursor + 1));
      return step(rebuild(opened(state, [row.key])));
    case 'schema/close':
      if (row === undefined) return step(state);
      if (row.children !== undefined && schema.open.has(row.key)) return step(rebuild(closed(state, row.key)));
      return step(moveTo(state, parentIndex(schema.rows, schema.cursor)));
    case 'schema/toggle-open':
      if (row?.children === undefined) return step(state);
      return step(rebuild(schema.open.has(row.key) ? closed(state, row.key) : opened(state, [row.key])));
    case 'schema/click':
      return click(state, action.column, action.row);
    case 'schema/only-ticked': {
      const next = change(state, { onlyTicked: !schema.onlyTicked, shown: new Set() });
      return step(rebuild(schema.onlyTicked ? next : openTicked(next)));
    }
    case 'schema/deprecated':
      return step(rebuild(change(state, { hideDeprecated: !schema.hideDeprecated, shown: new Set() })));
    case 'schema/go-to-type':
    case 'schema/reveal':
    case 'schema/back':
    case 'schema/where-used':
    case 'schema/docs':
      return reduceJump(state, action);
    default:
      return reduceTick(keepOpen(state), action);
  }
}

function parentIndex(rows: readonly Row[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at;
  return index;
}

/** A click on the box ticks, on the arrow opens, elsewhere it selects. */
function click(state: State, column: number, at: number): Step<State> {
  const rect = layout(state).panes.schema;
  const { search } = state.schema;
  const taken = search === undefined || rect === undefined ? 0 : searchHeight(rect.height - 2);
  if (at < taken) return step(state);
  const index = state.schema.top + at - taken;
  const row = state.schema.rows[index];
  if (row === undefined) return step(state);
  const moved = moveTo(endTyping(state), index);
  const indent = 1 + row.depth * 2;
  if (column >= indent && column < indent + 2 && row.children !== undefined) {
    return reduceSchema(moved, { type: 'schema/toggle-open' });
  }
  if (column >= indent + 2 && column < indent + 5 && row.mark !== 'none') {
    return reduceSchema(moved, { type: 'schema/tick' });
  }
  return step(moved);
}

/** Everything that leads to a ticked row is opened, so that "only what is ticked" shows all of it. */
function openTicked(state: State): State {
  const index = state.connect.index;
  if (index === undefined) return state;
  const keys: string[] = [];
  const visit = (rows: readonly Row[]): void => {
    for (const row of rows) {
      if (row.children === undefined || row.path === undefined) continue;
      if (row.kind !== 'root' && row.mark === 'absent') continue;
      keys.push(row.key);
      if (keys.length < 5000) visit(childrenOf(index, row).filter(each => each.mark !== 'absent'));
    }
  };
  visit(state.schema.rows.filter(row => row.depth === 0));
  return opened(state, keys);
}
