/** Reads the values of a table row from the lines of its object. */
import type { LineSource } from './line-source.js';
import { childCount, childLines, isList, keyOf, stringValue } from './paths.js';

/** A value of a row: its line and displayed text. Untrusted. */
interface Cell {
  readonly line: number;
  readonly text: string;
  readonly numeric: boolean;
  /** Number of elements in a container that is not expanded. */
  readonly count?: number;
}

/** Depth down to which nested objects become columns. */
const levels = 3;
/** Maximum number of characters to read from a string. */
const maxCellLength = 200;
/** Maximum number of characters to read from a number. A longer one is visibly truncated. */
const maxNumberLength = 2000;

/** Returns true for a line that starts an object with members. */
export const isObjectLine = (source: LineSource, line: number): boolean =>
  source.kind(line) === 'open' && !isList(source, line);

/** Yields the lines of a row's values by column. A row that is not an object has a single column with an empty name. */
export function* cellLines(source: LineSource, row: number): Generator<readonly [column: string, line: number]> {
  if (isObjectLine(source, row)) yield* linesIn(source, row, '', 1);
  else yield ['', row];
}

function* linesIn(
  source: LineSource,
  opening: number,
  prefix: string,
  level: number,
): Generator<readonly [string, number]> {
  for (const line of childLines(source, opening)) {
    const name = `${prefix}${keyOf(source, line) ?? ''}`;
    if (level < levels && isObjectLine(source, line)) yield* linesIn(source, line, `${name}.`, level + 1);
    else yield [name, line];
  }
}

/** Returns the values of a row by column. If a name occurs twice, the first value is used. */
export function cellsOf(source: LineSource, row: number): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [name, line] of cellLines(source, row)) if (!cells.has(name)) cells.set(name, cellOf(source, line));
  return cells;
}

export function cellOf(source: LineSource, line: number): Cell {
  const [from, to] = source.parts(line).value;
  if (source.kind(line) === 'open') {
    const count = childCount(source, line);
    return { line, text: isList(source, line) ? `[${count}]` : `{${count}}`, numeric: false, count };
  }
  if (source.text[from] !== '"') {
    const token = source.text.slice(from, Math.min(to, from + maxNumberLength));
    const isCut = to - from > maxNumberLength;
    return { line, text: isCut ? `${token}…` : token, numeric: !isCut && /^[-\d]/.test(token) };
  }
  const token = source.text.slice(from, Math.min(to, from + maxCellLength));
  const whole = to - from <= maxCellLength;
  // A truncated token may end inside an escape, which is dropped.
  const closed = whole ? token : `${token.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '')}"`;
  return { line, text: stringValue(closed), numeric: false };
}
