/** The schema tree: expanded rows, the cursor, and the keys of a row. */
import type { DocumentKind } from '../../core/document-kind.js';
import { layout, scrollList, searchHeight, viewOf } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { SchemaAction, TickAction } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { notify, update, withNotice } from '../update.js';
import { reduceApiTick } from './api/ticks.js';
import { reduceJump } from './go-to-type.js';
import { atNextRequired } from './required.js';
import { change, closed, cursorRow, moveTo, opened, rebuild, subtree, toggled } from './rows.js';
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
  const row = cursorRow(state);
  switch (action.type) {
    case 'schema/move':
      return update(moveTo(state, schema.cursor + action.by));
    case 'schema/step': {
      const at = stepFrom(schema.rows, schema.cursor, action.by);
      return at < 0 ? update(state) : update(moveTo(state, at));
    }
    case 'schema/first':
      return update(moveTo(state, 0));
    case 'schema/last':
      return update(moveTo(state, schema.rows.length - 1));
    case 'schema/scroll': {
      const { height } = viewOf(state, 'schema');
      const list = { top: schema.top, row: schema.cursor, total: schema.rows.length, height };
      const { top, row: cursor } = scrollList(list, action.by);
      return update(change(state, { top, cursor, editorAtMove: state.query.editor }));
    }
    case 'schema/open':
      if (row?.children === undefined) return update(state);
      if (schema.open.has(row.key)) return update(moveTo(state, schema.cursor + 1));
      return update(rebuild(opened(state, [row.key])));
    case 'schema/close':
      if (row === undefined) return update(state);
      if (row.children !== undefined && schema.open.has(row.key)) return update(rebuild(closed(state, row.key)));
      return update(moveTo(state, parentIndex(schema.rows, schema.cursor)));
    case 'schema/toggle-open':
      if (row?.children === undefined) return update(state);
      return update(rebuild(toggled(state, row.key)));
    case 'schema/open-all': {
      const closedRows = subtree(schema.rows, schema.cursor).filter(
        ({ key, children }) => children !== undefined && !schema.open.has(key),
      );
      const next = rebuild(
        opened(
          state,
          closedRows.slice(0, maxOpened).map(({ key }) => key),
        ),
      );
      if (closedRows.length === 0) return notify(state, 'Nothing to expand below this row.');
      const isAll = closedRows.length <= maxOpened;
      return update(
        isAll ? next : withNotice(next, `Expanded the first ${maxOpened} rows. Repeat the command for more.`),
      );
    }
    case 'schema/close-all': {
      let root = schema.cursor;
      while ((schema.rows[root]?.depth ?? 0) > 0) root = parentIndex(schema.rows, root);
      return update(rebuild(change(moveTo(state, root), { open: new Set(), exemptKeys: new Set() })));
    }
    case 'schema/click':
      return click(state, action.column, action.row);
    case 'schema/only-ticked': {
      const next = change(state, { onlyTicked: !schema.onlyTicked, exemptKeys: new Set() });
      return update(rebuild(schema.onlyTicked ? next : openTicked(next)));
    }
    case 'schema/deprecated':
      return update(rebuild(change(state, { hideDeprecated: !schema.hideDeprecated, exemptKeys: new Set() })));
    case 'schema/grouping': {
      const grouping = state.grouping === 'tag' ? 'path' : 'tag';
      return notify({ ...state, grouping }, `Operations by ${grouping}.`);
    }
    case 'schema/go-to-type':
    case 'schema/reveal':
    case 'schema/back':
    case 'schema/where-used':
    case 'schema/problems':
    case 'schema/docs':
      return reduceJump(state, action);
    case 'schema/next-required': {
      const next = atNextRequired(keepOpen(state));
      if (next === undefined) return notify(state, 'No required values here.');
      return reduceSchema(next, { type: 'schema/enter' });
    }
    default:
      return ticks[state.connect.kind](state, action);
  }
}

/** What keys do to the text, by its kind. */
const ticks: Readonly<Record<DocumentKind, (state: State, action: TickAction) => Update<State>>> = {
  graphql: (state, action) => reduceTick(keepOpen(state), action),
  http: reduceApiTick,
};

/**
 * Index of the next or previous operation or field of a root, or -1 if there is none. A collapsed group or root counts too,
 * because its operations or fields are not rows.
 */
function stepFrom(rows: readonly Row[], from: number, by: 1 | -1): number {
  const isStop = ({ depth }: Row, at: number): boolean => depth === 1 || (depth === 0 && rows[at + 1]?.depth !== 1);
  return by > 0
    ? rows.findIndex((row, at) => at > from && isStop(row, at))
    : rows.findLastIndex((row, at) => at < from && isStop(row, at));
}

/** Number of rows that are expanded at a time, because a schema has no end. */
const maxOpened = 500;

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
