/** Cursor motions by grapheme clusters, words, visual columns and pages. Each returns a new state. */
import { CharCategory, EditorSelection, findClusterBreak, type Line, type SelectionRange } from '@codemirror/state';
import { type EditorState, edit, withSelection } from './editor.js';
import { emptyPair } from './pairs.js';
import { compare, rowAt, rowFrom, rowText, type View } from './rows.js';
import { columnOf, lineEnd, offsetAt } from './view-lines.js';

/** Vertical motions move by rows. Pages overlap by one row. */
export type Motion =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'page-up'
  | 'page-down'
  | 'text-start'
  | 'text-end';

/** View of a one-line field. */
export const fieldView: View = { width: 80, height: 10, wrap: false };

/** Moves every cursor, or extends every selection. Vertical motions use the rows of the view. */
export function move(state: EditorState, motion: Motion, extend = false, view = fieldView): EditorState {
  const { ranges, mainIndex } = state.selection;
  const changed = ranges.map(range => moved(state, range, motion, extend, view));
  return withSelection(state, EditorSelection.create(changed, mainIndex));
}

function moved(state: EditorState, range: SelectionRange, motion: Motion, extend: boolean, view: View): SelectionRange {
  const page = Math.max(1, view.height - 1);
  const to = (head: number, goal?: number): SelectionRange =>
    extend ? EditorSelection.range(range.anchor, head, goal) : EditorSelection.cursor(head, undefined, undefined, goal);
  if (!extend && !range.empty && (motion === 'left' || motion === 'right')) {
    return to(motion === 'left' ? range.from : range.to);
  }
  switch (motion) {
    case 'up':
      return to(...vertical(state, range, -1, view));
    case 'down':
      return to(...vertical(state, range, 1, view));
    case 'page-up':
      return to(...vertical(state, range, -page, view));
    case 'page-down':
      return to(...vertical(state, range, page, view));
    default:
      return to(target(state, range.head, motion));
  }
}

/** Returns the target offset of a motion within the text. */
function target(
  state: EditorState,
  head: number,
  motion: Exclude<Motion, 'up' | 'down' | 'page-up' | 'page-down'>,
): number {
  const line = state.doc.lineAt(head);
  switch (motion) {
    case 'left':
      if (head > line.from) return line.from + nextBreak(line.text, head - line.from, false);
      return line.number === 1 ? 0 : endOf(state, line.number - 1);
    case 'right':
      if (head < line.from + lineEnd(line.text)) return line.from + nextBreak(line.text, head - line.from, true);
      return line.number === state.doc.lines ? line.from + lineEnd(line.text) : line.to + 1;
    case 'word-left':
      return wordBoundary(state, head, -1);
    case 'word-right':
      return wordBoundary(state, head, 1);
    case 'line-start': {
      // First move to the indentation, then to column 0.
      const indent = /^[ \t]*/.exec(line.text)?.[0].length ?? 0;
      return head - line.from === indent ? line.from : line.from + indent;
    }
    case 'line-end':
      return line.from + lineEnd(line.text);
    case 'text-start':
      return 0;
    case 'text-end':
      return state.doc.length;
  }
}

function endOf(state: EditorState, lineNumber: number): number {
  const line = state.doc.line(lineNumber);
  return line.from + lineEnd(line.text);
}

/** Returns the target and goal column of a motion by rows. */
function vertical(
  state: EditorState,
  { head, goalColumn }: SelectionRange,
  by: number,
  view: View,
): [head: number, goal?: number] {
  const row = rowAt(state, head, view);
  const goal = goalColumn ?? row.indent + columnOf(rowText(state, row), head - row.from);
  const next = rowFrom(state, row, by, view);
  const reached = compare(next, row) === 0;
  if (by < 0 && (reached || compare(rowFrom(state, row, by + 1, view), next) === 0)) return [0];
  const isShort = by > 0 && !reached && compare(rowFrom(state, row, by - 1, view), next) === 0;
  if (reached || isShort) return reached ? [endOf(state, next.number)] : [endOf(state, next.number), goal];
  const text = rowText(state, next);
  const at = offsetAt(text, goal - next.indent);
  // After the last character of a wrapped row, the cursor would be drawn in the next row.
  return [next.from + (next.last || at < text.length ? at : nextBreak(text, at, false)), goal];
}

