/**
 * Replaces Ink's `Output` at build time (`build/replacements.mjs`). Ink splits every line of every frame into styled
 * characters. Our lines already have the right width, so rows are joined from entire lines, and cells are compared only where
 * boxes overlap. Same interface, same output.
 */
import { cellWidth } from '../../core/text/cells.js';
import { type CellRow, cellRow } from './cell-row.js';
import { visibleStyle } from './sgr.js';

interface TextPiece {
  readonly x: number;
  readonly width: number;
  readonly text: string;
}

interface Clip {
  readonly x1?: number;
  readonly x2?: number;
  readonly y1?: number;
  readonly y2?: number;
}

type Transformer = (line: string, index: number) => string;

const widths = new Map<string, number>();
const sgr = /\u001b\[[\d;:]*m/g;

/** Width of a line with colours, cached because most lines of a frame were also in the previous one. */
function lineCells(line: string): number {
  let width = widths.get(line);
  if (width === undefined) {
    width = cellWidth(line.includes('\u001b') ? line.replace(sgr, '') : line);
    if (widths.size > 1000) widths.clear();
    // V8 would retain the full text that a line was sliced from: a pane for each changed line.
    widths.set(` ${line}`.slice(1), width);
  }
  return width;
}

/** A text of several lines. Widths are in cells. */
export interface Lines {
  readonly texts: readonly string[];
  readonly widths: readonly number[];
  readonly widest: number;
}

const cut = new Map<string, Lines>();

/** The lines of a pane, cached because most panes have the same text as in the previous frame. */
export function linesOf(text: string): Lines {
  let lines = cut.get(text);
  if (lines === undefined) {
    const texts = text.split('\n');
    const widths = texts.map(lineCells);
    lines = { texts, widths, widest: widths.reduce((most, each) => Math.max(most, each), 0) };
    if (cut.size > 64) cut.clear();
    cut.set(text, lines);
  }
  return lines;
}

/** One frame. Ink writes its boxes into it, later ones over earlier ones, and reads it as one text. */
export default class Output {
  readonly width: number;
  readonly height: number;
  readonly #rows: TextPiece[][];
  readonly #clips: Clip[] = [];

  constructor(options: { readonly width: number; readonly height: number }) {
    this.width = options.width;
    this.height = options.height;
    this.#rows = Array.from({ length: options.height }, () => []);
  }

  write(x: number, y: number, text: string, options: { readonly transformers: readonly Transformer[] }): void {
    if (text === '') return;
    const clip = this.#clips.at(-1);
    const { texts, widths } = linesOf(text);
    texts.forEach((line, index) => {
      const row = y + index;
      const pieces = this.#rows[row];
      if (pieces === undefined) return;
      if (clip?.y1 !== undefined && clip.y2 !== undefined && (row < clip.y1 || row >= clip.y2)) return;
      let shown = line;
      for (const transform of options.transformers) shown = transform(shown, index);
      const width = shown === line ? widths[index] : undefined;
      const piece = { x, width: width ?? lineCells(shown), text: shown };
      pieces.push(clip?.x1 !== undefined && clip.x2 !== undefined ? clipped(piece, clip.x1, clip.x2) : piece);
    });
  }

  clip(clip: Clip): void {
    this.#clips.push(clip);
  }

  unclip(): void {
    this.#clips.pop();
  }

  get(): { output: string; height: number } {
    return { output: this.#rows.map(pieces => joined(pieces, this.width)).join('\n'), height: this.height };
  }
}

function clipped(piece: TextPiece, x1: number, x2: number): TextPiece {
  if (piece.x >= x1 && piece.x + piece.width <= x2) return piece;
  const cells = cellRow(piece.text, piece.width);
  const from = Math.max(0, x1 - piece.x);
  const to = Math.min(piece.width, x2 - piece.x);
  return { x: piece.x + from, width: Math.max(0, to - from), text: written(cells, from, to) };
}

/** Joins a row from its pieces. Later pieces cover earlier ones. */
function joined(pieces: readonly TextPiece[], width: number): string {
  const sorted = pieces.length < 2 ? pieces : [...pieces].sort((a, b) => a.x - b.x);
  let out = '';
  let at = 0;
  for (const piece of sorted) {
    if (piece.x < at || piece.x + piece.width > width) return layered(pieces, width);
    out += ' '.repeat(piece.x - at) + piece.text;
    at = piece.x + piece.width;
  }
  return out;
}

/** Composes cell by cell, for rows where boxes overlap or overflow. */
function layered(pieces: readonly TextPiece[], width: number): string {
  const texts = Array.from({ length: width }, () => ' ');
  const styles = Array.from({ length: width }, () => '');
  for (const piece of pieces) {
    const cells = cellRow(piece.text, piece.width);
    for (let i = 0; i < piece.width; i++) {
      const at = piece.x + i;
      if (at < 0 || at >= width) continue;
      // A half-covered wide character becomes a blank.
      if (texts[at] === '' && i === 0 && at > 0) texts[at - 1] = ' ';
      texts[at] = cells.texts[i] ?? ' ';
      styles[at] = cells.styles[i] ?? '';
    }
    const after = piece.x + piece.width;
    if (texts[after] === '') texts[after] = ' ';
  }
  return written({ texts, styles }, 0, width);
}

/** Serializes cells to a line with colours. */
function written({ texts, styles }: CellRow, from: number, to: number): string {
  let out = '';
  let style = '';
  for (let i = from; i < to; i++) {
    const text = texts[i] ?? ' ';
    const next = visibleStyle(style, text, styles[i] ?? '');
    if (next !== style) {
      out += next === '' ? '\u001b[0m' : `\u001b[0;${next}m`;
      style = next;
    }
    out += text;
  }
  return style === '' ? out : `${out}\u001b[0m`;
}
