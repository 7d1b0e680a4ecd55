/** The viewer of responses, events and filtered texts. It folds, moves line by line and scrolls in both directions. */
import {
  foldLine,
  foldsOf,
  isFolded,
  lineOfRow,
  noFolds,
  reveal,
  rowCount,
  rowOf,
  unfoldLine,
  visibleLine,
} from '../../../core/response/viewer/folds.js';
import type { LineSource } from '../../../core/response/viewer/line-source.js';
import { childLines, lineOfPath, parentLine, pathOfLine } from '../../../core/response/viewer/paths.js';
import { clamp, scrollList, topWithCursor } from '../../layout.js';
import type { BodyAction, BodyClick, BodyState, BodyView } from '../../model/viewer.js';

/** Number of characters read when a text arrives. The rest is read between frames. */
const readAtOnce = 1_000_000;
/** Number of characters read between two frames. */
export const readOnTick = 3_000_000;

/** The initial view: unfolded, at the top. Of a long text, only the beginning is read here. */
export function bodyOf(source: LineSource): BodyState {
  source.advance(readAtOnce);
  return {
    source,
    known: source.known,
    folds: noFolds,
    cursor: 0,
    top: 0,
    left: 0,
    marks: [],
    search: undefined,
    table: undefined,
  };
}

/**
 * Preserves folds and cursor when a text grows or is replaced. In JSON they are matched by path, because lines move. A cursor
 * on the last line of another text stays on the last one.
 */
export function keepView(old: BodyState, fresh: BodyState, view: BodyView): BodyState {
  const hasGrown = !fresh.source.json && old.source.text !== '' && fresh.source.text.startsWith(old.source.text);
  if (hasGrown) {
    const isLast = old.cursor > 0 && old.cursor >= old.known - 1;
    const cursor = isLast ? Math.max(old.cursor, fresh.known - 1) : old.cursor;
    return follow({ ...fresh, cursor, top: old.top, left: old.left }, view);
  }
  if (!old.source.json || !fresh.source.json || old.source.text.length > readAtOnce) return fresh;
  const there = (line: number): { line: number; whole: boolean } | undefined =>
    lineOfPath(fresh.source, pathOfLine(old.source, line));
  const folded = old.folds.lines
    .slice(0, 1000)
    .map(there)
    .filter(match => match?.whole === true && fresh.source.kind(match.line) === 'open')
    .map(match => (match as { line: number }).line);
  const folds = folded.length === 0 ? noFolds : foldsOf(fresh.source, folded);
  const cursor = there(old.cursor)?.line ?? 0;
  const above = rowOf(old.folds, old.cursor) - rowOf(old.folds, old.top);
  const moved = { ...fresh, folds, cursor: visibleLine(folds, cursor), left: old.left };
  return follow({ ...moved, top: lineOfRow(folds, Math.max(0, rowOf(folds, moved.cursor) - above)) }, view);
}

/** Scrolls so that the cursor is visible, but not beyond the end. */
export function follow(body: BodyState, view: BodyView): BodyState {
  const { folds, source } = body;
  const row = rowOf(folds, body.cursor);
  source.has(body.cursor + view.height);
  const top = rowOf(folds, visibleLine(folds, body.top));
  const topRow = topWithCursor({ top, row, total: rowCount(source, folds), height: view.height });
  return { ...body, top: lineOfRow(folds, topRow), known: source.known };
}

/** Moves the cursor to a visible line that is not folded away. A click on the cursor's line folds it. */
export function reduceBody(before: BodyState, action: BodyAction, view: BodyView): BodyState {
  const body =
    before.selection === undefined || action.type === 'response/click' ? before : { ...before, selection: undefined };
  switch (action.type) {
    case 'response/move':
      return follow({ ...body, cursor: lineAtRow(body, rowOf(body.folds, body.cursor) + action.by) }, view);
    case 'response/scroll':
      return scroll(body, action.by, view);
    case 'response/sideways':
      return { ...body, left: clamp(body.left + action.by, 0, longest(body, view)) };
    case 'response/fold':
      return follow(fold(body, action.how), view);
    case 'response/click':
      return click(body, action, view);
  }
}

/** A press moves the cursor, and begins a selection. A release where the button was pressed folds the line. */
function click(body: BodyState, { row, column, how }: BodyClick, view: BodyView): BodyState {
  const line = lineAtRow(body, rowOf(body.folds, body.top) + clamp(row, 0, view.height - 1));
  const position = { line, column: body.left + clamp(column, 0, view.width - 1) };
  const { selection } = body;
  if (how === 'press') {
    const begun = { anchor: position, head: position, folds: line === body.cursor && selection === undefined };
    return follow({ ...body, cursor: line, selection: begun }, view);
  }
  if (selection === undefined) return body;
  if (how === 'drag') return follow({ ...body, cursor: line, selection: { ...selection, head: position } }, view);
  const { anchor, head, folds } = selection;
  if (anchor.line !== head.line || anchor.column !== head.column) return body;
  const clicked = { ...body, selection: undefined };
  return folds ? follow(fold(clicked, 'toggle'), view) : clicked;
}

