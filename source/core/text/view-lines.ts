/**
 * A line of text as cells on a screen: tabs expanded, control characters as marks, clusters kept whole. Drawing and
 * visual motions both use it, so that the cursor always stands where the eye sees it.
 */
import { safeLine } from '../response/safe-text.js';
import { clusters, isPlain } from './cells.js';

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
export function viewCells(line: string): readonly ViewCell[] {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  const cells: ViewCell[] = [];
  let column = 0;
  let from = 0;
  for (const cluster of clusters(text)) {
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
    cells.push({ from, to, column, width, text: shown });
    column += width;
    from = to;
  }
  return cells;
}

/** Where the drawn part of a line ends: before its CR. */
export const lineEnd = (line: string): number => (line.endsWith('\r') ? line.length - 1 : line.length);

/** The cell column of an offset in a line. */
export function columnOf(line: string, offset: number): number {
  if (isPlain(line)) return Math.min(offset, line.length);
  let column = 0;
  for (const cell of viewCells(line)) {
    if (cell.from >= offset) return cell.column;
    column = cell.column + cell.width;
  }
  return column;
}

/** The offset in a line that is drawn at a cell column, or the line's end. */
export function offsetAt(line: string, column: number): number {
  if (isPlain(line)) return Math.max(0, Math.min(column, line.length));
  for (const cell of viewCells(line)) {
    if (column < cell.column + cell.width) return column - cell.column > cell.width / 2 ? cell.to : cell.from;
  }
  return lineEnd(line);
}