/** Returns the next cluster boundary. A joiner at the end of a line does not absorb a CR. */
const nextBreak = (line: string, at: number, forward: boolean): number =>
  findClusterBreak(line.slice(0, lineEnd(line)), at, forward);

/** Returns the next word boundary: after white space, and then after a run of one kind of character. */
function wordBoundary(state: EditorState, from: number, direction: -1 | 1): number {
  const line = state.doc.lineAt(from);
  const end = lineEnd(line.text);
  const start = from - line.from;
  if (direction < 0 && start === 0) return line.number === 1 ? 0 : endOf(state, line.number - 1);
  if (direction > 0 && start >= end) return line.number === state.doc.lines ? from : line.to + 1;
  return line.from + wordBoundaryIn(line.text, start, direction, state.charCategorizer(from));
}

function wordBoundaryIn(
  line: string,
  start: number,
  direction: -1 | 1,
  categorize: (character: string) => CharCategory,
): number {
  const end = direction > 0 ? lineEnd(line) : 0;
  let at = start;
  let kind: CharCategory | undefined;
  while (at !== end) {
    const next = nextBreak(line, at, direction > 0);
    const category = categorize(line.slice(Math.min(at, next), Math.max(at, next)));
    if (kind !== undefined && category !== kind) break;
    if (category !== CharCategory.Space) kind = category;
    at = next;
  }
  return at;
}

/** Deletions without a selection. `line` ignores the selection. */
export type Deletion = 'back' | 'forward' | 'word-back' | 'word-forward' | 'to-line-start' | 'to-line-end' | 'line';

/** Deletes every selection, or the range that the motion covers at every cursor. */
export function erase(state: EditorState, what: Deletion): EditorState {
  const done = state.changeByRange(range => {
    const [from, to] = !range.empty && what !== 'line' ? [range.from, range.to] : erased(state, what, range.head);
    return from >= to ? { range } : { changes: { from, to }, range: EditorSelection.cursor(from) };
  });
  if (done.changes.empty) return state;
  const selected = state.selection.ranges.some(range => !range.empty) && what !== 'line';
  const direction = what === 'back' ? 'backward' : 'forward';
  return edit(state, done, `delete.${selected ? 'selection' : direction}`);
}

/** Returns the position before the text that Backspace removes. In the indentation, this is one level. */
function previousStop(state: EditorState, head: number, line: Line): number {
  const before = line.text.slice(0, head - line.from);
  if (!/^ +$/.test(before)) return target(state, head, 'left');
  return head - (before.length % 2 === 0 ? 2 : 1);
}

function erased(state: EditorState, what: Deletion, head: number): readonly [from: number, to: number] {
  const line = state.doc.lineAt(head);
  const end = line.from + lineEnd(line.text);
  const both = what === 'back' || what === 'word-back' ? emptyPair(state, head) : undefined;
  if (both !== undefined) return both;
  switch (what) {
    case 'back':
      return [previousStop(state, head, line), head];
    case 'forward':
      return [head, target(state, head, 'right')];
    case 'word-back':
      return [wordBoundary(state, head, -1), head];
    case 'word-forward':
      return [head, wordBoundary(state, head, 1)];
    case 'to-line-start':
      return [head === line.from ? target(state, head, 'left') : line.from, head];
    case 'to-line-end':
      return [head, head === end ? target(state, head, 'right') : end];
    case 'line':
      if (line.to < state.doc.length) return [line.from, line.to + 1];
      // The last line is deleted along with the line break before it.
      return [line.number === 1 ? 0 : endOf(state, line.number - 1), line.to];
  }
}
