/**
 * Turns complete frames into the bytes that change the screen from the last frame to this one: only cells that differ, in
 * synchronized-output marks (mode 2026), by absolute addresses, so that nothing ever scrolls. Pure but for what it remembers.
 */
import { isPlain } from '../../core/text/cells.js';
import { type CellRow, cellRow } from './cell-row.js';

export interface Cursor {
  readonly column: number;
  readonly row: number;
}

export interface Painter {
  /** The bytes that bring the screen to this frame; `''` when it shows it already. */
  paint(lines: readonly string[], columns: number, rows: number, cursor?: Cursor): string;
  /** The screen holds something else now (resize, resume): the next frame is painted whole. */
  forget(): void;
}

const begin = '\u001b[?2026h';
const end = '\u001b[?2026l';
/** Unchanged cells between two changes that are cheaper to write again than to jump over. */
const jump = 6;

const place = (row: number, column: number): string => `\u001b[${row + 1};${column + 1}H`;
const styled = (style: string): string => (style === '' ? '\u001b[m' : `\u001b[0;${style}m`);

export function createPainter(): Painter {
  let shownLines: readonly string[] = [];
  let shown: CellRow[] = [];
  let size = '';
  let shownCursor: string | undefined;

  return {
    forget() {
      size = '';
    },
    paint(lines, columns, rows, cursor) {
      const out: string[] = [];
      const pen: Pen = { style: '' };
      const fresh = size !== `${columns}x${rows}`;
      if (fresh) {
        size = `${columns}x${rows}`;
        out.push('\u001b[2J');
        shownLines = [];
        shownCursor = undefined;
        const blank = cellRow('', columns);
        shown = Array.from({ length: rows }, () => blank);
      }
      for (let row = 0; row < rows; row++) {
        const line = lines[row] ?? '';
        if (line === (shownLines[row] ?? '')) continue;
        const wanted = cellRow(line, columns);
        out.push(changes(row, shown[row] ?? cellRow('', columns), wanted, pen));
        shown[row] = wanted;
      }
      shownLines = lines.slice(0, rows);
      if (pen.style !== '') out.push(styled(''));
      const painted = out.join('');
      const cursorBytes = cursor === undefined ? '\u001b[?25l' : `${place(cursor.row, cursor.column)}\u001b[?25h`;
      if (painted === '' && cursorBytes === shownCursor) return '';
      shownCursor = cursorBytes;
      // The cursor is hidden while cells are written, else it is seen jumping on terminals without mode 2026.
      return `${begin}${painted === '' ? '' : `\u001b[?25l${painted}`}${cursorBytes}${end}`;
    },
  };
}

/** The colours that the terminal writes with now; a frame begins and ends without any. */
interface Pen {
  style: string;
}

/** Wide in every terminal since they know wide characters at all: East Asian scripts. Others (emoji) are wide in some. */
const surelyWide = /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]$/;

/** Marks and joiners: no terminal gives them a cell of their own. */
const attached = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** The most cells that any terminal gives a cluster: one that does not know joined emoji draws each part of them. */
function mostCells(cluster: string): number {
  let cells = 0;
  for (const character of cluster) if (!attached.test(character)) cells += isPlain(character) ? 1 : 2;
  return cells;
}

/** The bytes that turn one row into another. */
function changes(row: number, from: CellRow, to: CellRow, pen: Pen): string {
  const { texts, styles } = to;
  const width = texts.length;
  const same = (i: number): boolean => from.texts[i] === texts[i] && from.styles[i] === styles[i];
  let out = '';
  const use = (style: string): void => {
    if (style === pen.style) return;
    // Without colours before, none have to be switched off.
    out += pen.style === '' ? `\u001b[${style}m` : styled(style);
    pen.style = style;
  };
  let blankFrom = width;
  while (blankFrom > 0 && texts[blankFrom - 1] === ' ' && styles[blankFrom - 1] === '') blankFrom -= 1;
  let i = 0;
  while (i < width) {
    if (same(i)) {
      i += 1;
      continue;
    }
    // Never begin in the middle of a wide character, of the old row or of the new one.
    let start = i;
    while (start > 0 && (texts[start] === '' || from.texts[start] === '')) start -= 1;
    out += place(row, start);
    let gap = 0;
    let at = start;
    let stop = start;
    for (; at < width && gap <= jump; at++) {
      if (same(at)) gap += 1;
      else {
        gap = 0;
        stop = at + 1;
      }
    }
    while (stop < width && texts[stop] === '') stop += 1;
    for (at = start; at < stop; at++) {
      const text = texts[at] ?? ' ';
      if (text === '') continue;
      if (at >= blankFrom && width - at > 4) {
        use('');
        return `${out}\u001b[K`;
      }
      use(styles[at] ?? '');
      const wide = texts[at + 1] === '';
      // A terminal that takes it for narrow would leave the cell after it as it was.
      if (wide && !surelyWide.test(text)) out += `  ${place(row, at)}`;
      out += text;
      if (isPlain(text)) continue;
      // Terminals disagree on the width of these: what they may cover is written again, each at its own address.
      if (!surelyWide.test(text)) stop = Math.max(stop, Math.min(width, at + mostCells(text)));
      while (stop < width && texts[stop] === '') stop += 1;
      if (at + 1 < stop) out += place(row, at + (wide ? 2 : 1));
    }
    i = Math.max(stop, i + 1);
  }
  return out;
}
