/**
 * A line of text as cells on a screen: tabs expanded, control characters as marks, clusters kept whole. Drawing and
 * visual motions both use it, so that the cursor always stands where the eye sees it.
 */
import { safeLine } from '../response/safe-text.js';
import { clusters, isPlain, plainRuns } from './cells.js';

/** One thing that is drawn: the offsets it stands for in the line, and its cells. */
export interface ViewCell {
  /** Offset in the line, UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** First cell, counted from 0. */
  readonly column: number;
  readonly width: number;
  readonly text: string;
}

const tabSize = 2;
const needsMarks = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;
/** A cluster of more code units than this is hostile (10,000 marks on one letter) and drawn cut. */
const longestCluster = 40;

/** The cells of a line; a CR at its end belongs to the line end and is not drawn. */
export const viewCells = (line: string): readonly ViewCell[] => [...viewCellsFrom(line, 0)];

/** The cells of a line that end behind a column, one after the other: what is plain before it is counted and not made. */
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

/** A part of a line. */
interface Piece {
  readonly from: number;
  readonly text: string;
  /** Each code unit is a cell. */
  readonly plain: boolean;
}

/** The drawn part of a line in pieces; the plain characters beside others may make a cluster with them, and stay with them. */
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

/** The cells of a part of a line that begins at a column. */
function* cellsOf(line: string, start: number, before: number): Generator<ViewCell> {
  let column = before;
  let from = start;
  for (const cluster of clusters(line)) {
    const to = from + cluster.text.length;
    let shown = cluster.text.length > longestCluster ? cluster.text.slice(0, longestCluster) : cluster.text;
    let width = cluster.width;
    if (shown === '\t') {
      width = tabSize - (column % tabSize);
      shown = ' '.repeat(width);
    } else if (needsMarks.test(shown)) {
      shown = safeLine(shown);
      width = [...clusters(shown)].reduce((sum, each) => sum + each.width, 0);
    } else if (width === 0) {
      // Joiners and lone marks would vanish; the cursor must be able to stand on them.
      shown = `\u25cc${shown}`;
      width = 1;
    }
    yield { from, to, column, width, text: shown };
    column += width;
    from = to;
  }
}

/** Where the drawn part of a line ends: before its CR. */
export const lineEnd = (line: string): number => (line.endsWith('\r') ? line.length - 1 : line.length);

/** The cell column of an offset in a line. */
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

/** The offset in a line that is drawn at a cell column, or the line's end. */
export function offsetAt(line: string, column: number): number {
  for (const cell of viewCellsFrom(line, Math.max(0, column)))
    return column - cell.column > cell.width / 2 ? cell.to : cell.from;
  return lineEnd(line);
}
