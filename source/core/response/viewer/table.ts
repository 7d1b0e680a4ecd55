/** A JSON array of objects as a table. Reading on only caches what the text determines, as in its source. */
import { cellWidth } from '../../text/cells.js';
import { safeLine } from '../safe-text.js';
import { cellLines, cellOf, isObjectLine } from './cells-of-row.js';
import type { LineSource } from './line-source.js';
import { childLines, isList, parentLine, stringValue } from './paths.js';

/** Widths are in terminal cells. */
export interface TableColumn {
  /** Member names from the row's object, joined by dots; unique in the table. */
  readonly name: string;
  /** Of the widest cell that was read, or of the name; within limits. */
  readonly width: number;
  /** Of the widest number, which is never cut: a part would be another number; 0: there is none. */
  readonly numbers: number;
  /** All cells are numbers. */
  readonly numeric: boolean;
}

const maxColumnWidth = 200;
const maxColumns = 100;
/** Places of cells, and characters of rows, that are kept for sorting and filtering; of a larger table they are read again. */
const maxPlaces = 4_000_000;
const maxCharacters = 16_000_000;

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

const widthOf = (text: string): number => cellWidth(safeLine(text));

interface KnownColumn {
  width: number;
  numbers: number;
  numeric: boolean;
  /** Line of each row's cell plus one; 0: it has none. Absent: too many to keep. */
  readonly lines: Int32Array | undefined;
}

/** An array as a table, by lines of its source. */
export class Table {
  readonly source: LineSource;
  /** Line of the array. */
  readonly opening: number;
  /** First line of each row. */
  readonly rows: readonly number[];
  /** Rows that were read, from the first. */
  known = 0;
  readonly #columns = new Map<string, KnownColumn>();
  readonly #texts: string[] = [];
  #characters = 0;

  constructor(source: LineSource, opening: number) {
    this.source = source;
    this.opening = opening;
    this.rows = [...childLines(source, opening)];
  }

  /** Of the rows read so far. */
  get columns(): readonly TableColumn[] {
    return [...this.#columns].map(([name, { width, numbers, numeric }]) => ({ name, width, numbers, numeric }));
  }

  get complete(): boolean {
    return this.known >= this.rows.length;
  }

  /** Reads more rows. */
  advance(rows: number): void {
    const end = Math.min(this.rows.length, this.known + rows);
    for (; this.known < end; this.known++) {
      const text = this.#read(this.known, this.#characters <= maxCharacters);
      if (text === undefined) continue;
      this.#characters += text.length;
      this.#texts.push(text.toLowerCase());
    }
  }

  /** Makes columns wide enough for these rows. */
  measure(from: number, to: number): void {
    for (let row = Math.max(from, this.known); row < Math.min(to, this.rows.length); row++) this.#read(row, false);
  }

  /** Measures a row. @returns the texts of its cells, if they are wanted */
  #read(row: number, isWanted: boolean): string | undefined {
    let text = '';
    for (const [name, line] of cellLines(this.source, this.rows[row] as number)) {
      const column = this.#columns.get(name) ?? this.#added(name);
      // Of a name that comes twice the first counts.
      const isFirst = column !== undefined && ((column.lines?.[row] ?? 0) === 0 || column.lines?.[row] === line + 1);
      if (isFirst) {
        if (column.lines !== undefined) column.lines[row] = line + 1;
        const cell = cellOf(this.source, line);
        const width = widthOf(cell.text);
        if (cell.numeric) column.numbers = Math.max(column.numbers, width);
        else column.numeric = false;
        column.width = Math.max(column.width, cell.numeric ? width : Math.min(maxColumnWidth, width));
      }
      if (isWanted) text += this.#textOf(line);
    }
    return isWanted ? text : undefined;
  }

  #added(name: string): KnownColumn | undefined {
    const { size } = this.#columns;
    if (size >= maxColumns) return undefined;
    const isKept = (size + 1) * this.rows.length <= maxPlaces;
    const lines = isKept ? new Int32Array(this.rows.length) : undefined;
    const column = { width: Math.min(maxColumnWidth, widthOf(name)), numbers: 0, numeric: true, lines };
    this.#columns.set(name, column);
    return column;
  }

  /** Line of a cell; undefined: the row has none. @param row index of `rows` */
  lineOf(row: number, name: string): number | undefined {
    const lines = this.#columns.get(name)?.lines;
    if (lines !== undefined && row < this.known) {
      const found = lines[row] as number;
      return found === 0 ? undefined : found - 1;
    }
    for (const [each, line] of cellLines(this.source, this.rows[row] as number)) if (each === name) return line;
    return undefined;
  }

  /** The texts of a row's cells in lower case, a line each; of nested values none. @param row index of `rows` */
  lowerText(row: number): string {
    return this.#texts[row] ?? this.text(row).toLowerCase();
  }

  /** The same as written. */
  text(row: number): string {
    let text = '';
    for (const [, line] of cellLines(this.source, this.rows[row] as number)) text += this.#textOf(line);
    return text;
  }

  #textOf(line: number): string {
    if (this.source.kind(line) === 'open') return '';
    const token = this.source.text.slice(...this.source.parts(line).value);
    return `${token.startsWith('"') ? stringValue(token) : token}\n`;
  }
}

/** The row of a line, as an index of `rows`. */
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
