/** Sorting and filtering the rows of a table. The cursor stays on its value if that value is still visible. */
import { FilteredRows, sortedRows, type TableSort } from '../../../core/response/viewer/table-rows.js';
import type { BodyState, BodyTable, BodyView } from '../../model/viewer.js';
import { followTable, toggleTable } from './table.js';

/**
 * Sorts by the cursor's column: ascending, then descending, then unsorted.
 * @param isAdded true to add the column as a further sort key, false to sort only by it
 */
export function sortTable(body: BodyState, isAdded: boolean, view: BodyView): BodyState {
  const { table } = body;
  const column = table?.columns[table.column]?.name;
  if (table === undefined || column === undefined) return body;
  const before = table.sorts.find(each => each.column === column);
  const next = nextSort(column, before);
  if (!isAdded) return ordered(body, { ...table, sorts: next }, view);
  const sorts = table.sorts.flatMap(each => (each === before ? next : [each]));
  return ordered(body, { ...table, sorts: before === undefined ? [...sorts, ...next] : sorts }, view);
}

/** The sort by a column that replaces `before`: ascending, then descending, then none. */
function nextSort(column: string, before: TableSort | undefined): readonly TableSort[] {
  if (before === undefined) return [{ column, descending: false }];
  return before.descending ? [] : [{ column, descending: true }];
}

/**
 * Shows only the rows that contain these words, or all rows if there are none.
 * @param before the table with the current filter, whose rows are filtered further if letters were added
 */
export const filterTable = (body: BodyState, filter: string, view: BodyView, before = body.table): BodyState =>
  body.table === undefined ? body : ordered(body, { ...body.table, filter }, view, before);

/** The table in another order. */
function ordered(body: BodyState, table: BodyTable, view: BodyView, before = body.table): BodyState {
  return followTable({ ...body, table: { ...table, shown: shownRows(table, before) } }, view);
}

/** Tests more rows against the filter. */
export function filterFurther(body: BodyState, view: BodyView): BodyState {
  body.table?.shown?.rows.advance();
  return followTable(body, view);
}

/** The rows in order, of which the first ones have been tested. Undefined if all rows are shown in original order. */
function shownRows(table: BodyTable, before: BodyTable | undefined): BodyTable['shown'] {
  const { of, sorts, filter } = table;
  if (sorts.length === 0 && filter.trim() === '') return undefined;
  const isSame = before?.of === of && before.sorts === sorts && before.shown !== undefined;
  const sorted = isSame ? before.shown.sorted : sortedRows(of, sorts);
  const rows = new FilteredRows(of, filter, sorted, isSame ? before.shown.rows : undefined);
  rows.advance();
  return { sorted, rows };
}

/** The table for a text that replaced the old one, with the same sorting, filter, widths and current column. */
export function tableAgain(body: BodyState, old: BodyTable, view: BodyView): BodyState {
  const next = toggleTable(body, view);
  if (next?.table === undefined) return body;
  const { sorts, filter, full } = old;
  const name = old.columns[old.column]?.name;
  const column = next.table.columns.findIndex(each => each.name === name);
  return ordered(next, { ...next.table, sorts, filter, full, column: Math.max(0, column) }, view);
}
