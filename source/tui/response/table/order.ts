/** Sorting and filtering the rows of a table. The cursor stays on its value where that is still shown. */
import { rowFilter, sortedRows, type TableSort } from '../../../core/response/viewer/table-rows.js';
import type { BodyState, BodyTable, BodyView } from '../../model/viewer.js';
import { followTable, toggleTable } from './table.js';

/**
 * Sorts by the cursor's column: ascending, then descending, then not.
 * @param isAdded by this column after those it is sorted by already; else by this one alone
 */
export function sortTable(body: BodyState, isAdded: boolean, view: BodyView): BodyState {
  const { table } = body;
  const column = table?.columns[table.column]?.name;
  if (table === undefined || column === undefined) return body;
  const before = table.sorts.find(each => each.column === column);
  const next: readonly TableSort[] =
    before === undefined ? [{ column, descending: false }] : before.descending ? [] : [{ column, descending: true }];
  const sorts = !isAdded
    ? next
    : before === undefined
      ? [...table.sorts, ...next]
      : table.sorts.flatMap(each => (each === before ? next : [each]));
  return ordered(body, { ...table, sorts }, view);
}

/** Shows only the rows that have these words; none: all rows. */
export const filterTable = (body: BodyState, filter: string, view: BodyView): BodyState =>
  body.table === undefined ? body : ordered(body, { ...body.table, filter }, view);

/** The table in another order. */
function ordered(body: BodyState, table: BodyTable, view: BodyView): BodyState {
  return followTable({ ...body, table: { ...table, shown: shownRows(table, body.table) } }, view);
}

/** The rows in their order; undefined: all, as they came. */
function shownRows(table: BodyTable, before: BodyTable | undefined): BodyTable['shown'] {
  const { of, sorts, filter } = table;
  if (sorts.length === 0 && filter.trim() === '') return undefined;
  const isSame = before?.of === of && before.sorts === sorts && before.shown !== undefined;
  const sorted = isSame ? before.shown.sorted : sortedRows(of, sorts);
  const order = filter.trim() === '' ? sorted : sorted.filter(rowFilter(of, filter));
  const placeOf = new Int32Array(of.rows.length).fill(-1);
  for (const [place, row] of order.entries()) placeOf[row] = place;
  return { sorted, order, placeOf };
}

/** The table of a text that replaced the old one: sorted, filtered and widened as before, on the same column. */
export function tableAgain(body: BodyState, old: BodyTable, view: BodyView): BodyState {
  const next = toggleTable(body, view);
  if (next?.table === undefined) return body;
  const { sorts, filter, full } = old;
  const name = old.columns[old.column]?.name;
  const column = next.table.columns.findIndex(each => each.name === name);
  return ordered(next, { ...next.table, sorts, filter, full, column: Math.max(0, column) }, view);
}
