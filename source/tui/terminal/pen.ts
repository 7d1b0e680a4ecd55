import { onBlank, sgrSwitch } from './sgr.js';

/** CUP: moves the cursor to a cell, counted from 0. */
export const address = (row: number, column: number): string => `\u001b[${row + 1};${column + 1}H`;

/** CUF: moves the cursor right. */
export const forward = (cells: number): string => (cells === 0 ? '' : `\u001b[${cells === 1 ? '' : cells}C`);

/**
 * NEL: moves to the first column of the next row. Not a line feed, because some terminal drivers send a carriage return with
 * it.
 */
const nextLine = '\u001bE';

/** Collects the bytes of a frame, and tracks the terminal's style and cursor. A frame begins and ends unstyled. */
export class Pen {
  bytes = '';
  style = '';
  readonly vt220: boolean;
  /** Row and column of the cursor, if known. */
  private row: number | undefined;
  private column: number | undefined;

  /** @param vt220 true if the terminal supports erase character (ECH) and next line (NEL) */
  constructor(vt220: boolean) {
    this.vt220 = vt220;
  }

  /** Writes bytes that move the cursor to a cell. Without one, its position is unknown afterwards. */
  write(bytes: string, row?: number, column?: number): void {
    this.bytes += bytes;
    this.row = row;
    this.column = column;
  }

  switchTo(style: string): void {
    this.bytes += sgrSwitch(this.style, style);
    this.style = style;
  }

  /** Moves to a cell in the shortest way. */
  moveTo(row: number, column: number): void {
    const absolute = address(row, column);
    const relative = this.wayFromCursor(row, column);
    this.write(relative !== undefined && relative.length < absolute.length ? relative : absolute, row, column);
  }

  private wayFromCursor(row: number, column: number): string | undefined {
    if (this.row === row && this.column !== undefined && this.column <= column) return forward(column - this.column);
    return this.vt220 && this.row === row - 1 ? `${nextLine}${forward(column)}` : undefined;
  }

  /** ECH: erases cells from the cursor on, which does not move. */
  erase(cells: number): void {
    this.clearBackground();
    this.bytes += `\u001b[${cells}X`;
  }

  /** EL: erases the rest of the row. */
  eraseLine(): void {
    this.clearBackground();
    this.bytes += '\u001b[K';
  }

  /** Erased cells get the background of the style. */
  private clearBackground(): void {
    if (onBlank(this.style) !== '') this.switchTo('');
  }
}
