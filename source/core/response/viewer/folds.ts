/** Folded containers, and their effect on screen rows. Immutable, and cheap if there are few folds. */
import { partitionPoint } from '../../partition-point.js';
import type { LineSource } from './line-source.js';

/** Lines `from + 1` to `to` are hidden. `before` is the number of hidden lines above them. */
interface Hidden {
  readonly from: number;
  readonly to: number;
  readonly before: number;
}

/** Folds of one source. They are invalid for any other. */
export interface Folds {
  /** Folded opening lines in order, including nested ones. */
  readonly lines: readonly number[];
  /** Outermost folded containers in order. */
  readonly hidden: readonly Hidden[];
}

export const noFolds: Folds = { lines: [], hidden: [] };

export function foldsOf(source: LineSource, lines: readonly number[]): Folds {
  const sorted = [...new Set(lines)].sort((a, b) => a - b);
  const hidden: Hidden[] = [];
  let before = 0;
  let end = -1;
  for (const from of sorted) {
    if (from <= end) continue;
    const to = source.partner(from);
    hidden.push({ from, to, before });
    before += to - from;
    end = to;
  }
  return { lines: sorted, hidden };
}

/** Returns true for the opening line of a folded container, even inside another fold. */
export const isFolded = ({ lines }: Folds, line: number): boolean =>
  lines[partitionPoint(lines.length, index => (lines[index] as number) < line)] === line;

/** Folds a container. Returns the same object if it is already folded. */
export const foldLine = (source: LineSource, folds: Folds, line: number): Folds =>
  isFolded(folds, line) ? folds : foldsOf(source, [...folds.lines, line]);

/** Unfolds a container. Returns the same object if it is not folded. Nested folds are preserved. */
export const unfoldLine = (source: LineSource, folds: Folds, line: number): Folds =>
  isFolded(folds, line)
    ? foldsOf(
        source,
        folds.lines.filter(each => each !== line),
      )
    : folds;

/** Unfolds all containers that hide a line. */
export const reveal = (source: LineSource, folds: Folds, line: number): Folds =>
  folds.hidden.some(each => each.from < line && line <= each.to)
    ? foldsOf(
        source,
        folds.lines.filter(from => !(from < line && line <= source.partner(from))),
      )
    : folds;

/** Returns the last hidden range before a line. */
const lastBefore = ({ hidden }: Folds, line: number): Hidden | undefined =>
  hidden[partitionPoint(hidden.length, index => (hidden[index] as Hidden).from < line) - 1];

/** Returns the line itself, or the folded line that hides it. */
export function visibleLine(folds: Folds, line: number): number {
  const hidden = lastBefore(folds, line);
  return hidden !== undefined && line <= hidden.to ? hidden.from : line;
}

/** Returns the row of a visible line, starting at 0. */
export function rowOf(folds: Folds, line: number): number {
  const hidden = lastBefore(folds, line);
  return hidden === undefined ? line : line - hidden.before - (Math.min(line, hidden.to) - hidden.from);
}

/** Returns the line of a row, which may be beyond the known lines. */
export function lineOfRow({ hidden }: Folds, row: number): number {
  const count = partitionPoint(hidden.length, index => {
    const { from, before } = hidden[index] as Hidden;
    return from - before < row;
  });
  const last = hidden[count - 1];
  return last === undefined ? row : row + last.before + (last.to - last.from);
}

/** Returns the number of rows of the known lines. */
export function rowCount(source: LineSource, folds: Folds): number {
  const last = folds.hidden.at(-1);
  return source.known - (last === undefined ? 0 : last.before + last.to - last.from);
}
