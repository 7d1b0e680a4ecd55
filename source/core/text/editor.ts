/**
 * The one editor model of every editable text: CodeMirror's immutable `EditorState` and its commands, without a DOM. All
 * that a view would do (visual motions, scrolling) is ours, in `motions.ts` and `view-lines.ts`.
 */
import { history, redo, undo } from '@codemirror/commands';
import { indentUnit, matchBrackets } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  Facet,
  type StateEffect,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { languageExtension, type TextLanguage } from './languages.js';

export type { EditorState } from '@codemirror/state';
export { EditorSelection } from '@codemirror/state';

/** A command of @codemirror/commands, as far as it needs no real view. */
export type StateCommand = (target: {
  readonly state: EditorState;
  readonly dispatch: (transaction: Transaction) => void;
}) => boolean;

const language = Facet.define<TextLanguage, TextLanguage>({ combine: ([chosen]) => chosen ?? 'plain' });

/** The language the text was created with. */
export const languageOf = (state: EditorState): TextLanguage => state.facet(language);

/**
 * A new text with its own undo history. Only `\n` splits lines, so every byte of the text (CR included) stays where it
 * is, and offsets are offsets of the text.
 */
export function createText(text: string, chosen: TextLanguage = 'plain'): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      EditorState.lineSeparator.of('\n'),
      EditorState.tabSize.of(2),
      EditorState.allowMultipleSelections.of(chosen !== 'plain'),
      indentUnit.of('  '),
      history(),
      language.of(chosen),
      languageExtension(chosen),
    ],
  });
}

/** The text, byte for byte. */
export const textOf = (state: EditorState): string => state.doc.toString();

/** Offset of the cursor. */
export const cursorOf = (state: EditorState): number => state.selection.main.head;

/** The selected text, of several selections one per line; empty if nothing is selected. */
export const selectedText = (state: EditorState): string =>
  state.selection.ranges
    .filter(range => !range.empty)
    .map(({ from, to }) => state.sliceDoc(from, to))
    .join('\n');

/** Runs a command of @codemirror/commands; the same state comes back if it does nothing. */
export function runCommand(state: EditorState, command: StateCommand): EditorState {
  let result = state;
  command({
    state,
    dispatch: transaction => {
      result = transaction.state;
    },
  });
  return result;
}

/** Applies a change as one step of the undo history. `event` groups steps of one kind, as CodeMirror does (`input.type`). */
export function edit(state: EditorState, spec: TransactionSpec, event = 'input'): EditorState {
  return state.update({ ...spec, annotations: Transaction.userEvent.of(event) }).state;
}

/** Puts text in place of the selection. Line ends become the text's own. */
export function insertText(state: EditorState, text: string, event = 'input.type'): EditorState {
  const own = usesCarriageReturns(state) ? text.replace(/\r?\n/g, '\r\n') : text;
  return edit(state, state.replaceSelection(own), event);
}

/** True for a text whose lines end in CRLF. */
export const usesCarriageReturns = (state: EditorState): boolean =>
  state.doc.lines > 1 && state.doc.line(1).text.endsWith('\r');

/**
 * Replaces the whole text as one undo step, with as small a change as begin and end allow; the cursor stays near.
 * @param effects what goes along with it
 */
export function replaceText(
  state: EditorState,
  text: string,
  effects: readonly StateEffect<unknown>[] = [],
): EditorState {
  const old = textOf(state);
  if (old === text) return state;
  let from = 0;
  const shorter = Math.min(old.length, text.length);
  while (from < shorter && old.charCodeAt(from) === text.charCodeAt(from)) from += 1;
  let tail = 0;
  while (tail < shorter - from && old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail)) {
    tail += 1;
  }
  const changes = { from, to: old.length - tail, insert: text.slice(from, text.length - tail) };
  return edit(state, { changes, effects }, 'input.replace');
}

/** Moves the cursor; with `extend` the selection grows. */
export function select(state: EditorState, head: number, extend = false, goalColumn?: number): EditorState {
  const main = state.selection.main;
  const selection = extend
    ? EditorSelection.single(main.anchor, head)
    : EditorSelection.create([EditorSelection.cursor(head, undefined, undefined, goalColumn)]);
  const ranges =
    extend && goalColumn !== undefined
      ? EditorSelection.create([EditorSelection.range(main.anchor, head, goalColumn)])
      : selection;
  return state.update({ selection: ranges, annotations: Transaction.userEvent.of('select') }).state;
}

/** Selects a range, the cursor at its end. */
export const selectRange = (state: EditorState, from: number, to: number): EditorState =>
  select(select(state, from), to, true);

/** Takes the last step back; the same state if there is none. */
export const undoText = (state: EditorState): EditorState => runCommand(state, undo);
/** Makes the last undone step again; the same state if there is none. */
export const redoText = (state: EditorState): EditorState => runCommand(state, redo);

/** Offsets of the bracket at the cursor and its partner; empty if there is none. */
export function matchedBrackets(state: EditorState): readonly { readonly at: number; readonly matched: boolean }[] {
  const head = cursorOf(state);
  // Before the cursor first, closing or opening; then behind it.
  const found =
    matchBrackets(state, head, -1) ??
    (head > 0 ? matchBrackets(state, head - 1, 1) : null) ??
    matchBrackets(state, head, 1) ??
    (head < state.doc.length ? matchBrackets(state, head + 1, -1) : null);
  if (!found) return [];
  const places = [{ at: found.start.from, matched: found.matched }];
  if (found.end) places.push({ at: found.end.from, matched: found.matched });
  return places;
}
