/** The schema tree: expanded rows, the cursor, and the keys of a row. */
import type { DocumentKind } from '../../core/document-kind.js';
import { layout, scrollList, searchHeight, viewOf } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { SchemaAction, TickAction } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { notify, update } from '../update.js';
import { reduceApiTick } from './api/ticks.js';
import { reduceJump } from './go-to-type.js';
import { atNextRequired } from './required.js';
import { change, closed, cursorRow, moveTo, opened, rebuild, subtree, toggleOpen } from './rows.js';
import { endTyping, reduceSearch, searchAgain } from './search/reduce.js';
import { keepFullTree, keepOpen } from './search/show-match.js';
import { treeSource } from './sources.js';
import { reduceTick } from './ticks.js';

/** Handles a new schema: rebuilds the rows, puts the cursor on the same row, and repeats a search. */
export const schemaLoaded = (state: State): State => searchAgain(rebuild(state));

/** Actions that expand or collapse rows, and therefore apply to the full tree. */
const opens: ReadonlySet<SchemaAction['type']> = new Set([
  'schema/open',
  'schema/close',
  'schema/toggle-open',
  'schema/open-all',
  'schema/close-all',
  'schema/enter',
  'schema/next-required',
  'schema/only-ticked',
  'schema/deprecated',
  'schema/go-to-type',
  'schema/reveal',
  'schema/back',
]);

/** Actions that need a row of the schema. */
const ofRow: ReadonlySet<SchemaAction['type']> = new Set([
  'schema/open',
  'schema/close',
  'schema/toggle-open',
  'schema/enter',
  'schema/next-required',
  'schema/tick',
  'schema/tick-all',
  'schema/ask-depth',
  'schema/clear',
  'schema/cycle',
  'schema/add-item',
  'schema/remove-item',
  'schema/variable',
  'schema/ask-alias',
  'schema/directive',
  'schema/fragment',
]);

/** Handles moves, which stop at the ends. Changes of the query are in `ticks.ts`. */
function reduceSchema(before: State, action: SchemaAction): Update<State> {
  const gone = cursorRow(before);
  if (gone?.kind === 'gone' && ofRow.has(action.type)) return notify(before, gone.description ?? '');
  const state = opens.has(action.type) ? keepFullTree(before) : before;
  const { schema } = state;
  switch (action.type) {
    case 'schema/move':
      return update(moveTo(state, schema.cursor + action.by));
    case 'schema/step':
      return update(stepped(state, action.by));
    case 'schema/first':
      return update(moveTo(state, 0));
    case 'schema/last':
      return update(moveTo(state, schema.rows.length - 1));
    case 'schema/scroll':
      return update(scrolled(state, action.by));
    case 'schema/open':
      return update(openOrEnter(state));
    case 'schema/close':
      return update(closeOrLeave(state));
    case 'schema/toggle-open':
      return update(toggleOpen(state));
    case 'schema/open-all':
      return openAll(state);
    case 'schema/close-all':
      return update(closeAll(state));
    case 'schema/click':
      return click(state, action.column, action.row);
    case 'schema/only-ticked':
      return update(toggleOnlyTicked(state));
    case 'schema/deprecated':
      return update(rebuild(change(state, { hideDeprecated: !schema.hideDeprecated, exemptKeys: new Set() })));
    case 'schema/grouping':
      return changeGrouping(state);
    case 'schema/go-to-type':
    case 'schema/reveal':
    case 'schema/back':
    case 'schema/where-used':
    case 'schema/problems':
    case 'schema/docs':
      return reduceJump(state, action);
    case 'schema/next-required':
      return editNextRequired(state);
    default:
      return ticks[state.connect.kind](state, action);
  }
}

/**
 * Moves to the next or previous operation or field of a root. A collapsed group or root counts too, because its operations or
 * fields are not rows.
 */
function stepped(state: State, by: 1 | -1): State {
  const { rows, cursor } = state.schema;
  const isStop = ({ depth }: Row, at: number): boolean => depth === 1 || (depth === 0 && rows[at + 1]?.depth !== 1);
  const index =
    by > 0
      ? rows.findIndex((row, at) => at > cursor && isStop(row, at))
      : rows.findLastIndex((row, at) => at < cursor && isStop(row, at));
  return index < 0 ? state : moveTo(state, index);
}

