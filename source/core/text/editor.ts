/**
 * Editor model for all editable texts: CodeMirror's immutable `EditorState` and commands, without a DOM. Visual motions and
 * scrolling are in `motions.ts` and `view-lines.ts`.
 */

import { history, redo, undo, undoDepth } from '@codemirror/commands';
import { indentUnit, matchBrackets } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  Facet,
  type StateEffect,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { changeBetween } from './changes.js';
import { languageExtension, type TextLanguage } from './languages.js';

export type { EditorState } from '@codemirror/state';
export { EditorSelection } from '@codemirror/state';

/** A command of @codemirror/commands that needs no DOM view. */
export type StateCommand = (target: {
  readonly state: EditorState;
  readonly dispatch: (transaction: Transaction) => void;
}) => boolean;

const language = Facet.define<TextLanguage, TextLanguage>({ combine: ([chosen]) => chosen ?? 'plain' });

export const languageOf = (state: EditorState): TextLanguage => state.facet(language);

/** Creates a text with its own undo history. Only `\n` splits lines, so that CR remains in the text and offsets match it. */
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

export const textOf = (state: EditorState): string => state.doc.toString();

export const cursorOf = (state: EditorState): number => state.selection.main.head;

/** Returns the selected text, with one line for each selection. */
export const selectedText = (state: EditorState): string =>
  state.selection.ranges
    .filter(range => !range.empty)
    .map(({ from, to }) => state.sliceDoc(from, to))
    .join('\n');

/** Runs a command of @codemirror/commands. Returns the same state if the command does nothing. */
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

/** Applies a change as one undo step. `event` groups similar steps, as in CodeMirror (`input.type`). */
export function edit(state: EditorState, spec: TransactionSpec, event = 'input'): EditorState {
  return state.update({ ...spec, annotations: Transaction.userEvent.of(event) }).state;
}

/** Replaces the selection. Line endings are converted to those of the text. */
export function insertText(state: EditorState, text: string, event = 'input.type'): EditorState {
  const normalized = usesCarriageReturns(state) ? text.replace(/\r?\n/g, '\r\n') : text;
  return edit(state, state.replaceSelection(normalized), event);
}

export const usesCarriageReturns = (state: EditorState): boolean =>
  state.doc.lines > 1 && state.doc.line(1).text.endsWith('\r');

/**
 * Replaces the entire text as one undo step, with a minimal change so that the cursor stays close to its position.
 * @param effects effects of the same transaction
 * @param isUndoable false to leave the undo history unchanged
 */
export function replaceText(
  state: EditorState,
  text: string,
  effects: readonly StateEffect<unknown>[] = [],
  isUndoable = true,
): EditorState {
  const old = textOf(state);
  if (old === text) return state;
  const changes = changeBetween(old, text);
  const annotations = [Transaction.userEvent.of('input.replace'), Transaction.addToHistory.of(isUndoable)];
  return state.update({ changes, effects, annotations }).state;
}

/** True if the text is empty and undo cannot restore an earlier one. */
export const isUntouched = (state: EditorState): boolean => state.doc.length === 0 && undoDepth(state) === 0;

/** Moves the cursor. `extend` extends the selection. */
export function select(state: EditorState, head: number, extend = false): EditorState {
  return withSelection(state, EditorSelection.single(extend ? state.selection.main.anchor : head, head));
}

/** Replaces all selections. */
export const withSelection = (state: EditorState, selection: EditorSelection): EditorState =>
  state.update({ selection, annotations: Transaction.userEvent.of('select') }).state;

/** Selects a range, with the cursor at its end. */
export const selectRange = (state: EditorState, from: number, to: number): EditorState =>
  select(select(state, from), to, true);

/** Undoes the last step. Returns the same state if there is none. */
export const undoText = (state: EditorState): EditorState => runCommand(state, undo);
/** Redoes a step. Returns the same state if there is none. */
export const redoText = (state: EditorState): EditorState => runCommand(state, redo);

/** Returns the offsets of the bracket at the cursor and its partner, if any. */
export function matchedBrackets(state: EditorState): readonly { readonly at: number; readonly matched: boolean }[] {
  const head = cursorOf(state);
  // The bracket before the cursor takes precedence over the one after it.
  const edited =
    matchBrackets(state, head, -1) ??
    (head > 0 ? matchBrackets(state, head - 1, 1) : null) ??
    matchBrackets(state, head, 1) ??
    (head < state.doc.length ? matchBrackets(state, head + 1, -1) : null);
  if (!edited) return [];
  const places = [{ at: edited.start.from, matched: edited.matched }];
  if (edited.end) places.push({ at: edited.end.from, matched: edited.matched });
  return places;
}
