/** Word wrap. */

import { safeText } from '../response/safe-text.js';
import { cellWidth, takeCells } from './cells.js';

/** Maximum number of characters read per cell of the result, because untrusted text may be megabytes long. */
const perCell = 8;

/** Wraps untrusted text to a width. At most `most` lines are created, and no more text is read than they need. */
export function wrapText(text: string, width: number, most = 2000): string[] {
  const lines: string[] = [];
  const line = width * perCell + 1;
  for (const paragraph of safeText(text.slice(0, line * most))
    .replaceAll('\t', '  ')
    .split('\n')) {
    if (lines.length >= most) break;
    wrapParagraph(paragraph, width, most, lines);
  }
  return lines.slice(0, most);
}

/** Returns the first lines. If some are cut off, the last one ends in an ellipsis within `room` cells. */
export function cutLines(lines: readonly string[], most: number, room: number, ellipsis: string): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), takeCells(lines[most - 1] ?? '', room - ellipsis.length) + ellipsis];
}

function wrapParagraph(paragraph: string, width: number, most: number, lines: string[]): void {
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
    let left = size;
    while (left > width && lines.length < most) {
      const piece = takeCells(rest.slice(0, width * perCell), width);
      if (piece === '') break;
      lines.push(piece);
      left -= cellWidth(piece);
      rest = rest.slice(piece.length);
    }
    line += rest;
    used += left + rest.length - rest.trimEnd().length;
    if (lines.length >= most) break;
  }
  lines.push(line.trimEnd());
}
