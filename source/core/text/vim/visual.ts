/** Vim's visual mode: the selection, and the operators that apply to it. */
import { cursorOf, type EditorState, select, selectRange, textOf } from '../editor.js';
import { applyEdit, targetOf, withSearch } from './apply.js';
import { firstNonBlank, lineEnd, lineStart, nextCharacter, onCharacter, previousCharacter } from './lines.js';
import { motions } from './motions.js';
import { objects, type Range } from './objects.js';
import { type Edit, joinLines, linesOf, operators, type Register } from './operators.js';
import type { Command, Repeat, Vim, VimResult } from './state.js';

export function runVisual(vim: Vim, editor: EditorState, command: Command): VimResult {
  const text = textOf(editor);
  const { anchor, head } = vim.visual ?? { anchor: cursorOf(editor), head: cursorOf(editor) };
  const { key } = command;
  if (key in motions) return moveHead(vim, editor, anchor, head, command);
  const object = objects[key]?.(text, head);
  if (object !== undefined) return selectObject(vim, editor, object);
  if (key === 'o') return showVisual({ ...vim, visual: { anchor: head, head: anchor } }, editor);
  if (key === 'v' || key === 'V') {
    const mode = key === 'v' ? 'visual' : 'visual-line';
    return mode === vim.mode ? leaveVisual(vim, editor) : showVisual({ ...vim, mode }, editor);
  }
  return operateOnSelection(vim, editor, anchor, head, command);
}

function moveHead(vim: Vim, editor: EditorState, anchor: number, head: number, command: Command): VimResult {
  const text = textOf(editor);
  const target = targetOf(vim, text, head, command);
  const searched = withSearch(vim, command);
  if (target === undefined) return { vim: searched, editor };
  // Only `$` and lines shorter than the column put the end of the selection on a line break.
  const to = target.goal === Number.POSITIVE_INFINITY ? lineEnd(text, target.at) : target.at;
  const at = target.goal === undefined ? onCharacter(text, to) : to;
  return showVisual({ ...searched, goal: target.goal, visual: { anchor, head: at } }, editor);
}

function selectObject(vim: Vim, editor: EditorState, { from, to, isLines }: Range): VimResult {
  const last = previousCharacter(textOf(editor), Math.max(from + 1, to));
  const mode = isLines ? 'visual-line' : 'visual';
  return showVisual({ ...vim, mode, visual: { anchor: from, head: Math.max(from, last) } }, editor);
}

function operateOnSelection(vim: Vim, editor: EditorState, anchor: number, head: number, command: Command): VimResult {
  const text = textOf(editor);
  const { key } = command;
  const isLines = vim.mode === 'visual-line';
  const selected = selectedRange(text, anchor, head, isLines);
  const hasLines = isLines || /^[DXYCSRJ<>]$/.test(key);
  const range = hasLines ? linesOf(text, Math.min(anchor, head), Math.max(anchor, head)) : selected;
  const start = isLines && head < lineStart(text, anchor) ? head : range.from;
  const done = applyEdit(vim, editor, visualEdit(vim, text, range, start, command), {
    ...command,
    operator: /^[yY]$/.test(key) ? 'y' : '',
  });
  const isNew = done.vim.repeat !== undefined && done.vim.repeat !== vim.repeat;
  const repeat = isNew ? { ...done.vim.repeat, selected: sizeOf(text, selected, isLines) } : vim.repeat;
  return { ...done, vim: { ...done.vim, repeat } };
}

/** The selection of visual mode includes the characters at both ends. */
const selectedRange = (text: string, anchor: number, head: number, isLines: boolean): Range => {
  const from = Math.min(anchor, head);
  const last = Math.max(anchor, head);
  if (isLines) return linesOf(text, from, last);
  // At the end of a line, the selection includes the line break.
  return {
    from,
    to: last < lineEnd(text, last) ? nextCharacter(text, last) : Math.min(text.length, last + 1),
    isLines,
  };
};

