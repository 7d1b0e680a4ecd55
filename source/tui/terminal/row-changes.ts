/** The bytes that turn one row of the screen into another: only the changed cells, with the shortest cursor moves. */
import { isPlain } from '../../core/text/cells.js';
import type { CellRow } from './cell-row.js';
import { onBlank, sgrSwitch, visibleStyle } from './sgr.js';

/** Number of trailing blank cells of a run from which erasing them (ECH) is cheaper than writing them. */
const erased = 5;

/** CUP: moves the cursor to a cell, counted from 0. */
export const address = (row: number, column: number): string => `\u001b[${row + 1};${column + 1}H`;

const forward = (cells: number): string => (cells === 0 ? '' : `\u001b[${cells === 1 ? '' : cells}C`);

/** The terminal's current style and cursor. A frame begins and ends unstyled and with an unknown cursor. */
export interface Pen {
  style: string;
  /** True if the terminal supports erase character (ECH) and next line (NEL). */
  readonly vt220: boolean;
  /** Row and column of the cursor, if known. */
  row?: number | undefined;
  column?: number | undefined;
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

/**
 * NEL: moves to the first column of the next row. Not a line feed, because some terminal drivers send a carriage return with
 * it.
 */
const nextLine = '\u001bE';

/** The shortest cursor move to a cell. */
function way(pen: Pen, row: number, column: number): string {
  const absolute = address(row, column);
  const shorter = (relative: string): string => (relative.length < absolute.length ? relative : absolute);
  if (pen.row === row && pen.column !== undefined && pen.column <= column) return shorter(forward(column - pen.column));
  return pen.vt220 && pen.row === row - 1 ? shorter(`${nextLine}${forward(column)}`) : absolute;
}

/** The bytes that turn one row into another. Updates the pen. */
export function rowChanges(row: number, from: CellRow, to: CellRow, pen: Pen): string {
  const { texts, styles } = to;
  const width = texts.length;
  const same = (i: number): boolean => from.texts[i] === texts[i] && from.styles[i] === styles[i];
  const blanksFrom = (start: number, end: number): number => {
    let i = start;
    while (i < end && texts[i] === ' ' && styles[i] === '') i += 1;
    return i - start;
  };
  const blank = (start: number, end: number): boolean => blanksFrom(start, end) === end - start;
  let out = '';
  const go = (column: number): void => {
    out += way(pen, row, column);
    pen.row = row;
    pen.column = column;
  };
  const use = (style: string): void => {
    out += sgrSwitch(pen.style, style);
    pen.style = style;
  };
  /** Erased cells get the background of the pen. */
  const bare = (): void => {
    if (onBlank(pen.style) !== '') use('');
  };
  /** End of the run that begins here. Unchanged cells in between are written if that is shorter than a jump. */
  const endOf = (start: number): number => {
    let end = start;
    let unchanged = 0;
    for (let i = start; i < width && unchanged < 12; i++) {
      if (same(i)) {
        unchanged += 1;
        continue;
      }
      if (unchanged > 0 && isShorterToJump(end, i)) break;
      unchanged = 0;
      end = i + 1;
    }
    while (end < width && texts[end] === '') end += 1;
    return end;
  };
  const isShorterToJump = (start: number, end: number): boolean => {
    let style = styles[start - 1] ?? '';
    const straight = sgrSwitch(style, styles[end] ?? '').length;
    let bytes = 0;
    for (let i = start; i < end; i++) {
      const text = texts[i] ?? ' ';
      if (text !== ' ' && !isPlain(text)) return true;
      const next = visibleStyle(style, text, styles[i] ?? '');
      bytes += sgrSwitch(style, next).length + (text > '~' ? 3 : 1);
      style = next;
    }
    return forward(end - start).length + straight < bytes + sgrSwitch(style, styles[end] ?? '').length;
  };
  let i = 0;
  while (i < width) {
    if (same(i)) {
      i += 1;
      continue;
    }
    // Never start in the middle of a wide character, of the old row or of the new one.
    let start = i;
    while (start > 0 && (texts[start] === '' || from.texts[start] === '')) start -= 1;
    go(start);
    let stop = endOf(start);
    for (let at = start; at < stop; at++) {
      if (texts[at] === '') continue;
      if (width - at > 4 && blank(at, width)) {
        bare();
        return `${out}\u001b[K`;
      }
      const blanks = pen.vt220 ? blanksFrom(at, stop) : 0;
      const isLast = at + blanks === stop;
      if (blanks >= erased && (isLast || blanks > 2 * forward(blanks).length)) {
        bare();
        out += `\u001b[${blanks}X`;
        if (isLast) break;
        at += blanks;
        go(at);
      }
      const text = texts[at] ?? ' ';
      use(visibleStyle(pen.style, text, styles[at] ?? ''));
      const wide = texts[at + 1] === '';
      // A terminal that draws it narrow would leave the next cell unchanged.
      if (wide && !surelyWide.test(text)) out += `  ${address(row, at)}`;
      out += text;
      if (isPlain(text)) {
        // After the last column, the cursor stays in it.
        pen.column = at + 1 < width ? at + 1 : undefined;
        continue;
      }
      pen.column = undefined;
      // Terminals disagree on the width of these characters, so write all cells they may cover again, each at its own address.
      if (!surelyWide.test(text)) stop = Math.max(stop, Math.min(width, at + maxCells(text)));
      while (stop < width && texts[stop] === '') stop += 1;
      const next = at + (wide ? 2 : 1);
      if (next < stop) go(next);
    }
    i = Math.max(stop, i + 1);
  }
  return out;
}
