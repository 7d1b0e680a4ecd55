/** Shows the source line of an error with a mark under the column. */

import type { Position } from '../text/position.js';

const width = 100;

/** Returns `3 | user(id: $id) {` with `^` below, truncated around the column, or undefined if there is no such line. */
export function markedLine(source: string, position: Position): string | undefined {
  const line = source.split(/\r\n|\n|\r/)[position.line - 1];
  if (line === undefined) return undefined;
  const from = position.column > width - 20 ? position.column - Math.floor(width / 2) : 0;
  const cut = line.slice(from, from + width);
  const prefix = `${position.line} | `;
  const lead = cut.slice(0, position.column - 1 - from).replace(/[^\t]/g, ' ');
  return `${prefix}${cut}\n${' '.repeat(prefix.length)}${lead}^`;
}
