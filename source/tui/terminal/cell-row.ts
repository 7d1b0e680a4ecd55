/** One row of the screen as cells, parsed from a line with SGR sequences, for comparison by the painter. */
import { clusters, isPlain } from '../../core/text/cells.js';
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

const sgr = /\u001b\[([\d;:]*)m/y;

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
  let at = 0;
  while (at < line.length && texts.length < width) {
    if (line.charCodeAt(at) === 0x1b) {
      sgr.lastIndex = at;
      const match = sgr.exec(line);
      if (match === null) {
        at += 1;
        continue;
      }
      own = applySgr(own, match[1] ?? '');
      style = own === '' || ground === '' ? own || bare : applySgr(bare, own);
      at += match[0].length;
      continue;
    }
    const end = line.indexOf('\u001b', at);
    const text = line.slice(at, end < 0 ? line.length : end);
    at += text.length;
    if (isPlain(text)) {
      const blank = onBlank(style);
      const cells = Math.min(text.length, width - texts.length);
      for (let i = 0; i < cells; i++) {
        const cell = text.charAt(i);
        texts.push(cell);
        styles.push(cell === ' ' ? blank : style);
      }
      continue;
    }
    for (const cluster of clusters(text)) {
      if (cluster.width === 0) {
        const last = texts.length - 1;
        if (last >= 0) texts[last] += cluster.text;
        continue;
      }
      if (texts.length + cluster.width > width) break;
      texts.push(cluster.text);
      styles.push(cluster.text === ' ' ? onBlank(style) : style);
      if (cluster.width === 2) {
        texts.push('');
        styles.push(style);
      }
    }
  }
  while (texts.length < width) {
    texts.push(' ');
    styles.push(onBlank(bare));
  }
  return { texts, styles };
}
