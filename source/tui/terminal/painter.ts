/**
 * Converts complete frames to the bytes that update the screen. Only changed cells are written, inside synchronized-output
 * marks (mode 2026) and at absolute addresses, so that the screen never scrolls by itself. The terminal moves blocks of rows if
 * that is shorter. Pure apart from remembering the last frame.
 */
import { type CellRow, cellRow } from './cell-row.js';
import { columnChanges } from './column-changes.js';
import { address, type Pen, rowChanges } from './row-changes.js';
import { sgrSwitch } from './sgr.js';
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

  return {
    forget() {
      size = '';
    },
    paint(lines, columns, rows, cursor, ground = '') {
      const out: string[] = [];
      const pen: Pen = { style: '', vt220 };
      const wantedSize = `${columns}x${rows} ${ground}`;
      const fresh = size !== wantedSize;
      if (fresh) {
        size = wantedSize;
        blank = cellRow('', columns);
        out.push('\u001b[2J');
        shownLines = [];
        shownCursor = undefined;
        shown = Array.from({ length: rows }, () => blank);
      }
      const wanted = Array.from({ length: rows }, (_, row) => {
        const line = lines[row] ?? '';
        return (line === shownLines[row] ? shown[row] : undefined) ?? cellRow(line, columns, ground);
      });
      if (!fresh && vt220) {
        for (const shift of shiftsBetween(shown, wanted)) {
          out.push(shiftBytes(shift));
          pen.row = undefined;
          shown = shifted(shown, shift, blank);
        }
        const [bytes, rows] = columnChanges(shown, wanted, pen);
        out.push(bytes);
        shown = rows;
      }
      for (const [row, to] of wanted.entries()) {
        const from = shown[row] ?? blank;
        if (from !== to) out.push(rowChanges(row, from, to, pen));
      }
      shown = wanted;
      shownLines = lines.slice(0, rows);
      if (pen.style !== '') out.push(sgrSwitch(pen.style, ''));
      const painted = out.join('');
      const wantedCursor = cursor === undefined ? hidden : `${address(cursor.row, cursor.column)}\u001b[?25h`;
      if (painted === '' && wantedCursor === shownCursor) return '';
      // Hide the cursor while cells are written. Otherwise, it visibly jumps on terminals without mode 2026.
      const before = painted === '' || shownCursor === hidden ? '' : hidden;
      const after = wantedCursor === hidden && (before === hidden || shownCursor === hidden) ? '' : wantedCursor;
      shownCursor = wantedCursor;
      return `${begin}${before}${painted}${after}${frameEnd}`;
    },
  };
}
