/** A JSON array of objects as a table. Reading further only caches information determined by the text, as in its source. */
import { partitionPoint } from '../../partition-point.js';
import { cellWidth } from '../../text/cells.js';
import { safeLine } from '../safe-text.js';
import { cellLines, cellOf, isObjectLine } from './cells-of-row.js';
import type { LineSource } from './line-source.js';
import { childLines, isList, parentLine, stringValue } from './paths.js';

/** A column. Widths are in terminal cells. */
export interface TableColumn {
  /** Member names from the row's object, joined by dots. Unique in the table. */
  readonly name: string;
  /** Width of the widest cell read so far or of the name, within limits. */
  readonly width: number;
  /**
   * Width of the widest number, or 0 if there is none. Numbers are never truncated, because a part would be a different number.
   */
  readonly numbers: number;
  /** True if all cells are numbers. */
  readonly numeric: boolean;
}

const maxColumnWidth = 200;
const maxColumns = 100;
/**
 * Maximum number of cell positions, and of row characters, stored for sorting and filtering. For a larger table they are read
 * again.
 */
const maxPlaces = 4_000_000;
const maxCharacters = 16_000_000;

const isTable = (source: LineSource, line: number): boolean =>
  source.kind(line) === 'open' && isList(source, line) && source.has(line + 1) && isObjectLine(source, line + 1);

/** Returns the array of objects around a line, or otherwise the first one in the text. */
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
  /** Line of each row's cell plus one, or 0 if it has none. Undefined if there are too many to store. */
  readonly lines: Int32Array | undefined;
}

/** An array as a table, based on the lines of its source. */
export class Table {
  readonly source: LineSource;
  /** Line number of the array. */
  readonly opening: number;
  /** First line of each row. */
  readonly rows: readonly number[];
  /** Number of rows read so far, from the first. */
  known = 0;
  readonly #columns = new Map<string, KnownColumn>();
  readonly #texts: string[] = [];
  #characters = 0;

  constructor(source: LineSource, opening: number) {
    this.source = source;
    this.opening = opening;
    this.rows = [...childLines(source, opening)];
  }

  /** Columns of the rows read so far. */
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

  /** Measures a row. @returns the texts of its cells if requested */
  #read(row: number, isWanted: boolean): string | undefined {
    let text = '';
    for (const [name, line] of cellLines(this.source, this.rows[row] as number)) {
      const column = this.#columns.get(name) ?? this.#added(name);
      // If a name occurs twice, the first value counts.
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

  /** Returns the line of a cell, or undefined if the row has none. @param row index into `rows` */
  lineOf(row: number, name: string): number | undefined {
    const lines = this.#columns.get(name)?.lines;
    if (lines !== undefined && row < this.known) {
      const line = lines[row] as number;
      return line === 0 ? undefined : line - 1;
    }
    for (const [each, line] of cellLines(this.source, this.rows[row] as number)) if (each === name) return line;
    return undefined;
  }

  /** Returns the lower-case texts of a row's cells, one per line. Nested values are omitted. @param row index into `rows` */
  lowerText(row: number): string {
    return this.#texts[row] ?? this.text(row).toLowerCase();
  }

  /** Like `lowerText`, but in the original case. */
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

/** Returns the row of a line, as an index into `rows`. */
export const rowOfLine = ({ rows }: Table, line: number): number =>
  Math.max(0, partitionPoint(rows.length, row => (rows[row] as number) <= line) - 1);
