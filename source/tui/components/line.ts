/**
 * Lines as spans of text with a role, cut to cells, with no colours from untrusted text. All text of the full screen passes
 * through `renderLine`, which sanitizes it.
 */

import { safeLine } from '../../core/response/safe-text.js';
import type { Range } from '../../core/search/name.js';
import { bullets } from '../../core/secret.js';
import { cellWidth, clusters, isPlain, takeCells } from '../../core/text/cells.js';
import { linkParameter } from '../../core/text/hyperlinks.js';
import { linkedLines } from '../../core/text/links.js';
import type { Role, Theme } from '../model/theme.js';

export interface Span {
  readonly text: string;
  readonly role?: Role | undefined;
  /** Destination of a link, absolute and in printable ASCII, for terminals that support links. */
  readonly url?: string | undefined;
  /** True if prose may be cut within a word, so that no cell stays empty. */
  readonly isCutAnywhere?: boolean;
}

/** Text that is neither sanitized nor truncated yet; `renderLine` does both. */
export type Line = readonly Span[];

const printable = /^[\u0020-\u007e]*$/;

/** Text without control characters and with clusters of limited length. */
export function shownText(text: string): string {
  if (printable.test(text)) return text;
  const safe = safeLine(text);
  if (isPlain(safe)) return safe;
  let result = '';
  for (const cluster of clusters(safe)) {
    // A combining mark without a letter would join the adjacent cell, such as a border.
    if (cluster.width === 0) result += '\u25cc';
    result += cluster.text.length > 40 ? cluster.text.slice(0, 40) : cluster.text;
  }
  return result;
}

/** Puts SGR parameters before a text and a reset after it. The text must already be sanitized. */
export const styled = (text: string, style: string): string =>
  style === '' || text === '' ? text : `\u001b[${style}m${text}\u001b[0m`;

/** Roles used for prose. */
const sentences: ReadonlySet<Role> = new Set(['dim', 'comment', 'error', 'text', 'warning']);
/** Maximum length of a word. A longer one is a path, an address or a name, whose beginning is useful. */
const maxWordLength = 20;

/** Whether a text is cut between words. */
const isProse = (span: Span | undefined): boolean =>
  span?.role !== undefined && sentences.has(span.role) && span.isCutAnywhere !== true;

/** Truncates at a blank, since an ellipsis right after a word would suggest that the word is incomplete. */
function wholeWords(text: string, first: boolean): string {
  const end = text.lastIndexOf(' ') + 1;
  return end === 0 || text.length - end > maxWordLength || (first && text.slice(0, end).trim() === '')
    ? text
    : text.slice(0, end);
}

/**
 * A span with some ranges marked. Text with other than plain characters is marked entirely, because it cannot be split at every
 * position.
 */
export function marked(span: Span, ranges: readonly Range[]): Line {
  if (ranges.length === 0) return [span];
  if (!isPlain(span.text)) return [{ ...span, role: 'match' }];
  const spans: Span[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    spans.push({ ...span, text: span.text.slice(end, from) }, { text: span.text.slice(from, to), role: 'match' });
    end = to;
  }
  return [...spans, { ...span, text: span.text.slice(end) }].filter(each => each.text !== '');
}

const stacked = (under: string, style: string): string =>
  under === '' || style === '' ? under + style : `${under};${style}`;

/** The sanitized text of a span. Most of a text that is much longer than its line is not sanitized. */
function cellText(text: string, width: number, { glyphs: { mask } }: Theme): string {
  const shown = shownText(text.length > width * 40 ? text.slice(0, width * 40) : text);
  return mask === bullets ? shown : shown.replaceAll(bullets, mask);
}

/** The cursor's row, on which marks remain visible. */
function overMarked(line: Line, width: number, theme: Theme, over: Role): string {
  const spans = line.map(span => ({ ...span, role: span.role === 'match' ? ('cursorMatch' as const) : over }));
  const rest = Math.max(0, width - lineWidth(spans));
  return renderLine([...spans, { text: ' '.repeat(rest), role: over }], width, theme);
}

/**
 * Renders exactly `width` cells with SGR colours. Longer text ends in an ellipsis, after a blank for prose.
 * @param over a role for the entire line (the cursor row). `cursorIdle`, and `cursor` in a theme with a tint, add to the other
 *   roles. Others replace them, and a match becomes `cursorMatch`.
 */
export function renderLine(line: Line, width: number, theme: Theme, over?: Role): string {
  const under = underStyle(over, theme);
  if (over !== undefined && under === '' && line.some(({ role }) => role === 'match'))
    return overMarked(line, width, theme, over);
  const base = over === undefined || under !== '' ? '' : theme.styles[over];
  const style = (role: Role | undefined): string =>
    base === '' ? stacked(under, role === undefined ? '' : theme.styles[role]) : '';
  const texts = line.map(each => cellText(each.text, width, theme));
  const widths = texts.map(cellWidth);
  const total = widths.reduce((sum, each) => sum + each, 0);
  const ellipsis = total > width ? theme.glyphs.ellipsis : '';
  let left = Math.max(0, width - ellipsis.length);
  let out = '';
  for (const [i, text] of texts.entries()) {
    const cells = widths[i] ?? 0;
    if (cells <= left) {
      out += styled(text, withLink(style(line[i]?.role), line[i]?.url, theme));
      left -= cells;
      continue;
    }
    const start = takeCells(text, left);
    const visible = isProse(line[i]) ? wholeWords(start, i === 0) : start;
    out += styled(visible + ellipsis, style(line[i]?.role));
    left -= cellWidth(visible);
    break;
  }
  const blanks = styled(' '.repeat(Math.max(0, left)), over === 'cursor' ? under : '');
  const filled = total > width && width < ellipsis.length ? ' '.repeat(width) : out + blanks;
  return base === '' ? filled : styled(filled, base);
}

/**
 * Renders lines of exactly `width` cells.
 * @param selected index of the selected line
 */
export const renderLines = (lines: readonly Line[], width: number, theme: Theme, selected = -1): string[] =>
  lines.map((line, index) => renderLine(line, width, theme, index === selected ? 'cursor' : undefined));

/** The style that a role of the entire line adds to the other roles, or an empty string if it replaces them. */
function underStyle(over: Role | undefined, theme: Theme): string {
  if (over === 'cursorIdle') return theme.styles.cursorIdle;
  return over === 'cursor' ? theme.tint : '';
}

/** Role of a row in a list or text, or undefined for a row without the cursor. */
export function cursorRole(isCursor: boolean, focused: boolean): 'cursor' | 'cursorIdle' | undefined {
  if (!isCursor) return undefined;
  return focused ? 'cursor' : 'cursorIdle';
}

/** The lines of a wrapped description, whose URLs are links. */
export const docsText = (text: string, lines: readonly string[]): readonly Line[] =>
  linkedLines(text, lines).map(pieces => [{ text: ' ' }, ...pieces]);

const withLink = (style: string, url: string | undefined, { links }: Theme): string =>
  url === undefined || !links ? style : [...(style === '' ? [] : [style]), linkParameter(url)].join(';');

export const lineWidth = (line: Line): number => line.reduce((sum, each) => sum + cellWidth(shownText(each.text)), 0);

/** Puts `right` at the right end of a line of `width` cells. `left` is truncated first. */
export function spread(left: Line, right: Line, width: number, theme: Theme, over?: Role): string {
  const rightWidth = Math.min(width, lineWidth(right));
  return renderLine(left, width - rightWidth, theme, over) + renderLine(right, rightWidth, theme, over);
}