/** The line of a row, limited to existing rows. */
function lineAtRow(body: BodyState, row: number): number {
  const { source, folds } = body;
  if (row <= 0) return 0;
  if (row === Number.POSITIVE_INFINITY) {
    while (!source.complete) source.advance(Number.POSITIVE_INFINITY);
  } else if (source.has(lineOfRow(folds, row))) {
    return lineOfRow(folds, row);
  }
  return Math.max(0, lineOfRow(folds, rowCount(source, folds) - 1));
}

function scroll(body: BodyState, by: number, view: BodyView): BodyState {
  const { source, folds } = body;
  const { height } = view;
  const topRow = rowOf(folds, body.top);
  source.has(lineOfRow(folds, topRow + by + height));
  const list = { top: topRow, row: rowOf(folds, body.cursor), total: rowCount(source, folds), height };
  const { top, row } = scrollList(list, by);
  return { ...body, known: source.known, top: lineOfRow(folds, top), cursor: lineAtRow(body, row) };
}

/** Maximum sideways scroll: the end of the longest visible line. */
function longest(body: BodyState, view: BodyView): number {
  let most = 0;
  for (const line of drawnLines(body, view.height)) {
    const { depth, key, value } = body.source.parts(line);
    const length = depth * 2 + (key === undefined ? 0 : key[1] - key[0] + 2) + value[1] - value[0] + 1;
    most = Math.max(most, length);
  }
  return Math.max(0, most - view.width + 1);
}

/** The visible lines from `top` on. */
export function drawnLines(body: BodyState, height: number): number[] {
  const { source, folds } = body;
  const lines: number[] = [];
  const first = rowOf(folds, body.top);
  for (let row = first; lines.length < height; row++) {
    const line = lineOfRow(folds, row);
    if (!source.has(line)) break;
    lines.push(line);
  }
  return lines;
}

type FoldCommand = 'toggle' | 'close' | 'open' | 'close-all' | 'open-all';

function fold(body: BodyState, how: FoldCommand): BodyState {
  const { source, folds, cursor } = body;
  if (!source.has(cursor)) return body;
  const kind = source.kind(cursor);
  const opening = kind === 'close' ? source.partner(cursor) : cursor;
  const isOpen = kind !== 'leaf' && !isFolded(folds, opening);
  switch (how) {
    case 'toggle':
      if (kind === 'leaf') return body;
      return isOpen ? closed(body, opening) : opened(body, opening);
    case 'close':
      return isOpen ? closed(body, opening) : { ...body, cursor: parentLine(source, cursor) ?? cursor };
    case 'open':
      if (kind !== 'open') return body;
      return isOpen ? { ...body, cursor: cursor + 1 } : opened(body, opening);
    case 'close-all':
      return foldInside(body);
    case 'open-all':
      return unfoldInside(body);
  }
}

const closed = (body: BodyState, line: number): BodyState => ({
  ...body,
  folds: foldLine(body.source, body.folds, line),
  cursor: line,
});

const opened = (body: BodyState, line: number): BodyState => ({
  ...body,
  folds: unfoldLine(body.source, body.folds, line),
});

/** Folds all values directly inside the container at the cursor. */
function foldInside(body: BodyState): BodyState {
  const { source, cursor } = body;
  const isOpen = source.kind(cursor) === 'open' && !isFolded(body.folds, cursor);
  const container = isOpen ? cursor : parentLine(source, cursor);
  if (container === undefined) return body;
  const inside: number[] = [];
  for (const line of childLines(source, container)) if (source.kind(line) === 'open') inside.push(line);
  const folds = foldsOf(source, [...body.folds.lines, ...inside]);
  return { ...body, folds, cursor: visibleLine(folds, cursor) };
}

/** Unfolds the container at the cursor with everything inside, or the entire text. */
function unfoldInside(body: BodyState): BodyState {
  const { source, folds, cursor } = body;
  const container = source.kind(cursor) === 'open' ? cursor : parentLine(source, cursor);
  if (container === undefined) return { ...body, folds: noFolds };
  const end = source.partner(container);
  const outside = folds.lines.filter(line => line < container || line > end);
  return { ...body, folds: foldsOf(source, outside) };
}

/** Moves the cursor to a line, unfolds its ancestors, and shows some lines above it. */
export function goToLine(body: BodyState, line: number, view: BodyView): BodyState {
  const folds = reveal(body.source, body.folds, line);
  const row = rowOf(folds, line);
  const topRow = rowOf(folds, visibleLine(folds, body.top));
  const seen = row >= topRow && row < topRow + view.height;
  const top = seen ? lineOfRow(folds, topRow) : lineOfRow(folds, Math.max(0, row - Math.floor(view.height / 3)));
  return follow({ ...body, folds, cursor: line, top }, view);
}