function sizeOf(text: string, { from, to }: Range, isLines: boolean): NonNullable<Repeat['selected']> {
  const last = isLines ? to : Math.max(from, to - 1);
  const lines = text.slice(from, last).split('\n').length - 1;
  return { lines, characters: isLines ? 1 : to - (lines === 0 ? from : lineStart(text, last)), isLines };
}

/** Operators of the keys in visual mode. */
const visualOperators: Readonly<Record<string, string>> = {
  ...{ x: 'd', X: 'd', d: 'd', D: 'd', c: 'c', s: 'c', C: 'c', S: 'c', R: 'c', y: 'y', Y: 'y' },
  ...{ '>': '>', '<': '<', '~': 'g~', u: 'gu', U: 'gU', 'g~': 'g~', gu: 'gu', gU: 'gU' },
};

/** @param start where most changes leave the cursor */
function visualEdit(
  vim: Vim,
  text: string,
  range: Range,
  start: number,
  { key, count = 1, character }: Command,
): Edit | undefined {
  const run = operators[visualOperators[key] ?? ''];
  if (key === 'r') {
    const insert = text.slice(range.from, range.to).replace(/[^\r\n]/gu, character);
    return { changes: [{ ...range, insert }], cursor: () => range.from };
  }
  if (key === 'J') return joinLines(text, range.from, text.slice(range.from, range.to).split('\n').length);
  if (key === 'p' || key === 'P') return putOver(vim.register, text, range, count);
  if (run === undefined) return undefined;
  return run(text, range, start);
}

/** Replaces the selection by the register. */
function putOver({ text: put, isLines }: Register, text: string, range: Range, count: number): Edit {
  const register = { text: text.slice(range.from, range.to), isLines: range.isLines };
  const hasLines = range.isLines || isLines;
  const times = Array.from({ length: count }, () => put).join(hasLines ? '\n' : '');
  const insert = isLines && !range.isLines ? `\n${times}\n` : times;
  const start = range.from + (isLines && !range.isLines ? 1 : 0);
  const cursor = (now: string): number =>
    hasLines ? firstNonBlank(now, start) : Math.max(range.from, range.from + insert.length - 1);
  return { changes: [{ from: range.from, to: range.to, insert }], cursor, register };
}

/** Shows the selection. In a selection of lines, the editor's cursor is at the end of the last line. */
export function showVisual(vim: Vim, editor: EditorState): VimResult {
  if (vim.visual === undefined) return { vim, editor };
  const text = textOf(editor);
  const { anchor, head } = vim.visual;
  const isLines = vim.mode === 'visual-line';
  const { from, to } = selectedRange(text, anchor, head, isLines);
  const isBackward = head < anchor;
  const end = isBackward ? from : to;
  return { vim, editor: selectRange(editor, isBackward ? to : from, isLines ? end : head) };
}

export function leaveVisual(vim: Vim, editor: EditorState): VimResult {
  const head = vim.visual?.head ?? cursorOf(editor);
  return {
    vim: { ...vim, mode: 'normal', visual: undefined },
    editor: select(editor, onCharacter(textOf(editor), head)),
  };
}

export function selectAgain(
  editor: EditorState,
  { lines, characters, isLines }: NonNullable<Repeat['selected']>,
): Pick<Vim, 'mode' | 'visual'> {
  const text = textOf(editor);
  const anchor = onCharacter(text, cursorOf(editor));
  let head = anchor;
  for (let left = lines; left > 0; left--) head = Math.min(text.length, lineEnd(text, head) + 1);
  head = lines > 0 && !isLines ? lineStart(text, head) : head;
  for (let left = characters - 1; left > 0; left--) head = nextCharacter(text, head);
  return { mode: isLines ? 'visual-line' : 'visual', visual: { anchor, head: onCharacter(text, head) } };
}
