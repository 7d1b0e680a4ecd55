/** The table view of a body: its cursor is the body's, so search, copying and paths are the same in both. */

import { cellsOf, rowOfLine, sortedRows, tableAt, tableOf } from '../../../core/response/viewer/table.js';
import { clamp } from '../../layout.js';
import type { BodyAction, BodyState, BodyTable, BodyView } from '../../model/viewer.js';
import { goToLine } from './reduce.js';

/** Opens the table of the list at the cursor, or closes it; undefined: there is no list of objects. */
export function toggleTable(body: BodyState, view: BodyView): BodyState | undefined {
  if (body.table !== undefined) return closeTable(body, view);
  const opening = tableAt(body.source, body.cursor);
  if (opening === undefined) return undefined;
  const table = { ...tableOf(body.source, opening), column: 0, top: 0, left: 0 };
  const cells = [...cellsOf(body.source, table.rows[rowOfLine(table, body.cursor)] ?? opening)];
  const here = cells.find(([, cell]) => cell.line === body.cursor)?.[0];
  const column = Math.max(
    0,
    table.columns.findIndex(({ name }) => name === here),
  );
  return placeCursor({ ...body, table }, rowOfLine(table, body.cursor), column, view);
}

/** Back to the lines, on the one of the table's cursor. */
export function closeTable(body: BodyState, view: BodyView): BodyState {
  const { table: _, ...rest } = body;
  return goToLine({ ...rest, table: undefined }, body.cursor, view);
}

/** Displayed index of the cursor's row, from 0, not counting the heading. */
export function tableRow(body: BodyState, table: BodyTable): number {
  const row = rowOfLine(table, body.cursor);
  return table.sort?.placeOf[row] ?? row;
}

/** The first line of a displayed row. */
export const lineOfRow = ({ rows, sort, opening }: BodyTable, row: number): number =>
  rows[sort?.order[row] ?? row] ?? opening;

/** Sorts by the cursor's column: ascending, then descending, then unsorted. The cursor stays on its value. */
export function sortTable(body: BodyState, view: BodyView): BodyState {
  const { table, source } = body;
  const column = table?.columns[table.column]?.name;
  if (table === undefined || column === undefined) return body;
  const before = table.sort?.column === column ? table.sort : undefined;
  const { sort: _, ...unsorted } = table;
  if (before?.descending === true) return replaced(body, unsorted, view);
  const descending = before !== undefined;
  const order = sortedRows(source, table, column, descending);
  const placeOf: number[] = [];
  for (const [place, row] of order.entries()) placeOf[row] = place;
  return replaced(body, { ...unsorted, sort: { column, descending, order, placeOf } }, view);
}

function replaced(body: BodyState, table: BodyTable, view: BodyView): BodyState {
  const next = { ...body, table };
  return { ...placeCursor(next, tableRow(next, table), table.column, view), cursor: body.cursor };
}

/** Width of each column: what it needs, or a share if the screen is too small. */
export function columnWidths(table: BodyTable, width: number): readonly number[] {
  const needs = table.columns.map(each => each.width);
  const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each + columnGap, -columnGap);
  if (sum(needs) <= width) return needs;
  // The widest are truncated first, but not below a useful width; beyond that the table scrolls sideways.
  let [low, high] = [usefulWidth, Math.max(...needs, usefulWidth)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sum(needs.map(each => Math.min(each, middle))) <= width) low = middle;
    else high = middle - 1;
  }
  const least = Math.min(maxShare, Math.max(low, usefulWidth));
  return needs.map(each => Math.min(each, sum(needs.map(need => Math.min(need, low))) <= width ? low : least));
}

const usefulWidth = 12;
/** Maximum width of a column in a table that scrolls sideways. */
const maxShare = 40;

/** Visible rows, without the heading. */
const roomOf = (view: BodyView): number => Math.max(1, view.height - 1);

/** Like `reduceBody`, for a table; without one nothing changes. */
export function reduceTable(body: BodyState, action: BodyAction, view: BodyView): BodyState {
  const { table } = body;
  if (table === undefined) return body;
  const row = tableRow(body, table);
  switch (action.type) {
    case 'response/move':
      return placeCursor(body, row + action.by, table.column, view);
    case 'response/scroll': {
      const top = clamp(table.top + action.by, 0, Math.max(0, table.rows.length - roomOf(view)));
      const moved = { ...body, table: { ...table, top } };
      return placeCursor(moved, clamp(row, top, top + roomOf(view) - 1), table.column, view);
    }
    case 'response/sideways':
      return placeCursor(body, row, table.column + clamp(action.by, -1_000, 1_000), view);
    case 'response/fold':
      if (action.how === 'close') return placeCursor(body, row, table.column - 1, view);
      if (action.how === 'open') return placeCursor(body, row, table.column + 1, view);
      return body;
    case 'response/click':
      return action.row === 0 ? body : placeCursor(body, table.top + action.row - 1, table.column, view);
  }
}

/** Scrolls the table to the body's cursor (after a search). */
export const followTable = (body: BodyState, view: BodyView): BodyState => {
  if (body.table === undefined) return body;
  const cursor = body.cursor;
  return { ...placeCursor(body, tableRow(body, body.table), body.table.column, view), cursor };
};

/** Moves the cursor to a cell; where a row has no such cell, to the row. */
function placeCursor(body: BodyState, wantedRow: number, wantedColumn: number, view: BodyView): BodyState {
  const { table, source } = body;
  if (table === undefined) return body;
  const row = clamp(wantedRow, 0, Math.max(0, table.rows.length - 1));
  const column = clamp(wantedColumn, 0, Math.max(0, table.columns.length - 1));
  const opening = lineOfRow(table, row);
  const cell = cellsOf(source, opening).get(table.columns[column]?.name ?? '');
  const top = clamp(clamp(table.top, row - roomOf(view) + 1, row), 0, Math.max(0, table.rows.length - roomOf(view)));
  const left = leftOf(table, column, view.width);
  return { ...body, cursor: cell?.line ?? opening, table: { ...table, column, top, left } };
}

export const columnGap = 2;

/** The first column to draw so that a column is fully visible, or as much of it as fits. */
function leftOf(table: BodyTable, column: number, width: number): number {
  if (column < table.left) return column;
  let { left } = table;
  const widths = columnWidths(table, width);
  const used = (): number => widths.slice(left, column + 1).reduce((sum, each) => sum + each + columnGap, -columnGap);
  while (left < column && used() > width) left++;
  return left;
}
