/** Start and end of insert mode. Typing itself is the editor's own editing. */
import { undoDepth } from '@codemirror/commands';
import { runText } from '../commands.js';
import { cursorOf, type EditorState, edit, select, textOf } from '../editor.js';
import { indentEnd, lineEnd, lineStart, nextCharacter, previousCharacter } from './lines.js';
import type { Command, Insertion, Vim, VimResult } from './state.js';

export const repeated = (count: number, editor: EditorState, step: (editor: EditorState) => EditorState): EditorState =>
  Array.from({ length: Math.min(count, 1000) }).reduce<EditorState>(step, editor);

export function startInsert(vim: Vim, editor: EditorState, at: number, command: Command): VimResult {
  const text = textOf(editor);
  const { key, count = 1 } = command;
  const end = lineEnd(text, at);
  const start = lineStart(text, at);
  const places: Readonly<Record<string, number>> = {
    i: at,
    I: end === start ? at : indentEnd(text, at),
    a: at < end ? nextCharacter(text, at) : at,
    A: end,
    o: end,
  };
  let insertStart = select(editor, places[key] ?? start);
  if (key === 'o') insertStart = runText(insertStart, { do: 'newline' });
  if (key === 'O') insertStart = lineAbove(insertStart, text, start);
  const next: Vim = {
    ...vim,
    mode: 'insert',
    goal: undefined,
    repeat: { command },
    insertion: {
      at: cursorOf(insertStart),
      length: insertStart.doc.length,
      depth: undoDepth(editor),
      count,
      isLine: key === 'o' || key === 'O',
    },
  };
  return { vim: next, editor: insertStart };
}

function lineAbove(editor: EditorState, text: string, start: number): EditorState {
  const blanks = text.slice(start, indentEnd(text, start));
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const changed = edit(editor, { changes: { from: start, insert: blanks + lineBreak } }, 'input.vim');
  return select(changed, start + blanks.length);
}

/** Ends insert mode: repeats the insertion by its count, and moves the cursor onto the last character typed. */
export function leaveInsert(vim: Vim, editor: EditorState): VimResult {
  const { insertion, repeat } = vim;
  const typedText = insertion === undefined ? '' : insertedText(editor, insertion);
  let result = editor;
  if (insertion !== undefined && insertion.count > 1 && typedText !== '') {
    result = repeated(insertion.count - 1, editor, before => {
      const line = insertion.isLine ? runText(before, { do: 'newline' }) : before;
      const at = cursorOf(line);
      return select(edit(line, { changes: { from: at, insert: typedText } }, 'input.vim'), at + typedText.length);
    });
  }
  const blank = blankLine(result, typedText);
  const text = textOf(blank);
  const at = cursorOf(blank);
  const next = {
    ...vim,
    mode: 'normal' as const,
    insertion: undefined,
    repeat: repeat && { ...repeat, typedText },
    insertions:
      insertion === undefined
        ? vim.insertions
        : [...vim.insertions.slice(-200), { before: insertion.depth, after: undoDepth(blank), text: blank.doc }],
  };
  return { vim: next, editor: select(blank, at > lineStart(text, at) ? previousCharacter(text, at) : at) };
}

/** Removes the indentation of a line in which nothing was typed. */
function blankLine(editor: EditorState, typedText: string): EditorState {
  const text = textOf(editor);
  const at = cursorOf(editor);
  const start = lineStart(text, at);
  const isBlank = at > start && at === lineEnd(text, at) && /^[ \t]+$/.test(text.slice(start, at));
  return isBlank && typedText === '' ? edit(editor, { changes: { from: start, to: at } }, 'input.vim') : editor;
}

/** The text between the start of the insertion and the cursor; empty if other parts of the text changed as well. */
function insertedText(editor: EditorState, { at, length }: Insertion): string {
  const text = textOf(editor);
  const added = text.length - length;
  return added > 0 ? text.slice(at, at + added) : '';
}
