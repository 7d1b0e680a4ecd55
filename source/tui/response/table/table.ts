/** The table view of a body. It uses the body's cursor, so search, copying and paths work the same way in both. */

import { rowOfLine, Table, tableAt } from '../../../core/response/viewer/table.js';
import { clamp, scrollList, topWithCursor } from '../../layout.js';
import type { BodyAction, BodyState, BodyTable, BodyView } from '../../model/viewer.js';
import { goToLine } from '../viewer/reduce.js';
import { leftFor } from './columns.js';

/** Number of rows read when the table opens, and between two frames. */
const readAtOnce = 200;

/** Opens the table of the list at the cursor, or closes it. Undefined if there is no list of objects. */
export function toggleTable(body: BodyState, view: BodyView): BodyState | undefined {
  if (body.table !== undefined) return closeTable(body, view);
  const opening = tableAt(body.source, body.cursor);
  if (opening === undefined) return undefined;
  const of = new Table(body.source, opening);
  const row = rowOfLine(of, body.cursor);
  of.advance(readAtOnce);
  of.measure(row, row + 1);
  const { columns } = of;
  const here = columns.findIndex(({ name }) => of.lineOf(row, name) === body.cursor);
  const table: BodyTable = {
    of,
    columns,
    known: of.known,
    sorts: [],
    filter: '',
    full: new Set<string>(),
    column: Math.max(0, here),
    top: 0,
    left: 0,
  };
  return placeCursor({ ...body, table }, row, table.column, view);
}

/** Reads more rows of the table, whose columns may become wider. */
export function readTable(body: BodyState, view: BodyView): BodyState {
  if (body.table === undefined) return body;
  body.table.of.advance(readAtOnce);
  return followTable(body, view);
}

/** Returns to the lines, at the table's cursor. */
export function closeTable(body: BodyState, view: BodyView): BodyState {
  const { table: _, ...rest } = body;
  return goToLine({ ...rest, table: undefined }, body.cursor, view);
}

/** Returns whether rows remain to be tested against the filter. */
export const isFiltering = ({ shown }: BodyTable): boolean => shown?.rows.complete === false;

/** Number of visible rows. */
export const rowCount = ({ of, shown }: BodyTable): number => shown?.rows.order.length ?? of.rows.length;

/** Displayed index of the cursor's row, from 0, not counting the heading. The first row if the cursor's row is hidden. */
export function tableRow(body: BodyState, table: BodyTable): number {
  const row = rowOfLine(table.of, body.cursor);
  return Math.max(0, table.shown === undefined ? row : (table.shown.rows.placeOf[row] ?? 0));
}

/** Index in `rows` of a displayed row, or undefined if there is none. */
export function rowAt({ of, shown }: BodyTable, index: number): number | undefined {
  if (shown !== undefined) return shown.rows.order[index];
  return index < of.rows.length ? index : undefined;
}

/** Makes the cursor's column as wide as its content, or restores its width. */
export function widenColumn(body: BodyState, view: BodyView): BodyState {
  const { table } = body;
  const name = table?.columns[table.column]?.name;
  if (table === undefined || name === undefined) return body;
  const full = new Set(table.full);
  if (!full.delete(name)) full.add(name);
  return followTable({ ...body, table: { ...table, full } }, view);
}

/** Number of visible rows, without the heading. */
const roomOf = (view: BodyView): number => Math.max(1, view.height - 1);

/** Like `reduceBody`, for a table. Without a table, nothing changes. */
export function reduceTable(body: BodyState, action: BodyAction, view: BodyView): BodyState {
  const { table } = body;
  if (table === undefined) return body;
  const row = tableRow(body, table);
  switch (action.type) {
    case 'response/move':
      return placeCursor(body, row + action.by, table.column, view);
    case 'response/scroll': {
      const list = { top: table.top, row, total: rowCount(table), height: roomOf(view) };
      const scrolled = scrollList(list, action.by);
      const moved = { ...body, table: { ...table, top: scrolled.top } };
      return placeCursor(moved, scrolled.row, table.column, view);
    }
    case 'response/sideways': {
      // In lines, a step is several cells. Here it is a column.
      const by = Number.isFinite(action.by) ? Math.sign(action.by) : clamp(action.by, -1_000, 1_000);
      return placeCursor(body, row, table.column + by, view);
    }
    case 'response/fold':
      if (action.how === 'close') return placeCursor(body, row, table.column - 1, view);
      if (action.how === 'open') return placeCursor(body, row, table.column + 1, view);
      return body;
    case 'response/click':
      return action.row === 0 || action.how !== 'press'
        ? body
        : placeCursor(body, table.top + action.row - 1, table.column, view);
  }
}

/** Scrolls the table to the body's cursor after a search. If the cursor's row is hidden, moves to the first visible row. */
export const followTable = (body: BodyState, view: BodyView): BodyState => {
  const { table, cursor } = body;
  if (table === undefined) return body;
  const isShown = table.shown === undefined || table.shown.rows.has(rowOfLine(table.of, cursor));
  const placed = placeCursor(body, tableRow(body, table), table.column, view);
  return isShown ? { ...placed, cursor } : placed;
};

/** Moves the cursor to a cell, or to the row if it has no such cell. */
function placeCursor(body: BodyState, wantedRow: number, wantedColumn: number, view: BodyView): BodyState {
  const { table } = body;
  if (table === undefined) return body;
  const count = rowCount(table);
  const index = clamp(wantedRow, 0, Math.max(0, count - 1));
  const column = clamp(wantedColumn, 0, Math.max(0, table.columns.length - 1));
  const top = topWithCursor({ top: table.top, row: index, total: count, height: roomOf(view) });
  const columns = columnsFor(table, top, view);
  const moved = { ...table, columns, known: table.of.known, column, top };
  const left = leftFor(moved, column, view.width);
  const row = rowAt(table, index);
  const line = row === undefined ? undefined : table.of.lineOf(row, columns[column]?.name ?? '');
  const cursor = line ?? (row === undefined ? body.cursor : (table.of.rows[row] ?? body.cursor));
  return { ...body, cursor, table: { ...moved, left } };
}

/** The columns, wide enough for the drawn rows, even if other rows have not been read yet. */
function columnsFor(table: BodyTable, top: number, view: BodyView): BodyTable['columns'] {
  const { of, known, columns } = table;
  if (of.complete && known === of.known) return columns;
  for (let index = top; index < top + roomOf(view); index++) {
    const row = rowAt(table, index);
    if (row !== undefined) of.measure(row, row + 1);
  }
  return of.columns;
}
