/** Commands on the table of a body: open, sort, widen, copy. */
import { countedText } from '../../../core/response/sizes.js';
import { formOfFile, type TableForm, tableText } from '../../../core/response/viewer/table-text.js';
import type { Action } from '../../model/action.js';
import type { Effect, Update } from '../../model/effect.js';
import type { Choice } from '../../model/overlays.js';
import type { TableAction } from '../../model/response-action.js';
import type { State } from '../../model/state.js';
import type { BodyState, BodyTable } from '../../model/viewer.js';
import { choice, openOverlay } from '../../overlays/open.js';
import { activeTabId, notify, update } from '../../update.js';
import { bodyView } from '../layout.js';
import { shownBody, withBody } from '../shown.js';
import { filterFurther, sortTable } from './order.js';
import { readTable, rowCount, toggleTable, widenColumn } from './table.js';

/** Without a list or a table, an action shows a notice or does nothing. */
export function reduceTableTools(state: State, action: TableAction): Update<State> {
  const body = shownBody(state.response);
  const view = bodyView(state);
  if (action.type === 'response/table') {
    const next = body && toggleTable(body, view);
    return next === undefined ? notify(state, 'No list of objects at the cursor') : readTableOn(withBody(state, next));
  }
  if (action.type === 'response/filter-on') action.rows.isScheduled = false;
  if (body?.table === undefined) return update(state);
  switch (action.type) {
    case 'response/table-on':
      return readTableOn(withBody(state, readTable(body, view)));
    case 'response/filter-on':
      return action.rows === body.table.shown?.rows
        ? filterOn(withBody(state, filterFurther(body, view)), [], action.tab)
        : update(state);
    case 'response/sort':
      return filterOn(withBody(state, sortTable(body, action.isAdded, view)));
    case 'response/widen':
      return update(withBody(state, widenColumn(body, view)));
    case 'response/copy-table':
      return update(state, {
        kind: 'copy',
        text: textOfTable(body.table, action.form),
        what: `the table (${rowsOf(body.table)})`,
      });
  }
}

/** Continues reading between frames until all rows are read. */
export function readTableOn(state: State): Update<State> {
  const table = shownBody(state.response)?.table;
  if (table === undefined || table.of.complete) return filterOn(state);
  return filterOn(state, [{ kind: 'later', ms: 1, action: { type: 'response/table-on' } }]);
}

/**
 * Continues filtering between frames until all rows are tested.
 * @param tab the table's tab, which may be inactive
 */
export function filterOn(state: State, effects: readonly Effect[] = [], tab = activeTabId(state)): Update<State> {
  const rows = shownBody(state.response)?.table?.shown?.rows;
  if (rows === undefined || rows.complete || rows.isScheduled) return update(state, ...effects);
  rows.isScheduled = true;
  const action = { type: 'response/filter-on', rows, tab } as const;
  return update(state, ...effects, { kind: 'later', ms: 1, action });
}

const rowsOf = (table: BodyTable): string => countedText(rowCount(table), 'row');

const forms: Readonly<Record<TableForm, readonly [label: string, detail: string]>> = {
  tsv: ['TSV', 'for spreadsheets'],
  csv: ['CSV', 'RFC 4180'],
  markdown: ['Markdown', 'for issues and documentation'],
};

/** Prompts for the format of the copy. */
export function copyTable(state: State): Update<State> {
  const table = shownBody(state.response)?.table;
  if (table === undefined) return update(state);
  const options = Object.entries(forms).map(
    ([form, [label, detail]]): Choice<Action> => ({
      label,
      detail,
      action: { type: 'response/copy-table', form: form as TableForm },
    }),
  );
  return openOverlay(state, choice(`Copy ${rowsOf(table)} as`, options));
}

/** The visible rows, with all columns. */
function textOfTable({ of, shown }: BodyTable, form: TableForm): string {
  of.advance(of.rows.length);
  shown?.rows.advance(Number.POSITIVE_INFINITY);
  return tableText(of, shown?.rows.order ?? of.rows.map((_, row) => row), form);
}

/** The table in the format of a file's extension. Undefined if the extension is not a table format or there is no table. */
export function tableFile(body: BodyState | undefined, path: string): string | undefined {
  const form = formOfFile(path);
  return form === undefined || body?.table === undefined ? undefined : textOfTable(body.table, form);
}
