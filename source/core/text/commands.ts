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
import { EditorSelection, type Transaction } from '@codemirror/state';
import type { Change } from './changes.js';
import {
  createText,
  cursorOf,
  type EditorState,
  edit,
  insertText,
  languageOf,
  redoText,
  runCommand,
  type StateCommand,
  textOf,
  undoText,
  usesCarriageReturns,
  withSelection,
} from './editor.js';
import { toggleAllFolds, toggleFold } from './folds.js';
import { type Deletion, erase, fieldView, type Motion, move } from './motions.js';
import { nextOccurrence, oneCursor } from './occurrences.js';
import { typeText } from './pairs.js';
import type { View } from './rows.js';

/** A change or motion. `extend` extends the selection. */
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

/** Time limit for the parser in milliseconds. After this, a new line copies the indentation of the previous one. */
const maxParseMs = 500;

/** Runs a command. The view is needed for motions by rows and pages. */
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
      return runLineCommand(state, insertNewlineAndIndent as StateCommand);
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

/**
 * Number of characters to parse after the cursor. A tree that ends at the cursor differs from one of the entire text, because
 * open brackets are closed at its end.
 */
const parseAhead = 10_000;

/**
 * Parses beyond the cursor, because indentation depends on it. CodeMirror's limit of 20 ms is too short for a long text or a
 * busy machine.
 */
function readPastCursor(state: EditorState): EditorState {
  const end = Math.min(cursorOf(state) + parseAhead, state.doc.length);
  return ensureSyntaxTree(state, end, maxParseMs) ? state.update({}).state : state;
}

/** Inserts spaces up to the next even column at every cursor. */
function tab(state: EditorState): EditorState {
  const done = state.changeByRange(({ from, to }) => {
    const insert = (from - state.doc.lineAt(from).from) % 2 === 0 ? '  ' : ' ';
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  return edit(state, done, 'input.indent');
}

/*
 * Adapts CodeMirror's line commands to texts with CRLF. They would treat a CR as trailing white space and move or delete it, so
 * they run on a copy without CRs, and their changes are mapped back.
 */

/** Runs a command. Line breaks it inserts become CRLF if the text uses CRLF. */
function runLineCommand(state: EditorState, command: StateCommand): EditorState {
  if (!usesCarriageReturns(state)) return runCommand(readPastCursor(state), command);
  const old = new LineEnds(textOf(state));
  const bare = createText(old.without, languageOf(state));
  const shown = readPastCursor(
    withSelection(
      bare,
      mapped(state.selection, offset => old.toWithout(offset)),
    ),
  );
  const done: Transaction[] = [];
  command({ state: shown, dispatch: transaction => done.push(transaction) });
  const [transaction] = done;
  if (transaction === undefined) return state;
  const changes: Change[] = [];
  transaction.changes.iterChanges((from, to, _from, _to, inserted) => {
    changes.push({
      from: old.toWith(from),
      to: old.toWith(to),
      insert: inserted.toString().replaceAll('\n', '\r\n'),
    });
  });
  const next = edit(state, { changes }, 'input');
  const ends = new LineEnds(textOf(next));
  return withSelection(
    next,
    mapped(transaction.newSelection, offset => ends.toWith(offset)),
  );
}

const mapped = ({ ranges, mainIndex }: EditorSelection, offset: (offset: number) => number): EditorSelection =>
  EditorSelection.create(
    ranges.map(({ anchor, head }) => EditorSelection.range(offset(anchor), offset(head))),
    mainIndex,
  );

/** Maps offsets between a text and its copy without CRs. */
class LineEnds {
  readonly without: string;
  /** Offsets of the CRs. */
  readonly #places: readonly number[];

  constructor(text: string) {
    this.without = text.replaceAll('\r\n', '\n');
    this.#places = [...text.matchAll(/\r\n/g)].map(match => match.index);
  }

  toWithout(offset: number): number {
    return offset - this.#places.filter(place => place < offset).length;
  }

  toWith(offset: number): number {
    let count = 0;
    while ((this.#places[count] ?? Number.POSITIVE_INFINITY) - count < offset) count += 1;
    return offset + count;
  }
}
