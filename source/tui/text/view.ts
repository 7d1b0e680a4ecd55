/** The visible lines of a text: colours, selection, matched brackets. Shared by every pane that shows a text. */

import { isPlain } from '../../core/text/cells.js';
import { cursorOf, type EditorState, matchedBrackets } from '../../core/text/editor.js';
import { highlight, type RoleRange } from '../../core/text/highlight.js';
import { viewCells } from '../../core/text/view-lines.js';
import { type Line, renderLine, type Span } from '../components/line.js';
import type { Role, Theme } from '../model/theme.js';

/** `top` and `left` are the first line and cell that are drawn, from 0. */
export interface TextLinesOptions {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly left: number;
  readonly theme: Theme;
  /** Draws selection and matched brackets. */
  readonly active: boolean;
  /** Ranges that are drawn over the colours, in order (search hits, problems). */
  readonly marks?: readonly { readonly from: number; readonly to: number; readonly role: Role }[];
  /** False: no colours (plain text). */
  readonly colours?: boolean;
}

/** Lines longer than this are drawn without colours: a line of 50 MB must not stop the keys. */
const colouredLength = 20_000;

/** At most `height` lines of exactly `width` cells; without colours where they are very long. */
export function textLines(editor: EditorState, options: TextLinesOptions): string[] {
  const { width, height, top, left, theme } = options;
  const { doc } = editor;
  const last = Math.min(doc.lines, top + height);
  if (top >= last) return [];
  const from = doc.line(top + 1).from;
  const to = doc.line(last).to;
  const short = to - from < colouredLength * 4;
  const ranges = options.colours !== false && short ? highlight(editor, from, to) : [];
  const over = overlays(editor, options);
  const lines: string[] = [];
  let at = 0;
  for (let number = top + 1; number <= last; number++) {
    const line = doc.line(number);
    while (at < ranges.length && (ranges[at] as RoleRange).to <= line.from) at += 1;
    let text = line.text;
    // Only a window of a very long line is looked at; columns before it are assumed to be plain.
    if (text.length > colouredLength) text = text.slice(0, Math.min(text.length, left + width * 4));
    lines.push(renderLine(spansOf(text, line.from, ranges, at, over, left, width), width, theme));
  }
  return lines;
}

interface Over {
  readonly from: number;
  readonly to: number;
  readonly role: Role;
}

function overlays(editor: EditorState, options: TextLinesOptions): readonly Over[] {
  const over: Over[] = [...(options.marks ?? [])];
  if (options.active) {
    for (const { from, to, head } of editor.selection.ranges) {
      if (from < to) over.push({ from, to, role: 'selection' });
      // The terminal draws one cursor: the others are a cell in reverse.
      if (head !== cursorOf(editor)) over.push({ from: head, to: head + 1, role: 'cursor' });
    }
    for (const bracket of matchedBrackets(editor)) {
      over.push({ from: bracket.at, to: bracket.at + 1, role: bracket.matched ? 'match' : 'error' });
    }
  }
  return over;
}

/** A line cut into spans of one role each, from the first drawn column on. */
function spansOf(
  text: string,
  offset: number,
  ranges: readonly RoleRange[],
  first: number,
  over: readonly Over[],
  left: number,
  width: number,
): Line {
  const end = text.endsWith('\r') ? text.length - 1 : text.length;
  if (left === 0 && isPlain(text) && over.every(each => each.to <= offset || each.from > offset + end)) {
    return plainSpans(text.slice(0, end), offset, ranges, first);
  }
  const spans: Span[] = [];
  let at = first;
  for (const cell of viewCells(text)) {
    if (cell.column + cell.width <= left) continue;
    // One cell too many tells `renderLine` that the line goes on, which it marks.
    if (cell.column > left + width) break;
    const place = offset + cell.from;
    while (at < ranges.length && (ranges[at] as RoleRange).to <= place) at += 1;
    const range = ranges[at];
    const covered = over.findLast(each => each.from <= place && place < each.to);
    const role = covered?.role ?? (range !== undefined && range.from <= place ? range.role : undefined);
    // Half a wide character at the left edge becomes a blank.
    const shown = cell.column < left ? ' '.repeat(cell.column + cell.width - left) : cell.text;
    const previous = spans.at(-1);
    if (previous !== undefined && previous.role === role)
      spans[spans.length - 1] = { text: previous.text + shown, role };
    else spans.push({ text: shown, role });
  }
  // A selected line end shows as one cell, else an empty selected line is invisible.
  const ending = over.find(each => isMarkOfEnd(each) && each.from <= offset + end && each.to > offset + end);
  return ending === undefined ? spans : [...spans, { text: ' ', role: ending.role }];
}

const isMarkOfEnd = ({ role }: Over): boolean => role === 'selection' || role === 'cursor';

function plainSpans(text: string, offset: number, ranges: readonly RoleRange[], first: number): Line {
  const spans: Span[] = [];
  let done = 0;
  for (let i = first; i < ranges.length; i++) {
    const range = ranges[i] as RoleRange;
    const from = Math.max(0, range.from - offset);
    if (from >= text.length) break;
    const to = Math.min(text.length, range.to - offset);
    if (from > done) spans.push({ text: text.slice(done, from) });
    spans.push({ text: text.slice(Math.max(from, done), to), role: range.role });
    done = to;
  }
  if (done < text.length) spans.push({ text: text.slice(done) });
  return spans;
}
