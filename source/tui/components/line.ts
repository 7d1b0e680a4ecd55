/**
 * Lines as we write them: stretches of text with a role, cut to cells, with colours of ours only. Every text of the full
 * screen passes `renderLine`, which is where foreign text loses the power over the terminal.
 */

import { safeLine } from '../../core/response/safe-text.js';
import { cellWidth, clusters, isPlain, takeCells } from '../../core/text/cells.js';
import type { Role, Theme } from '../theme.js';

/** A stretch of a line. `role` may be a list: later ones add to earlier ones. */
export interface Span {
  readonly text: string;
  readonly role?: Role | undefined;
}

export type Line = readonly Span[];

export const span = (text: string, role?: Role): Span => (role === undefined ? { text } : { text, role });

const printable = /^[\u0020-\u007e]*$/;

/** Text without control characters, each cluster bounded. */
export function shownText(text: string): string {
  if (printable.test(text)) return text;
  const safe = safeLine(text);
  if (isPlain(safe)) return safe;
  let result = '';
  for (const cluster of clusters(safe)) result += cluster.text.length > 40 ? cluster.text.slice(0, 40) : cluster.text;
  return result;
}

export const styled = (text: string, style: string): string =>
  style === '' || text === '' ? text : `\u001b[${style}m${text}\u001b[0m`;

/**
 * Exactly `width` cells with SGR colours.
 * @param over a role for the whole line (the cursor row): it replaces all other roles
 */
export function renderLine(line: Line, width: number, theme: Theme, over?: Role): string {
  let left = width;
  let out = '';
  const base = over === undefined ? '' : theme.styles[over];
  for (let i = 0; i < line.length && left > 0; i++) {
    const { text, role } = line[i] as Span;
    let shown = shownText(text);
    let cells = cellWidth(shown);
    if (cells > left) {
      shown = takeCells(shown, left - cellWidth(theme.glyphs.ellipsis)) + theme.glyphs.ellipsis;
      cells = cellWidth(shown);
    }
    left -= cells;
    out += base === '' ? styled(shown, role === undefined ? '' : theme.styles[role]) : shown;
    if (cellWidth(shown) < cellWidth(shownText(text))) break;
  }
  const filled = out + ' '.repeat(Math.max(0, left));
  return base === '' ? filled : styled(filled, base);
}

/** Cells that a line would take. */
export const lineWidth = (line: Line): number => line.reduce((sum, each) => sum + cellWidth(shownText(each.text)), 0);

/** Puts `right` at the right end of a line of `width` cells; `left` is cut first. */
export function spread(left: Line, right: Line, width: number, theme: Theme, over?: Role): string {
  const rightWidth = Math.min(width, lineWidth(right));
  return renderLine(left, width - rightWidth, theme, over) + renderLine(right, rightWidth, theme, over);
}
