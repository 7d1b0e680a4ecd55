/** Multiple cursors. */
import { EditorSelection, type SelectionRange } from '@codemirror/state';
import { type EditorState, withSelection } from './editor.js';

export const hasCursors = (state: EditorState): boolean => state.selection.ranges.length > 1;

/** Drops all cursors except the main one and its selection. */
export const oneCursor = (state: EditorState): EditorState =>
  hasCursors(state) ? withSelection(state, state.selection.asSingle()) : state;

/**
 * Selects the word at the cursor, or adds the next occurrence of the selection and makes it the main one. A selected whole word
 * matches only whole words. Returns the same state if there is no further occurrence.
 */
export function nextOccurrence(state: EditorState): EditorState {
  const { selection } = state;
  const { ranges, main } = selection;
  if (ranges.some(range => range.empty)) {
    const words = ranges.map(range => wordRange(state, range));
    const selected = EditorSelection.create(words, selection.mainIndex);
    return selected.eq(selection) ? state : withSelection(state, selected);
  }
  const text = state.sliceDoc(main.from, main.to);
  if (ranges.some(range => state.sliceDoc(range.from, range.to) !== text)) return state;
  const whole = isWord(state, main.from, main.to);
  const places = occurrences(state, text, whole);
  const isNew = (at: number): boolean => ranges.every(range => range.from !== at);
  const next = places.find(at => at > main.from && isNew(at)) ?? places.find(isNew);
  if (next === undefined) return state;
  const range = EditorSelection.range(next, next + text.length);
  return withSelection(state, selection.addRange(range, true));
}

/** Selects these ranges and makes the one after the cursor the main one. Returns the same state if there are none. */
export function selectAllOf(
  state: EditorState,
  places: readonly { readonly from: number; readonly to: number }[],
): EditorState {
  if (places.length === 0) return state;
  const { head } = state.selection.main;
  const main = Math.max(
    0,
    places.findLastIndex(({ from }) => from <= head),
  );
  const ranges = places.map(({ from, to }) => EditorSelection.range(from, to));
  return withSelection(state, EditorSelection.create(ranges, main));
}

const wordRange = (state: EditorState, range: SelectionRange): SelectionRange =>
  range.empty ? (state.wordAt(range.head) ?? range) : range;

function isWord(state: EditorState, from: number, to: number): boolean {
  const word = state.wordAt(from);
  return word !== null && word.from === from && word.to === to;
}

/** Returns the offsets of the occurrences of a text, without overlaps. */
function occurrences(state: EditorState, text: string, whole: boolean): readonly number[] {
  const all = state.doc.toString();
  const offsets: number[] = [];
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + text.length)) {
    if (!whole || isWord(state, at, at + text.length)) offsets.push(at);
  }
  return offsets;
}
