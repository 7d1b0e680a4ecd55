/**
 * Folds hide the lines between their first and last lines. They are part of the editor state and unfold when their text changes
 * or a cursor enters them.
 */
import { ensureSyntaxTree, foldable } from '@codemirror/language';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';

/** Range from after the opening bracket to before the closing one. */
interface Fold {
  readonly from: number;
  readonly to: number;
}

const setFolds = StateEffect.define<readonly Fold[]>();
const none: readonly Fold[] = [];

/** Folds in order, without nesting. */
export const foldField = StateField.define<readonly Fold[]>({
  create: () => none,
  update(folds, { effects, changes, docChanged, startState: { doc } }) {
    const set = effects.find(effect => effect.is(setFolds));
    if (set !== undefined) return set.value;
    if (folds.length === 0 || !docChanged) return folds;
    return folds
      .filter(({ from, to }) => changes.touchesRange(doc.lineAt(from).to + 1, doc.lineAt(to).from - 1) === false)
      .map(({ from, to }) => ({ from: changes.mapPos(from), to: changes.mapPos(to) }));
  },
});

const foldsOf = (state: EditorState): readonly Fold[] => state.field(foldField, false) ?? none;

const withFolds = (state: EditorState, folds: readonly Fold[], head?: number): EditorState =>
  state.update({ effects: setFolds.of(folds), selection: head === undefined ? undefined : { anchor: head } }).state;

/** Returns the hidden lines of each fold, one-based and inclusive. */
export function hiddenLines(state: EditorState): readonly { readonly first: number; readonly last: number }[] {
  const folds = foldsOf(state);
  if (folds.length === 0) return [];
  const { doc } = state;
  return folds.map(({ from, to }) => ({ first: doc.lineAt(from).number + 1, last: doc.lineAt(to).number - 1 }));
}

/** Unfolds the folds that hide a cursor. */
export function revealCursors(state: EditorState): EditorState {
  const folds = foldsOf(state);
  if (folds.length === 0) return state;
  const { doc, selection } = state;
  const lines = selection.ranges.map(({ head }) => doc.lineAt(head).number);
  const left = folds.filter(({ from, to }) => {
    const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
    return !lines.some(line => first < line && line < last);
  });
  return left.length === folds.length ? state : withFolds(state, left);
}

/** Time limit of the parser in milliseconds. Text that has not been parsed by then cannot be folded. */
const parseMs = 500;

/** Returns the foldable range that starts on a line, if it would hide a line. */
function foldAt(state: EditorState, number: number): Fold | undefined {
  const line = state.doc.line(number);
  const range = foldable(state, line.from, line.to);
  return range !== null && state.doc.lineAt(range.to).number > number + 1 ? range : undefined;
}

/**
 * Unfolds at the cursor's line, or otherwise folds the innermost range around the cursor. Returns the same state if there is
 * none.
 */
export function toggleFold(before: EditorState): EditorState {
  const state = parsed(before);
  const { doc } = state;
  const { head } = state.selection.main;
  const here = doc.lineAt(head);
  const folds = foldsOf(state);
  const open = folds.filter(({ from }) => from < here.from || from > here.to);
  if (open.length < folds.length) return withFolds(state, open);
  for (let number = here.number; number > 0; number--) {
    const range = foldAt(state, number);
    if (range === undefined || doc.lineAt(range.to).to < here.from) continue;
    const within = (each: Fold): boolean => each.from >= range.from && each.to <= range.to;
    const next = [...folds.filter(each => !within(each)), range].sort((a, b) => a.from - b.from);
    const isHidden = number < here.number && here.number < doc.lineAt(range.to).number;
    return withFolds(state, next, isHidden ? range.from : undefined);
  }
  return before;
}

/** Unfolds everything. If nothing is folded, folds the outermost ranges, or the ranges inside if there is only one. */
export function toggleAllFolds(before: EditorState): EditorState {
  if (foldsOf(before).length > 0) return withFolds(before, none);
  const state = parsed(before);
  const { lines } = state.doc;
  const outer = foldsBetween(state, 1, lines);
  const [only] = outer;
  const inner =
    outer.length === 1 && only !== undefined
      ? foldsBetween(state, state.doc.lineAt(only.from).number + 1, state.doc.lineAt(only.to).number - 1)
      : [];
  const folds = inner.length > 0 ? inner : outer;
  return folds.length === 0 ? before : outOfFolds(withFolds(state, folds));
}

function foldsBetween(state: EditorState, first: number, last: number): readonly Fold[] {
  const folds: Fold[] = [];
  for (let number = first; number <= last; number++) {
    const range = foldAt(state, number);
    if (range === undefined) continue;
    folds.push(range);
    number = state.doc.lineAt(range.to).number - 1;
  }
  return folds;
}

/** Moves a hidden cursor to the first line of its fold. */
function outOfFolds(state: EditorState): EditorState {
  const { doc, selection } = state;
  const here = doc.lineAt(selection.main.head).number;
  const fold = foldsOf(state).find(({ from, to }) => doc.lineAt(from).number < here && here < doc.lineAt(to).number);
  return fold === undefined ? state : state.update({ selection: { anchor: fold.from } }).state;
}

const parsed = (state: EditorState): EditorState =>
  ensureSyntaxTree(state, state.doc.length, parseMs) ? state.update({}).state : state;
