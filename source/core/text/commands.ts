/** All editing commands, shared by panes and fields. */
import {
  copyLineDown,
  indentLess,
  indentMore,
  insertNewlineAndIndent,
  moveLineDown,
  moveLineUp,
  selectAll,
  toggleComment,
} from '@codemirror/commands';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorSelection } from '@codemirror/state';
import {
  cursorOf,
  type EditorState,
  edit,
  insertText,
  redoText,
  runCommand,
  type StateCommand,
  undoText,
} from './editor.js';
import { toggleAllFolds, toggleFold } from './folds.js';
import { runLineCommand } from './line-commands.js';
import { type Deletion, erase, fieldView, type Motion, move } from './motions.js';
import { nextOccurrence, oneCursor } from './occurrences.js';
import { typeText } from './pairs.js';
import type { View } from './rows.js';

/** A change or motion; `extend` extends the selection. */
export type TextCommand =
  | { readonly do: 'move'; readonly motion: Motion; readonly extend?: boolean }
  | { readonly do: 'erase'; readonly what: Deletion }
  | { readonly do: 'insert'; readonly text: string }
  | { readonly do: 'paste'; readonly text: string }
  | { readonly do: 'newline' | 'indent' | 'outdent' | 'undo' | 'redo' | 'select-all' }
  | { readonly do: 'comment' | 'line-up' | 'line-down' | 'line-copy' }
  | { readonly do: 'next-occurrence' | 'one-cursor' }
  /** Folds or unfolds at the cursor, or everywhere. */
  | { readonly do: 'fold' | 'fold-all' };

/** After this, a new line copies the indentation of the previous one if the parser is not done. */
const longestParseMs = 500;

/** Runs a command; the view is for motions by rows and pages. */
export function runText(state: EditorState, command: TextCommand, view: View = fieldView): EditorState {
  switch (command.do) {
    case 'move':
      return move(state, command.motion, command.extend ?? false, view);
    case 'erase':
      return erase(state, command.what);
    case 'insert':
      return typeText(state, command.text);
    case 'paste':
      return insertText(state, command.text, 'input.paste');
    case 'newline':
      return runLineCommand(readPastCursor(state), insertNewlineAndIndent as StateCommand);
    case 'indent':
      return state.selection.ranges.every(range => range.empty)
        ? tab(state)
        : runLineCommand(state, indentMore as StateCommand);
    case 'outdent':
      return runLineCommand(state, indentLess as StateCommand);
    case 'undo':
      return undoText(state);
    case 'redo':
      return redoText(state);
    case 'select-all':
      return runCommand(state, selectAll as StateCommand);
    case 'comment':
      return runLineCommand(state, toggleComment as StateCommand);
    case 'line-up':
      return runLineCommand(state, moveLineUp as StateCommand);
    case 'line-down':
      return runLineCommand(state, moveLineDown as StateCommand);
    case 'line-copy':
      return runLineCommand(state, copyLineDown as StateCommand);
    case 'next-occurrence':
      return nextOccurrence(state);
    case 'one-cursor':
      return oneCursor(state);
    case 'fold':
      return toggleFold(state);
    case 'fold-all':
      return toggleAllFolds(state);
  }
}

/** A tree that ends at the cursor differs there from one of the whole text: brackets close that are still open. */
const parseAhead = 10_000;

/**
 * Parses past the cursor, because indentation depends on it. CodeMirror's 20 ms are too few for a long text or a busy machine.
 */
function readPastCursor(state: EditorState): EditorState {
  const end = Math.min(cursorOf(state) + parseAhead, state.doc.length);
  return ensureSyntaxTree(state, end, longestParseMs) ? state.update({}).state : state;
}

/** Inserts spaces up to the next even column at every cursor. */
function tab(state: EditorState): EditorState {
  const done = state.changeByRange(({ from, to }) => {
    const insert = (from - state.doc.lineAt(from).from) % 2 === 0 ? '  ' : ' ';
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  return edit(state, done, 'input.indent');
}