function scrolled(state: State, by: number): State {
  const { top, cursor, rows } = state.schema;
  const { height } = viewOf(state, 'schema');
  const list = scrollList({ top, row: cursor, total: rows.length, height }, by);
  return change(state, { top: list.top, cursor: list.row, editorAtMove: state.query.editor });
}

/** Expands the row, or goes to its first child. */
function openOrEnter(state: State): State {
  const row = cursorRow(state);
  const { open, cursor } = state.schema;
  if (row?.children === undefined) return state;
  return open.has(row.key) ? moveTo(state, cursor + 1) : rebuild(opened(state, [row.key]));
}

/** Collapses the row, or goes to its parent. */
function closeOrLeave(state: State): State {
  const row = cursorRow(state);
  const { open, rows, cursor } = state.schema;
  if (row === undefined) return state;
  const isOpen = row.children !== undefined && open.has(row.key);
  return isOpen ? rebuild(closed(state, row.key)) : moveTo(state, parentIndex(rows, cursor));
}

/** Number of rows that are expanded at a time, because a schema has no end. */
const maxOpened = 500;

function openAll(state: State): Update<State> {
  const { rows, cursor, open } = state.schema;
  const keys = subtree(rows, cursor).flatMap(({ key, children }) =>
    children === undefined || open.has(key) ? [] : [key],
  );
  if (keys.length === 0) return notify(state, 'Nothing to expand below this row.');
  const next = rebuild(opened(state, keys.slice(0, maxOpened)));
  if (keys.length <= maxOpened) return update(next);
  return notify(next, `Expanded the first ${maxOpened} rows. Repeat the command for more.`);
}

function closeAll(state: State): State {
  const { rows, cursor } = state.schema;
  const root = rows.findLastIndex(({ depth }, at) => at <= cursor && depth === 0);
  return rebuild(change(moveTo(state, root), { open: new Set(), exemptKeys: new Set() }));
}

function toggleOnlyTicked(state: State): State {
  const { onlyTicked } = state.schema;
  const next = change(state, { onlyTicked: !onlyTicked, exemptKeys: new Set() });
  return rebuild(onlyTicked ? next : openTicked(next));
}

function changeGrouping(state: State): Update<State> {
  const grouping = state.grouping === 'tag' ? 'path' : 'tag';
  return notify({ ...state, grouping }, `Operations by ${grouping}.`);
}

function editNextRequired(state: State): Update<State> {
  const next = atNextRequired(keepOpen(state));
  if (next === undefined) return notify(state, 'No required values here.');
  return reduceSchema(next, { type: 'schema/enter' });
}

/** What keys do to the text, by its kind. */
const ticks: Readonly<Record<DocumentKind, (state: State, action: TickAction) => Update<State>>> = {
  graphql: (state, action) => reduceTick(keepOpen(state), action),
  http: reduceApiTick,
};

function parentIndex(rows: readonly Row[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at;
  return index;
}

/** A click on the box ticks, a click on the arrow expands, and a click elsewhere selects. */
function click(state: State, column: number, at: number): Update<State> {
  const rect = layout(state).panes.schema;
  const { search } = state.schema;
  const taken = search === undefined || rect === undefined ? 0 : searchHeight(rect.height - 2);
  if (at < taken) return update(state);
  const index = state.schema.top + at - taken;
  const row = state.schema.rows[index];
  if (row === undefined) return update(state);
  const moved = moveTo(endTyping(state), index);
  const indent = 1 + row.depth * 2;
  if (column >= indent && column < indent + 2 && row.children !== undefined) {
    return reduceSchema(moved, { type: 'schema/toggle-open' });
  }
  if (column >= indent + 2 && column < indent + 5 && row.mark !== 'none') {
    return reduceSchema(moved, { type: 'schema/tick' });
  }
  return update(moved);
}

/** Expands all ancestors of ticked rows, so that "only ticked" shows all of them. */
function openTicked(state: State): State {
  const tree = treeSource(state).rows(state);
  if (tree === undefined) return state;
  const keys: string[] = [];
  const visit = (rows: readonly Row[]): void => {
    for (const row of rows) {
      if (row.children === undefined || row.path === undefined) continue;
      if (row.kind !== 'root' && row.mark === 'absent') continue;
      keys.push(row.key);
      if (keys.length < 5000) visit(tree.below(row).filter(each => each.mark !== 'absent'));
    }
  };
  visit(state.schema.rows.filter(row => row.depth === 0));
  return opened(state, keys);
}

export const schemaReducers = { schema: reduceSchema, search: reduceSearch };
