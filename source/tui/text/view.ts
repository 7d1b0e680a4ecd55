/** The visible rows of a text: colours, selection, matched brackets, folds. Shared by every pane that shows a text. */

import { counted } from '../../core/counted.js';
import { isPlain } from '../../core/text/cells.js';
import { cursorOf, type EditorState, matchedBrackets } from '../../core/text/editor.js';
import { hiddenLines } from '../../core/text/folds.js';
import { highlight, type RoleRange } from '../../core/text/highlight.js';
import { type Row, rowText } from '../../core/text/rows.js';
import { viewCellsFrom } from '../../core/text/view-lines.js';
import { type Line, lineWidth, renderLine, type Span } from '../components/line.js';
import type { TextPane, TextView } from '../model/text.js';
import type { Role, Theme } from '../model/theme.js';
import { leftOfRow, shownRows } from './pane.js';

interface TextLinesOptions {
  readonly view: TextView;
  readonly theme: Theme;
  /** True to draw the selection and matched brackets. */
  readonly active: boolean;
  /** Ranges drawn over the colours, in order (search matches, problems). */
  readonly marks?: readonly { readonly from: number; readonly to: number; readonly role: Role }[];
}

/** Length above which lines are drawn without colours, since a line of 50 MB must not block the keys. */
const colouredLength = 20_000;

/** At most `view.height` lines of exactly `view.width` cells. Very long lines have no colours. */
export function textLines(pane: TextPane, options: TextLinesOptions): string[] {
  const { editor } = pane;
  const { theme } = options;
  const { width } = options.view;
  const rows = shownRows(pane, options.view);
  const over = overlays(editor, options);
  const hidden = hiddenLines(editor);
  return runsOf(rows).flatMap(run => {
    const ranges = coloursOf(editor, run);
    let at = 0;
    return run.map(row => {
      while (at < ranges.length && (ranges[at] as RoleRange).to <= row.from) at += 1;
      const spans = spansOf(editor, row, ranges, at, over, leftOfRow(row, pane.left), width);
      const fold = row.last ? hidden.find(each => each.first === row.number + 1) : undefined;
      const mark = fold === undefined ? [] : [foldMark(fold, width - lineWidth(spans), theme)];
      return renderLine([...spans, ...mark], width, theme);
    });
  });
}

/** Summary of a fold, if there is room. */
function foldMark(
  { first, last }: { readonly first: number; readonly last: number },
  room: number,
  { glyphs }: Theme,
): Span {
  const text = ` ${glyphs.spread} ${counted(last - first + 1, 'line')}`;
  return { text: text.length <= room ? text : ` ${glyphs.spread}`, role: 'dim' };
}

/** Splits the rows at folds. */
function runsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run === undefined || row.number > (run.at(-1)?.number ?? 0) + 1) runs.push([row]);
    else run.push(row);
  }
  return runs;
}

function coloursOf(editor: EditorState, run: readonly Row[]): readonly RoleRange[] {
  const from = run[0]?.from ?? 0;
  const to = run.at(-1)?.to ?? 0;
  return to - from < colouredLength * 4 ? highlight(editor, from, to) : [];
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
      // The terminal draws only one cursor. The others are a reversed cell, which would look selected next to a selection.
      else if (head !== cursorOf(editor)) over.push({ from: head, to: head + 1, role: 'cursor' });
    }
    for (const bracket of matchedBrackets(editor)) {
      over.push({ from: bracket.at, to: bracket.at + 1, role: bracket.matched ? 'match' : 'error' });
    }
  }
  return over;
}

/** A row as spans of one role each, starting at the first visible column. */
function spansOf(
  editor: EditorState,
  row: Row,
  ranges: readonly RoleRange[],
  first: number,
  over: readonly Over[],
  left: number,
  width: number,
): Line {
  // Blanks at the end of a wrapped row may extend beyond the view.
  const text = row.last ? rowText(editor, row) : rowText(editor, row).trimEnd();
  const [offset, end] = [row.from, text.length];
  const before: Line = row.indent === 0 ? [] : [{ text: ' '.repeat(row.indent) }];
  if (left === 0 && isPlain(text) && over.every(each => each.to <= offset || each.from > offset + end)) {
    return [...before, ...plainSpans(text, offset, ranges, first)];
  }
  const spans: Span[] = [];
  let at = first;
  for (const cell of viewCellsFrom(text, left)) {
    // One extra cell makes `renderLine` mark the truncation.
    if (cell.column > left + width) break;
    const place = offset + cell.from;
    while (at < ranges.length && (ranges[at] as RoleRange).to <= place) at += 1;
    // Half a wide character at the left edge becomes a blank.
    const shown = cell.column < left ? ' '.repeat(cell.column + cell.width - left) : cell.text;
    appendText(spans, shown, roleAt(place, over, ranges[at]));
  }
  // A selected line end is drawn as one cell. Otherwise, an empty selected line would be invisible.
  const ending = row.last ? over.find(each => isMarkOfEnd(each) && covers(each, offset + end)) : undefined;
  return [...before, ...spans, ...(ending === undefined ? [] : [{ text: ' ', role: ending.role }])];
}

const covers = ({ from, to }: Over, offset: number): boolean => from <= offset && offset < to;

/** The role of a character. `range` is the first range that ends after it. */
function roleAt(offset: number, over: readonly Over[], range: RoleRange | undefined): Role | undefined {
  const covering = over.findLast(each => covers(each, offset));
  if (covering !== undefined) return covering.role;
  return range !== undefined && range.from <= offset ? range.role : undefined;
}

/** Appends text to the last span, if it has the same role. */
function appendText(spans: Span[], text: string, role: Role | undefined): void {
  const last = spans.at(-1);
  if (last !== undefined && last.role === role) spans[spans.length - 1] = { text: last.text + text, role };
  else spans.push({ text, role });
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
