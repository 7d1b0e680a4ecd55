/** A JSON array of objects as a table; cells are read when drawn. */
import type { LineSource } from './line-source.js';
import { childCount, childLines, isList, keyOf, parentLine, stringValue } from './paths.js';

/** `numeric`: all cells are numbers. */
interface TableColumn {
  /** Member names from the row's object, joined by dots; unique in the table. */
  readonly name: string;
  /** Width of its widest cell, within limits. */
  readonly width: number;
  readonly numeric: boolean;
}

/** An array as a table, by lines of its source. */
export interface Table {
  /** Line of the array. */
  readonly opening: number;
  /** First line of each row. */
  readonly rows: readonly number[];
  readonly columns: readonly TableColumn[];
}

/** A value of a row: its line and displayed text. Untrusted. */
interface Cell {
  readonly line: number;
  readonly text: string;
  readonly numeric: boolean;
  /** Elements of a container that is not expanded. */
  readonly count?: number;
}

/** Nested objects become columns down to this depth. */
const levels = 3;
/** Cells measured for column widths. */
const maxMeasured = 200_000;
const widest = 200;
const maxColumns = 100;
/** Characters read of a value. */
const longestCell = 200;

const isObjectLine = (source: LineSource, line: number): boolean =>
  source.kind(line) === 'open' && !isList(source, line);

const isTable = (source: LineSource, line: number): boolean =>
  source.kind(line) === 'open' && isList(source, line) && source.has(line + 1) && isObjectLine(source, line + 1);

/** The array of objects around a line, else the first one in the text. */
export function tableAt(source: LineSource, line: number): number | undefined {
  if (!source.json) return undefined;
  for (let at: number | undefined = line; at !== undefined; at = parentLine(source, at)) {
    if (source.has(at) && isTable(source, at)) return at;
  }
  for (let at = 0; at < 100_000 && source.has(at); at++) if (isTable(source, at)) return at;
  return undefined;
}

export function tableOf(source: LineSource, opening: number): Table {
  const rows = [...childLines(source, opening)];
  const widths = new Map<string, { width: number; numeric: boolean }>();
  let measured = 0;
  for (const row of rows) {
    if (measured > maxMeasured) break;
    for (const [name, cell] of cellsOf(source, row)) {
      measured++;
      const known = widths.get(name);
      if (known === undefined && widths.size >= maxColumns) continue;
      widths.set(name, {
        width: Math.min(widest, Math.max(known?.width ?? name.length, cell.text.length)),
        numeric: (known?.numeric ?? true) && cell.numeric,
      });
    }
  }
  return { opening, rows, columns: [...widths].map(([name, rest]) => ({ name, ...rest })) };
}

/** Values of a row by column. A row that is not an object has one, under an empty name. */
export function cellsOf(source: LineSource, row: number): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  if (!isObjectLine(source, row)) cells.set('', cellOf(source, row));
  else collect(source, row, '', 1, cells);
  return cells;
}

function collect(source: LineSource, opening: number, prefix: string, level: number, cells: Map<string, Cell>): void {
  for (const line of childLines(source, opening)) {
    const name = `${prefix}${keyOf(source, line) ?? ''}`;
    if (level < levels && isObjectLine(source, line)) collect(source, line, `${name}.`, level + 1, cells);
    else if (!cells.has(name)) cells.set(name, cellOf(source, line));
  }
}

function cellOf(source: LineSource, line: number): Cell {
  const [from, to] = source.parts(line).value;
  if (source.kind(line) === 'open') {
    const count = childCount(source, line);
    return { line, text: isList(source, line) ? `[ … ${count} ]` : `{ … ${count} }`, numeric: false, count };
  }
  const token = source.text.slice(from, Math.min(to, from + longestCell));
  if (!token.startsWith('"')) return { line, text: token, numeric: /^[-\d]/.test(token) };
  const whole = to - from <= longestCell;
  // A truncated token may end inside an escape, which is dropped.
  const closed = whole ? token : `${token.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '')}"`;
  return { line, text: stringValue(closed), numeric: false };
}

/**
 * Sorts rows stably by a column: numbers, then texts, then null and missing.
 * @returns indexes of `rows`
 */
export function sortedRows(
  source: LineSource,
  { rows }: Table,
  column: string,
  descending: boolean,
): readonly number[] {
  const keys = rows.map(row => sortKey(cellsOf(source, row).get(column)));
  const sign = descending ? -1 : 1;
  return rows
    .map((_, at) => at)
    .sort((a, b) => {
      const [first, second] = [keys[a], keys[b]];
      if (first === undefined || second === undefined)
        return Number(first === undefined) - Number(second === undefined);
      if (typeof first !== typeof second) return sign * (typeof first === 'number' ? -1 : 1);
      return first === second ? 0 : sign * (first < second ? -1 : 1);
    });
}

const sortKey = (cell: Cell | undefined): string | number | undefined => {
  if (cell === undefined || cell.text === 'null') return undefined;
  return cell.numeric ? Number(cell.text) : (cell.count ?? cell.text.toLowerCase());
};

export function rowOfLine({ rows }: Table, line: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle] as number) <= line) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
