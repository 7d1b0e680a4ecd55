/**
 * Represents a line of text as screen cells: tabs are expanded, control characters are marks, and clusters are not split.
 * Drawing and visual motions share it, so that the cursor is drawn at its actual position.
 */
import { safeLine } from '../response/safe-text.js';
import { clusters, isPlain, plainRuns } from './cells.js';

/** A drawn unit: its offsets in the line, and its cells. */
interface ViewCell {
  /** Offset in the line in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** First cell, zero-based. */
  readonly column: number;
  readonly width: number;
  readonly text: string;
}

const tabSize = 2;
const needsMarks = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;
/** Maximum length of a cluster. A longer one is hostile (10,000 marks on one letter) and is truncated. */
const maxClusterLength = 40;

/** Returns the cells of a line. A CR at its end is not drawn. */
export const viewCells = (line: string): readonly ViewCell[] => [...viewCellsFrom(line, 0)];

/** Yields the cells that end after a column. Plain text before it is counted without creating cells. */
export function* viewCellsFrom(line: string, first: number): Generator<ViewCell> {
  let column = 0;
  for (const { from, text, plain } of pieces(line)) {
    if (!plain) {
      for (const cell of cellsOf(text, from, column)) {
        column = cell.column + cell.width;
        if (column > first) yield cell;
      }
      continue;
    }
    for (let i = Math.max(0, first - column); i < text.length; i++)
      yield { from: from + i, to: from + i + 1, column: column + i, width: 1, text: text.charAt(i) };
    column += text.length;
  }
}

interface Piece {
  readonly from: number;
  readonly text: string;
  /** True if each code unit is one cell. */
  readonly plain: boolean;
}

/**
 * Splits the drawn part of a line. Plain characters next to others may form a cluster with them and are not separated from
 * them.
 */
function* pieces(line: string): Generator<Piece> {
  const drawn = line.slice(0, lineEnd(line));
  if (isPlain(drawn)) {
    yield { from: 0, text: drawn, plain: true };
    return;
  }
  let at = 0;
  for (const { index, 0: run } of drawn.matchAll(plainRuns)) {
    const from = index === 0 ? 0 : index + 1;
    const to = index + run.length === drawn.length ? drawn.length : index + run.length - 1;
    if (from > at) yield { from: at, text: drawn.slice(at, from), plain: false };
    yield { from, text: drawn.slice(from, to), plain: true };
    at = to;
  }
  if (at < drawn.length) yield { from: at, text: drawn.slice(at), plain: false };
}

/** Yields the cells of a part of a line that starts at a column. */
function* cellsOf(line: string, start: number, before: number): Generator<ViewCell> {
  let column = before;
  let from = start;
  for (const cluster of clusters(line)) {
    const to = from + cluster.text.length;
    let shown = cluster.text.length > maxClusterLength ? cluster.text.slice(0, maxClusterLength) : cluster.text;
    let width = cluster.width;
    if (shown === '\t') {
      width = tabSize - (column % tabSize);
      shown = ' '.repeat(width);
    } else if (needsMarks.test(shown)) {
      shown = safeLine(shown);
      width = [...clusters(shown)].reduce((sum, each) => sum + each.width, 0);
    } else if (width === 0) {
      // Joiners and lone marks would be invisible, but it must be possible to place the cursor on them.
      shown = `\u25cc${shown}`;
      width = 1;
    }
    yield { from, to, column, width, text: shown };
    column += width;
    from = to;
  }
}

/** Returns the end of the drawn part of a line, before its CR. */
export const lineEnd = (line: string): number => (line.endsWith('\r') ? line.length - 1 : line.length);

/** Returns the cell column of an offset in a line. */
export function columnOf(line: string, offset: number): number {
  let column = 0;
  for (const { from, text, plain } of pieces(line)) {
    if (plain) {
      if (offset <= from + text.length) return column + Math.max(0, offset - from);
      column += text.length;
      continue;
    }
    for (const cell of cellsOf(text, from, column)) {
      if (cell.from >= offset) return cell.column;
      column = cell.column + cell.width;
    }
  }
  return column;
}

/** Returns the offset drawn at a cell column, or the end of the line. */
export function offsetAt(line: string, column: number): number {
  for (const cell of viewCellsFrom(line, Math.max(0, column)))
    return column - cell.column > cell.width / 2 ? cell.to : cell.from;
  return lineEnd(line);
}
