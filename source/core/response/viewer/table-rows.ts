/** Determines which rows of a table are shown, and in which order. */
import { compareNumbers } from '../../checks/decimal.js';
import { cellOf } from './cells-of-row.js';
import type { Table } from './table.js';

/** A column to sort rows by. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

/**
 * Sorts rows stably by the first column, then by the following ones: numbers by their exact value, then strings, then null and
 * missing values.
 * @returns indexes into `rows`
 */
export function sortedRows(table: Table, sorts: readonly TableSort[]): readonly number[] {
  if (sorts.length === 0) return table.rows.map((_, row) => row);
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

/** `text` is a number as written, or any other cell in lower case. */
type SortKey = { readonly kind: 'number' | 'text'; readonly text: string };

function sortKey(table: Table, row: number, column: string): SortKey | undefined {
  const line = table.lineOf(row, column);
  const cell = line === undefined ? undefined : cellOf(table.source, line);
  if (cell === undefined) return undefined;
  if (cell.numeric) return { kind: 'number', text: cell.text };
  if (cell.count !== undefined) return { kind: 'number', text: String(cell.count) };
  const isNull = cell.text === 'null' && table.source.text[table.source.parts(cell.line).value[0]] !== '"';
  return isNull ? undefined : { kind: 'text', text: cell.text.toLowerCase() };
}

function compare(a: SortKey | undefined, b: SortKey | undefined, sign: number): number {
  // Rows without a value come last in both directions.
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (a.kind !== b.kind) return sign * (a.kind === 'number' ? -1 : 1);
  if (a.text === b.text) return 0;
  if (a.kind === 'text') return sign * (a.text < b.text ? -1 : 1);
  // Beyond 2^53, different numbers may be the same double, and beyond 1e308 all of them are.
  return sign * (Number(a.text) - Number(b.text) || (compareNumbers(a.text, b.text) ?? 0));
}

const wordsOf = (filter: string): readonly string[] => filter.split(/\s+/).filter(word => word !== '');

type RowTest = (row: number, lowerText: string) => boolean;

/** Tests whether the cells of a row contain all words of a filter. Lower-case words match any case. */
function testOf(table: Table, filter: string): RowTest {
  const words = wordsOf(filter);
  const lower = words.map(word => word.toLowerCase());
  const exact = words.filter((word, at) => word !== lower[at]);
  return (row, lowerText) => {
    if (!lower.every(word => lowerText.includes(word))) return false;
    return exact.length === 0 || exact.every(word => table.text(row).includes(word));
  };
}

/** Returns true if every row that matches `next` also matches `before`, because characters were added to the filter. */
function narrows(before: string, next: string): boolean {
  const words = wordsOf(next);
  return wordsOf(before).every(word => {
    const isExact = word !== word.toLowerCase();
    return words.some(each => (isExact ? each : each.toLowerCase()).includes(word));
  });
}

/** Cost of one slice: the characters of its rows plus 100 per row. A slice takes 10 to 30 milliseconds. */
const sliceCost = 200_000;

/**
 * The rows of a table that match a filter, tested in slices. Testing more rows only caches information determined by the text.
 */
export class FilteredRows {
  readonly filter: string;
  /** Matching rows in table order. The list grows. */
  readonly order: readonly number[];
  /** Index in `order` of each row, or -1. */
  readonly placeOf: Int32Array;
  /** True if the next slice is scheduled. */
  isScheduled = false;
  readonly #table: Table;
  readonly #order: number[];
  readonly #candidates: readonly number[];
  readonly #matches: RowTest;
  #tested = 0;

  /**
   * @param sorted all rows in order
   * @param before rows of an earlier filter in the same order; if the new filter narrows it, only these are tested
   */
  constructor(table: Table, filter: string, sorted: readonly number[], before?: FilteredRows) {
    this.filter = filter;
    this.placeOf = new Int32Array(table.rows.length).fill(-1);
    this.#table = table;
    this.#matches = testOf(table, filter);
    this.#candidates = before !== undefined && narrows(before.filter, filter) ? before.#left() : sorted;
    const isAll = filter.trim() === '';
    this.#order = isAll ? [...sorted] : [];
    this.order = this.#order;
    if (!isAll) return;
    for (let at = 0; at < sorted.length; at++) this.placeOf[sorted[at] as number] = at;
    this.#tested = this.#candidates.length;
  }

  get complete(): boolean {
    return this.#tested >= this.#candidates.length;
  }

  /** Returns true if a row matches, whether or not it has been tested. */
  has(row: number): boolean {
    return (this.placeOf[row] ?? -1) >= 0 || (!this.complete && this.#matches(row, this.#table.lowerText(row)));
  }

  /** Tests the next slice of rows. */
  advance(cost = sliceCost): void {
    for (let left = cost; left > 0 && !this.complete; this.#tested++) {
      const row = this.#candidates[this.#tested] as number;
      const text = this.#table.lowerText(row);
      left -= 100 + text.length;
      if (!this.#matches(row, text)) continue;
      this.placeOf[row] = this.#order.length;
      this.#order.push(row);
    }
  }

  /** Returns the rows that match or have not been tested. */
  #left(): readonly number[] {
    return this.complete ? this.#order : [...this.#order, ...this.#candidates.slice(this.#tested)];
  }
}
