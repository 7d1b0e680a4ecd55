/**
 * The visible rows of a text: folded lines are omitted, and long lines are wrapped at blanks if the view wraps. Used for
 * drawing, scrolling and vertical motions. Only text near the view is read.
 */
import { isPlain } from './cells.js';
import type { EditorState } from './editor.js';
import { hiddenLines } from './folds.js';
import { lineEnd, viewCells } from './view-lines.js';

/** Size of a view in cells. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly wrap: boolean;
}

/** A line, or part of a wrapped line. */
export interface Row {
  /** One-based line number. */
  readonly number: number;
  /** Index among the rows of the line. */
  readonly index: number;
  /** Absolute offsets. The line break belongs to the last row. */
  readonly from: number;
  readonly to: number;
  readonly last: boolean;
  /** Indentation of a wrapped row, in cells. */
  readonly indent: number;
}

/** One-based line, and index among its rows. */
export type RowId = Pick<Row, 'number' | 'index'>;

/** Maximum length of a wrapped line, so that a line of 50 MB does not block the keyboard. */
const maxWrappedLength = 20_000;

export function rowsOfLine({ doc }: EditorState, number: number, view: View): readonly Row[] {
  const line = doc.line(number);
  const { text } = line;
  const whole = { number, index: 0, from: line.from, to: line.to, last: true, indent: 0 };
  if (!view.wrap || text.length > maxWrappedLength || (text.length <= view.width && isPlain(text))) return [whole];
  const { starts, indent } = wrapped(text, Math.max(2, view.width));
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return {
      number,
      index,
      from: line.from + start,
      to: next === undefined ? line.to : line.from + next,
      last: next === undefined,
      indent: index === 0 ? 0 : indent,
    };
  });
}

interface WrappedLine {
  /** Start offsets of the rows of a line. */
  readonly starts: readonly number[];
  /** Indentation of all rows but the first, in cells. */
  readonly indent: number;
}

/** Maximum number of wrapped lines to cache, as many as a frame usually has. */
const maxCachedLines = 100;

const cache = new Map<string, WrappedLine & { readonly width: number }>();

/** Wraps a line. Cached, because a frame needs each line several times. */
function wrapped(text: string, width: number): WrappedLine {
  const known = cache.get(text);
  if (known?.width === width) return known;
  if (cache.size >= maxCachedLines) cache.clear();
  const made = { ...wrap(text, width), width };
  cache.set(text, made);
  return made;
}

function wrap(text: string, width: number): WrappedLine {
  const cells = viewCells(text);
  const blanks = cells.findIndex(cell => cell.text.trim() !== '');
  const indent = blanks > 0 && (cells[blanks]?.column ?? 0) <= width / 2 ? (cells[blanks]?.column ?? 0) : 0;
  const starts = [0];
  let begin = 0;
  let room = width;
  // The last blank at which the row can end.
  let blank: (typeof cells)[number] | undefined;
  for (const [at, cell] of cells.entries()) {
    if (at > blanks && cells[at - 1]?.text.trim() === '' && cell.text.trim() !== '') blank = cell;
    if (cell.column + cell.width - begin <= room) continue;
    // Trailing blanks may extend beyond the row.
    if (cell.text.trim() === '') continue;
    const start = blank !== undefined && blank.column > begin ? blank : cell;
    starts.push(start.from);
    begin = start.column;
    room = width - indent;
    blank = undefined;
  }
  return { starts, indent };
}

/** Returns the text of a row without its line break. */
export function rowText({ doc }: EditorState, row: Row): string {
  const text = doc.sliceString(row.from, row.to);
  return row.last ? text.slice(0, lineEnd(text)) : text;
}

export function rowAt(state: EditorState, offset: number, view: View): Row {
  const rows = rowsOfLine(state, state.doc.lineAt(offset).number, view);
  return rows.findLast(row => row.from <= offset) ?? (rows[0] as Row);
}

/** Returns the next line that is not folded, if any. */
function adjacent(state: EditorState, number: number, by: 1 | -1): number | undefined {
  let next = number + by;
  for (const { first, last } of by > 0 ? hiddenLines(state) : hiddenLines(state).toReversed()) {
    if (first <= next && next <= last) next = by > 0 ? last + 1 : first - 1;
  }
  return next < 1 || next > state.doc.lines ? undefined : next;
}

/** Returns the row `by` rows down (up if negative), clamped to the text. */
export function rowFrom(state: EditorState, rowId: RowId, by: number, view: View): Row {
  const direction = by < 0 ? -1 : 1;
  let rows = rowsOfLine(state, rowId.number, view);
  let index = Math.min(rowId.index, rows.length - 1);
  for (let left = Math.abs(by); left > 0; left--) {
    const row = rows[index] as Row;
    if (rows[index + direction] !== undefined) {
      index += direction;
      continue;
    }
    const next = adjacent(state, row.number, direction);
    if (next === undefined) return row;
    rows = rowsOfLine(state, next, view);
    index = direction > 0 ? 0 : rows.length - 1;
  }
  return rows[index] as Row;
}

/** Returns as many rows as fit in the view. */
export function rowsFrom(state: EditorState, rowId: RowId, view: View): readonly Row[] {
  const found: Row[] = [];
  let number: number | undefined = Math.min(rowId.number, state.doc.lines);
  let index = rowId.index;
  while (number !== undefined && found.length < view.height) {
    const rows = rowsOfLine(state, number, view);
    for (let at = Math.min(index, rows.length - 1); at < rows.length && found.length < view.height; at++)
      found.push(rows[at] as Row);
    index = 0;
    number = adjacent(state, number, 1);
  }
  return found;
}

/** Returns the scroll position that puts the last row at the bottom of the view. */
export const maxScrollTop = (state: EditorState, view: View): Row => {
  const end = rowAt(state, state.doc.length, view);
  return rowFrom(state, end, 1 - view.height, view);
};

/** Sort order of rows. */
export const compare = (a: RowId, b: RowId): number => a.number - b.number || a.index - b.index;
