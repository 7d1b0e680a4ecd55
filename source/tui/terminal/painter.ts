/**
 * Converts complete frames to the bytes that update the screen. Only changed cells are written, inside synchronized-output
 * marks (mode 2026) and at absolute addresses, so that the screen never scrolls by itself. The terminal moves blocks of rows if
 * that is shorter. Pure apart from remembering the last frame.
 */
import { type CellRow, cellRow } from './cell-row.js';
import { columnChanges } from './column-changes.js';
import { address, Pen } from './pen.js';
import { rowChanges } from './row-changes.js';
import { shiftBytes, shifted, shiftsBetween } from './shift.js';

/** A cell of the screen, from 0. */
export interface Cursor {
  readonly column: number;
  readonly row: number;
}

/** Assumes that the terminal shows the last frame. */
interface Painter {
  /**
   * The bytes that update the screen to this frame, or `''` if nothing changes.
   * @param ground SGR parameters applied beneath those of every cell
   */
  paint(lines: readonly string[], columns: number, rows: number, cursor?: Cursor, ground?: string): string;
  /** The screen was overwritten (resize, resume), so the next frame is painted in full. */
  forget(): void;
}

const begin = '\u001b[?2026h';
/** End of every frame (mode 2026). */
export const frameEnd = '\u001b[?2026l';
const hidden = '\u001b[?25l';

/** @param vt220 true if the terminal supports VT220 functions: insert and delete line, erase character, next line */
export function createPainter(vt220 = true): Painter {
  let shownLines: readonly string[] = [];
  let shown: readonly CellRow[] = [];
  let blank = cellRow('', 0);
  let size = '';
  let shownCursor: string | undefined;

  function clear(columns: number, rows: number, pen: Pen): void {
    pen.write('\u001b[2J');
    blank = cellRow('', columns);
    shown = Array.from({ length: rows }, () => blank);
    shownLines = [];
    shownCursor = undefined;
  }

  /** Updates the parts of the screen that are cheaper to change across rows than row by row. */
  function changeAcrossRows(wanted: readonly CellRow[], pen: Pen): void {
    for (const shift of shiftsBetween(shown, wanted)) {
      pen.write(shiftBytes(shift));
      shown = shifted(shown, shift, blank);
    }
    shown = columnChanges(shown, wanted, pen);
  }

  /** The bytes of a frame: the changed cells, and the cursor. */
  function framed(painted: string, cursor: Cursor | undefined): string {
    const wantedCursor = cursor === undefined ? hidden : `${address(cursor.row, cursor.column)}\u001b[?25h`;
    if (painted === '' && wantedCursor === shownCursor) return '';
    // Hide the cursor while cells are written. Otherwise, it visibly jumps on terminals without mode 2026.
    const before = painted === '' || shownCursor === hidden ? '' : hidden;
    const after = wantedCursor === hidden && (before === hidden || shownCursor === hidden) ? '' : wantedCursor;
    shownCursor = wantedCursor;
    return `${begin}${before}${painted}${after}${frameEnd}`;
  }

  return {
    forget() {
      size = '';
    },
    paint(lines, columns, rows, cursor, ground = '') {
      const pen = new Pen(vt220);
      const wantedSize = `${columns}x${rows} ${ground}`;
      const isFresh = size !== wantedSize;
      size = wantedSize;
      if (isFresh) clear(columns, rows, pen);
      const wanted = Array.from({ length: rows }, (_, row) => {
        const line = lines[row] ?? '';
        return (line === shownLines[row] ? shown[row] : undefined) ?? cellRow(line, columns, ground);
      });
      if (!isFresh && vt220) changeAcrossRows(wanted, pen);
      for (const [row, to] of wanted.entries()) {
        const from = shown[row] ?? blank;
        if (from !== to) rowChanges(row, from, to, pen);
      }
      pen.switchTo('');
      shown = wanted;
      shownLines = lines.slice(0, rows);
      return framed(pen.bytes, cursor);
    },
  };
}
