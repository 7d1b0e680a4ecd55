/** Prose cut into lines of whole words. */

import { safeText } from '../response/safe-text.js';
import { cellWidth, takeCells } from './cells.js';

/** Wraps foreign text to a width; at most `most` lines are made, because a description may be a megabyte long. */
export function wrapText(text: string, width: number, most = 2000): string[] {
  const lines: string[] = [];
  for (const paragraph of safeText(text).replaceAll('\t', '  ').split('\n')) {
    if (lines.length >= most) break;
    let line = '';
    let used = 0;
    for (const word of paragraph.split(/(?<=\s)/)) {
      let rest = word;
      const size = cellWidth(rest.trimEnd());
      if (used > 0 && used + size > width) {
        lines.push(line.trimEnd());
        line = '';
        used = 0;
      }
      while (cellWidth(rest.trimEnd()) > width && lines.length < most) {
        const piece = takeCells(rest, width);
        if (piece === '') break;
        lines.push(piece);
        rest = rest.slice(piece.length);
      }
      line += rest;
      used += cellWidth(rest);
      if (lines.length >= most) break;
    }
    lines.push(line.trimEnd());
  }
  return lines.slice(0, most);
}
