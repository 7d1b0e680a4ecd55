/** One row of the screen as cells, parsed from a line with SGR sequences, for comparison by the painter. */
import { type Cluster, clusters, isPlain } from '../../core/text/cells.js';
import { applySgr, onBlank } from './sgr.js';

/** A row as two lists with one entry per cell. */
export interface CellRow {
  /** Text of each cell; `''` is the right half of a wide character. */
  readonly texts: readonly string[];
  /**
   * SGR parameters of each cell, such as `1;31`, or `''` for none. A blank has only the parameters that are visible on it, so
   * that equal images compare equal.
   */
  readonly styles: readonly string[];
}

/** Whether a cell looks the same in two rows. */
export const isSameCell = (a: CellRow, b: CellRow, column: number): boolean =>
  a.texts[column] === b.texts[column] && a.styles[column] === b.styles[column];

/** Text up to the next escape character, an SGR sequence with its parameters, or any other escape character. */
const pieces = /[^\u001b]+|\u001b(?:\[([\d;:]*)m)?/y;

/**
 * Fits a line to exactly `width` cells by truncating or padding it.
 * @param ground SGR parameters applied beneath those of the line
 */
export function cellRow(line: string, width: number, ground = ''): CellRow {
  const texts: string[] = [];
  const styles: string[] = [];
  const bare = ground === '' ? '' : applySgr('', ground);
  let own = '';
  let style = bare;
  pieces.lastIndex = 0;
  while (texts.length < width) {
    const match = pieces.exec(line);
    if (match === null) break;
    const [piece, parameters] = match;
    if (parameters !== undefined) {
      own = applySgr(own, parameters);
      style = styleOver(bare, own);
    } else if (!piece.startsWith('\u001b')) {
      addCells(texts, styles, width, piece, style);
    }
  }
  const blank = onBlank(bare);
  while (texts.length < width) {
    texts.push(' ');
    styles.push(blank);
  }
  return { texts, styles };
}

/** The style of parameters applied on top of the style of the ground. */
function styleOver(bare: string, own: string): string {
  if (own === '') return bare;
  return bare === '' ? own : applySgr(bare, own);
}

/** Appends the cells of a text, up to `width`. */
function addCells(texts: string[], styles: string[], width: number, text: string, style: string): void {
  const blank = onBlank(style);
  if (isPlain(text)) {
    const cells = Math.min(text.length, width - texts.length);
    for (let i = 0; i < cells; i++) {
      const cell = text.charAt(i);
      texts.push(cell);
      styles.push(cell === ' ' ? blank : style);
    }
    return;
  }
  for (const cluster of clusters(text)) {
    if (texts.length + cluster.width > width) return;
    addCluster(texts, styles, cluster, cluster.text === ' ' ? blank : style);
  }
}

/** Appends a cluster. One without a width joins the cell before it. */
function addCluster(texts: string[], styles: string[], { text, width }: Cluster, style: string): void {
  if (width === 0) {
    if (texts.length > 0) texts[texts.length - 1] += text;
    return;
  }
  texts.push(text);
  styles.push(style);
  if (width === 2) {
    texts.push('');
    styles.push(style);
  }
}
