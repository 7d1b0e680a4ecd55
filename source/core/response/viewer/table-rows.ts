/** Which rows of a table are shown, and in which order. */
import { compareNumbers } from '../../checks/decimal.js';
import { cellOf } from './cells-of-row.js';
import type { Table } from './table.js';

/** A column that rows are sorted by. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

/**
 * Sorts rows stably, by the first column, then by the next ones: numbers by their exact value, then texts, then null and
 * missing.
 * @returns indexes of `rows`
 */
export function sortedRows(table: Table, sorts: readonly TableSort[]): readonly number[] {
  const by = sorts.map(({ column, descending }) => ({
    keys: table.rows.map((_, row) => sortKey(table, row, column)),
    sign: descending ? -1 : 1,
  }));
  return table.rows
    .map((_, row) => row)
    .sort((a, b) => {
      for (const { keys, sign } of by) {
        const order = compare(keys[a], keys[b], sign);
        if (order !== 0) return order;
      }
      return a - b;
    });
}

/** `written`: a number as it stands in the text. */
type SortKey = { readonly value: number; readonly written: string } | { readonly value: string } | undefined;

function sortKey(table: Table, row: number, column: string): SortKey {
  const line = table.lineOf(row, column);
  const cell = line === undefined ? undefined : cellOf(table.source, line);
  if (cell === undefined) return undefined;
  if (cell.numeric) return { value: Number(cell.text), written: cell.text };
  if (cell.count !== undefined) return { value: cell.count, written: String(cell.count) };
  const isNull = cell.text === 'null' && table.source.text[table.source.parts(cell.line).value[0]] !== '"';
  return isNull ? undefined : { value: cell.text.toLowerCase() };
}

function compare(a: SortKey, b: SortKey, sign: number): number {
  // Rows without a value come last, whatever the direction.
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if ('written' in a && 'written' in b) {
    // Beyond 2^53 different numbers may be the same double, and beyond 1e308 all are.
    const isSame = a.value === b.value;
    return (
      sign * (isSame ? (a.written === b.written ? 0 : (compareNumbers(a.written, b.written) ?? 0)) : a.value - b.value)
    );
  }
  if ('written' in a || 'written' in b) return sign * ('written' in a ? -1 : 1);
  return a.value === b.value ? 0 : sign * (a.value < b.value ? -1 : 1);
}

/** Whether the cells of a row contain all words of a filter; lower case finds any case. @returns a test of indexes of `rows` */
export function rowFilter(table: Table, filter: string): (row: number) => boolean {
  const words = filter.split(/\s+/).filter(word => word !== '');
  const lower = words.map(word => word.toLowerCase());
  const exact = words.filter((word, at) => word !== lower[at]);
  return row => {
    const text = table.lowerText(row);
    if (!lower.every(word => text.includes(word))) return false;
    return exact.length === 0 || exact.every(word => table.text(row).includes(word));
  };
}
