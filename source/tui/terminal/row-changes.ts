/** The bytes that turn one row of the screen into another: only the changed cells, with the shortest cursor moves. */
import { isPlain } from '../../core/text/cells.js';
import { type CellRow, isSameCell } from './cell-row.js';
import { address, forward, type Pen } from './pen.js';
import { sgrSwitch, visibleStyle } from './sgr.js';

/** Number of blank cells from which erasing them (EL, ECH) may be cheaper than writing them. */
const fewestErased = 5;
/** Number of unchanged cells that always end a run. */
const longestGap = 12;

/** Writes the changes of one row. */
export function rowChanges(row: number, from: CellRow, to: CellRow, pen: Pen): void {
  const target = { row, cells: to, pen };
  let column = 0;
  while (column < to.texts.length) {
    if (isSameCell(from, to, column)) {
      column += 1;
      continue;
    }
    const start = clusterStart(from, to, column);
    column = Math.max(column + 1, writeRun(target, start, runEnd(from, to, start)));
  }
}

/** The column where the cell's character begins, of the old row or of the new one. A wide character is never split. */
function clusterStart(from: CellRow, to: CellRow, column: number): number {
  let start = column;
  while (start > 0 && (to.texts[start] === '' || from.texts[start] === '')) start -= 1;
  return start;
}

/** The first column from `column` on that does not continue a wide character. */
function clusterEnd({ texts }: CellRow, column: number): number {
  let end = column;
  while (end < texts.length && texts[end] === '') end += 1;
  return end;
}

/** End of the run that begins here. Unchanged cells in between are written if that is shorter than a jump. */
function runEnd(from: CellRow, to: CellRow, start: number): number {
  let end = start;
  for (let i = start; i < to.texts.length && i - end < longestGap; i++) {
    if (isSameCell(from, to, i)) continue;
    if (i > end && isShorterToJump(to, end, i)) break;
    end = i + 1;
  }
  return clusterEnd(to, end);
}

/** Whether moving the cursor from `start` to `end` is shorter than writing the cells in between. */
function isShorterToJump({ texts, styles }: CellRow, start: number, end: number): boolean {
  let style = styles[start - 1] ?? '';
  const last = styles[end] ?? '';
  const jump = forward(end - start).length + sgrSwitch(style, last).length;
  let bytes = 0;
  for (let i = start; i < end; i++) {
    const text = texts[i] ?? ' ';
    if (text !== ' ' && !isPlain(text)) return true;
    const next = visibleStyle(style, text, styles[i] ?? '');
    bytes += sgrSwitch(style, next).length + (text > '~' ? 3 : 1);
    style = next;
  }
  return jump < bytes + sgrSwitch(style, last).length;
}

/** Characters that are wide in every terminal with wide characters: East Asian scripts. Others (emoji) vary. */
const surelyWide = /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]$/;

/** Marks and joiners, which no terminal draws in a separate cell. */
const attached = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** The maximum number of cells that any terminal gives a cluster. A terminal without joined emoji draws each part. */
function maxCells(cluster: string): number {
  let cells = 0;
  for (const character of cluster) if (!attached.test(character)) cells += isPlain(character) ? 1 : 2;
  return cells;
}

/** A row to write. */
interface Target {
  readonly row: number;
  readonly cells: CellRow;
  readonly pen: Pen;
}

/** Writes a run, and more cells if its last character may cover them. Returns the end of the written cells. */
function writeRun(target: Target, start: number, runsTo: number): number {
  const { row, cells, pen } = target;
  const width = cells.texts.length;
  pen.moveTo(row, start);
  let column = start;
  let end = runsTo;
  while (column < end) {
    const blanks = blanksAt(cells, column);
    if (blanks >= fewestErased && column + blanks === width) {
      pen.eraseLine();
      return width;
    }
    const erased = pen.vt220 ? erasedCells(blanks, end - column) : 0;
    if (erased > 0) {
      pen.erase(erased);
      column += erased;
      if (column < end) pen.moveTo(row, column);
    } else {
      end = writeCharacter(target, column, end);
      column = clusterEnd(cells, column + 1);
    }
  }
  return end;
}

/** Number of unstyled blank cells from this column on. */
function blanksAt({ texts, styles }: CellRow, column: number): number {
  let end = column;
  while (end < texts.length && texts[end] === ' ' && styles[end] === '') end += 1;
  return end - column;
}

/** Number of blanks to erase (ECH) instead of writing them, of a run with `left` more cells. */
function erasedCells(blanks: number, left: number): number {
  if (blanks >= left) return left >= fewestErased ? left : 0;
  // The cursor has to move to the cell after them.
  return blanks >= fewestErased && blanks > 2 * forward(blanks).length ? blanks : 0;
}

/** Writes one character. Returns the end of its run, which grows over cells that the character may cover. */
function writeCharacter({ row, cells, pen }: Target, column: number, end: number): number {
  const width = cells.texts.length;
  const text = cells.texts[column] ?? ' ';
  pen.switchTo(visibleStyle(pen.style, text, cells.styles[column] ?? ''));
  if (isPlain(text)) {
    // After the last column, the cursor stays in it.
    pen.write(text, row, column + 1 < width ? column + 1 : undefined);
    return end;
  }
  const next = clusterEnd(cells, column + 1);
  const isSure = surelyWide.test(text);
  // A terminal that draws it narrow would leave the next cell unchanged.
  if (next > column + 1 && !isSure) pen.write(`  ${address(row, column)}`);
  pen.write(text, row);
  // Terminals disagree on the width of these characters, so write all cells they may cover again, each at its own address.
  const covered = isSure ? end : Math.max(end, Math.min(width, column + maxCells(text)));
  const newEnd = clusterEnd(cells, covered);
  if (next < newEnd) pen.moveTo(row, next);
  return newEnd;
}
