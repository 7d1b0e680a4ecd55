/** Every change a key can make to a text, by name: what panes and fields share. */
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
import { runLineCommand } from './line-commands.js';
import { type Deletion, erase, type Motion, move } from './motions.js';

/** A change or a motion; `extend` makes the selection grow. */
export type TextCommand =
  | { readonly do: 'move'; readonly motion: Motion; readonly extend?: boolean }
  | { readonly do: 'erase'; readonly what: Deletion }
  | { readonly do: 'insert'; readonly text: string }
  | { readonly do: 'paste'; readonly text: string }
  | { readonly do: 'newline' | 'indent' | 'outdent' | 'undo' | 'redo' | 'select-all' }
  | { readonly do: 'comment' | 'line-up' | 'line-down' | 'line-copy' };

/** A new line waits no longer for the parser, and is indented as the line before if that was not enough. */
const longestParseMs = 500;

/** Runs a command. `page` is the height of the view, for page motions. */
export function runText(state: EditorState, command: TextCommand, page = 10): EditorState {
  switch (command.do) {
    case 'move':
      return move(state, command.motion, command.extend ?? false, page);
    case 'erase':
      return erase(state, command.what);
    case 'insert':
      return closing(insertText(state, command.text), command.text);
    case 'paste':
      return insertText(state, command.text, 'input.paste');
    case 'newline':
      return runLineCommand(readToCursor(state), insertNewlineAndIndent as StateCommand);
    case 'indent':
      return state.selection.main.empty ? tab(state) : runLineCommand(state, indentMore as StateCommand);
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
  }
}

/**
 * The same state with its text parsed up to the cursor, which is what a new line's indentation hangs on. By itself CodeMirror
 * parses for 20 ms, which is not enough for a long text, nor for a short one on a busy machine.
 */
function readToCursor(state: EditorState): EditorState {
  return ensureSyntaxTree(state, cursorOf(state), longestParseMs) ? state.update({}).state : state;
}

/** Two spaces, up to the next even column. */
function tab(state: EditorState): EditorState {
  const line = state.doc.lineAt(cursorOf(state));
  return insertText(state, (cursorOf(state) - line.from) % 2 === 0 ? '  ' : ' ', 'input.indent');
}

/** A closing bracket typed as the first thing of a line goes back one level, where its opening line stands. */
function closing(state: EditorState, typed: string): EditorState {
  if (typed !== '}' && typed !== ']' && typed !== ')') return state;
  const head = cursorOf(state);
  const line = state.doc.lineAt(head);
  const before = line.text.slice(0, head - line.from - 1);
  if (!/^ +$/.test(before) || line.number === 1) return state;
  let previous = line.number - 1;
  while (previous > 1 && state.doc.line(previous).text.trim() === '') previous -= 1;
  const above = state.doc.line(previous).text;
  const indent = /^ */.exec(above)?.[0].length ?? 0;
  const wanted = /[{[(]\s*$/.test(above) ? indent : Math.max(0, indent - 2);
  if (wanted >= before.length) return state;
  return edit(state, { changes: { from: line.from + wanted, to: line.from + before.length } }, 'input');
}
