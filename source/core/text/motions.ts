/** Cursor motions as the eye sees them: by clusters, words, drawn columns and pages. Each answers a new state. */
import { CharCategory, type EditorState, findClusterBreak } from '@codemirror/state';
import { cursorOf, edit, select } from './editor.js';
import { columnOf, lineEnd, offsetAt } from './view-lines.js';

/** Where the cursor goes. `page-up` and `page-down` leave one line of the page in sight. */
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

/** Moves the cursor, or with `extend` the end of the selection. `page` is the height of the view in lines. */
export function move(state: EditorState, motion: Motion, extend = false, page = 10): EditorState {
  const main = state.selection.main;
  if (!extend && !main.empty && (motion === 'left' || motion === 'right')) {
    return select(state, motion === 'left' ? main.from : main.to);
  }
  switch (motion) {
    case 'up':
      return vertical(state, -1, extend);
    case 'down':
      return vertical(state, 1, extend);
    case 'page-up':
      return vertical(state, -Math.max(1, page - 1), extend);
    case 'page-down':
      return vertical(state, Math.max(1, page - 1), extend);
    default:
      return select(state, target(state, motion), extend);
  }
}

/** Where a motion within the text leads from the cursor. */
function target(state: EditorState, motion: Exclude<Motion, 'up' | 'down' | 'page-up' | 'page-down'>): number {
  const head = cursorOf(state);
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
      // First to the indented beginning, then to the very first column.
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

function vertical(state: EditorState, by: number, extend: boolean): EditorState {
  const head = cursorOf(state);
  const line = state.doc.lineAt(head);
  const goal = state.selection.main.goalColumn ?? columnOf(line.text, head - line.from);
  const wanted = line.number + by;
  if (wanted < 1) return select(state, 0, extend);
  if (wanted > state.doc.lines) {
    return line.number === state.doc.lines
      ? select(state, endOf(state, line.number), extend)
      : select(state, endOf(state, state.doc.lines), extend, goal);
  }
  const next = state.doc.line(wanted);
  return select(state, next.from + offsetAt(next.text, goal), extend, goal);
}

/** The next place between two characters as the eye sees them. A joiner at the end of a line joins no CR to itself. */
const nextBreak = (line: string, at: number, forward: boolean): number =>
  findClusterBreak(line.slice(0, lineEnd(line)), at, forward);

/** The next boundary of a word: white space first, then one run of the same kind of characters. */
function wordBoundary(state: EditorState, from: number, direction: -1 | 1): number {
  const line = state.doc.lineAt(from);
  const end = lineEnd(line.text);
  let at = from - line.from;
  if (direction < 0 && at === 0) return line.number === 1 ? 0 : endOf(state, line.number - 1);
  if (direction > 0 && at >= end) return line.number === state.doc.lines ? from : line.to + 1;
  const categorize = state.charCategorizer(from);
  let kind: CharCategory | undefined;
  while (direction < 0 ? at > 0 : at < end) {
    const next = nextBreak(line.text, at, direction > 0);
    const category = categorize(direction > 0 ? line.text.slice(at, next) : line.text.slice(next, at));
    if (kind !== undefined && category !== kind) break;
    if (category !== CharCategory.Space) kind = category;
    at = next;
  }
  return line.from + at;
}

/** What goes when nothing is selected; `line` goes whole, whatever is selected. */
export type Deletion = 'back' | 'forward' | 'word-back' | 'word-forward' | 'to-line-start' | 'to-line-end' | 'line';

/** Deletes the selection, or what the motion names. */
export function erase(state: EditorState, what: Deletion): EditorState {
  const main = state.selection.main;
  if (!main.empty && what !== 'line') {
    return edit(state, { changes: { from: main.from, to: main.to } }, 'delete.selection');
  }
  const head = main.head;
  const line = state.doc.lineAt(head);
  const [from, to] = erased(state, what, head, line);
  if (from >= to) return state;
  return edit(state, { changes: { from, to } }, what === 'back' ? 'delete.backward' : 'delete.forward');
}

function erased(
  state: EditorState,
  what: Deletion,
  head: number,
  line: { readonly from: number; readonly to: number; readonly number: number; readonly text: string },
): [number, number] {
  const end = line.from + lineEnd(line.text);
  switch (what) {
    case 'back': {
      const before = line.text.slice(0, head - line.from);
      // In the indentation Backspace takes back one level, as Tab gave it.
      if (/^ +$/.test(before)) return [head - (before.length % 2 === 0 ? 2 : 1), head];
      return [target(state, 'left'), head];
    }
    case 'forward':
      return [head, target(state, 'right')];
    case 'word-back':
      return [wordBoundary(state, head, -1), head];
    case 'word-forward':
      return [head, wordBoundary(state, head, 1)];
    case 'to-line-start':
      return [head === line.from ? target(state, 'left') : line.from, head];
    case 'to-line-end':
      return [head, head === end ? target(state, 'right') : end];
    case 'line':
      if (line.to < state.doc.length) return [line.from, line.to + 1];
      // The last line goes with the line end before it, both characters of a CRLF.
      return [line.number === 1 ? 0 : endOf(state, line.number - 1), line.to];
  }
}
