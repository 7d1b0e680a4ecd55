/** Applies motions and changes to an editor state, each change as one undo step. */
import { undoDepth } from '@codemirror/commands';
import { type EditorState, edit, select, textOf } from '../editor.js';
import { lineStart, nextCharacter, onCharacter } from './lines.js';
import { isCharacterSearch, motions, type Target } from './motions.js';
import type { Edit } from './operators.js';
import type { Command, Vim, VimResult } from './state.js';

export function targetOf(
  vim: Vim,
  text: string,
  at: number,
  { operator, key, character, count }: Command,
): Target | undefined {
  return motions[key]?.({
    text,
    at,
    count: count ?? 1,
    hasCount: count !== undefined,
    character,
    operator,
    goal: vim.goal ?? columnOf(text, at),
    lastSearch: vim.search,
  });
}

/** Column in characters, as `vertical` counts them. */
function columnOf(text: string, at: number): number {
  let column = 0;
  for (let from = lineStart(text, at); from < at; from = nextCharacter(text, from)) column += 1;
  return column;
}

export const withSearch = (vim: Vim, { key, character }: Command): Vim =>
  isCharacterSearch(key) ? { ...vim, search: { key, character } } : vim;

export function moveTo(vim: Vim, editor: EditorState, target: Target | undefined, command: Command): VimResult {
  const searched = withSearch(vim, command);
  if (target === undefined) return { vim: searched, editor };
  const at = onCharacter(textOf(editor), target.at);
  return { vim: { ...searched, goal: target.goal }, editor: select(editor, at) };
}

/** Applies a change as one undo step, and remembers it for `.` and the register. */
export function applyEdit(vim: Vim, editor: EditorState, done: Edit | undefined, command: Command): VimResult {
  if (done === undefined) return { vim, editor };
  const { changes, cursor, register = vim.register, inserts = false } = done;
  if (command.operator === 'y' || (changes.length === 0 && !inserts)) {
    const next = { ...vim, mode: 'normal' as const, visual: undefined, register, goal: undefined };
    return {
      vim: next,
      editor: select(editor, onCharacter(textOf(editor), cursor(textOf(editor)))),
      copiedText: register.text,
    };
  }
  const depth = undoDepth(editor);
  const changedEditor =
    changes.every(({ from, to }) => from === to) && inserts
      ? editor
      : edit(editor, { changes: [...changes] }, 'input.vim');
  const now = textOf(changedEditor);
  const at = inserts ? cursor(now) : onCharacter(now, cursor(now));
  const next: Vim = {
    ...vim,
    mode: inserts ? 'insert' : 'normal',
    visual: undefined,
    register,
    goal: undefined,
    repeat: { command },
    insertion: inserts ? { at, length: now.length, depth, count: 1, isLine: false } : undefined,
  };
  return { vim: next, editor: select(changedEditor, at) };
}
