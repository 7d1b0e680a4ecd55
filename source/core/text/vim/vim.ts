/**
 * Vim's normal and visual mode on an editor state: motions, operators, text objects, `.`, and undo by command. Insert mode is
 * the editor's own editing; `leaveInsert` ends it. Search (`/`), copying to the clipboard and saving belong to the screen.
 */
import { redoDepth, undoDepth } from '@codemirror/commands';
import { cursorOf, type EditorState, edit, redoText, select, textOf, undoText } from '../editor.js';
import { applyEdit, moveTo, targetOf, withSearch } from './apply.js';
import { leaveInsert, repeated, startInsert } from './insert.js';
import { firstNonBlank, onCharacter } from './lines.js';
import { motions } from './motions.js';
import { objects, type Range } from './objects.js';
import {
  adjusted,
  type Edit,
  joinLines,
  linesOf,
  operators,
  put,
  rangeTo,
  replaceCharacters,
  toggleCase,
} from './operators.js';
import { type Command, parseCommand, type Vim, type VimResult } from './state.js';
import { leaveVisual, runVisual, selectAgain, showVisual } from './visual.js';

/** Applies one key of normal or visual mode. */
export function vimKey(vim: Vim, editor: EditorState, key: string): VimResult {
  if (key === 'escape') return leaveVisual({ ...vim, pending: '' }, editor);
  const pending = vim.pending + key;
  const command = parseCommand(pending, vim.mode !== 'normal');
  if (command === 'incomplete') return { vim: { ...vim, pending }, editor };
  const next = { ...vim, pending: '' };
  if (command === undefined) return { vim: next, editor };
  return vim.mode === 'normal' ? runNormal(next, editor, command) : runVisual(next, editor, command);
}

function runNormal(vim: Vim, editor: EditorState, command: Command): VimResult {
  const text = textOf(editor);
  const at = onCharacter(text, cursorOf(editor));
  const { operator, key, count = 1 } = command;
  if (operator !== '') return operate(vim, editor, at, command);
  if (key in motions) return moveTo(vim, editor, targetOf(vim, text, at, command), command);
  switch (key) {
    case 'u':
      return { vim, editor: undoCommand(vim, editor, count) };
    case 'U':
      return { vim, editor: redoCommand(vim, editor, count) };
    case 'v':
    case 'V':
      return showVisual(
        { ...vim, mode: key === 'v' ? 'visual' : 'visual-line', visual: { anchor: at, head: at } },
        editor,
      );
    case '.':
      return repeatChange(vim, editor, command.count);
    case 'i':
    case 'I':
    case 'a':
    case 'A':
    case 'o':
    case 'O':
      return startInsert(vim, editor, at, command);
    default: {
      const short = shortcuts[key];
      if (short !== undefined)
        return operate(vim, editor, at, { ...short, count: command.count, character: '' }, command);
      return applyEdit(vim, editor, simpleEdit(vim, text, at, command), command);
    }
  }
}

/** Keys that are an operator with its motion. */
const shortcuts: Readonly<Record<string, Pick<Command, 'operator' | 'key'>>> = {
  x: { operator: 'd', key: 'l' },
  X: { operator: 'd', key: 'h' },
  D: { operator: 'd', key: '$' },
  C: { operator: 'c', key: '$' },
  s: { operator: 'c', key: 'l' },
  S: { operator: 'c', key: 'c' },
  Y: { operator: 'y', key: 'y' },
};

function simpleEdit(vim: Vim, text: string, at: number, { key, count = 1, character }: Command): Edit | undefined {
  switch (key) {
    case 'r':
      return replaceCharacters(text, at, count, character);
    case '~':
      return toggleCase(text, at, count);
    case 'J':
      return joinLines(text, at, count);
    default:
      return put(text, at, count, vim.register, key === 'P');
  }
}

/** @param typed the command as typed, for `.` */
function operate(vim: Vim, editor: EditorState, at: number, command: Command, typed = command): VimResult {
  const text = textOf(editor);
  const range = rangeOf(vim, text, at, command);
  const run = operators[command.operator];
  const searched = withSearch(vim, command);
  if (range === undefined || run === undefined) return { vim: searched, editor };
  return applyEdit(searched, editor, run(text, range, startOf(vim, text, at, range, command)), typed);
}

/** Returns the start of the motion or text object, to which a change of case moves the cursor. `yy` does not move it. */
function startOf(vim: Vim, text: string, at: number, range: Range, command: Command): number {
  const { operator, key } = command;
  if (key in objects) return range.from;
  if (!isDoubled(command)) return Math.min(at, targetOf(vim, text, at, command)?.at ?? at);
  return operator === 'y' ? at : Math.min(at, firstNonBlank(text, range.to));
}

/** Returns true for `dd`, `g~~` and similar commands, which apply to lines. */
const isDoubled = ({ operator, key }: Command): boolean =>
  key === operator || (operator.length === 2 && key === operator.slice(-1));

function rangeOf(vim: Vim, text: string, at: number, command: Command): Range | undefined {
  const { operator, key, count = 1 } = command;
  if (isDoubled(command)) {
    const target = count === 1 ? undefined : motions.j?.({ ...emptyContext, text, at, count: count - 1 });
    return count > 1 && target === undefined ? undefined : linesOf(text, at, target?.at ?? at);
  }
  const object = objects[key];
  if (object !== undefined) {
    const range = object(text, at);
    return range === undefined ? undefined : adjusted(text, range, operator);
  }
  const target = targetOf(vim, text, at, command);
  if (target === undefined) return undefined;
  const range = rangeTo(text, at, target, operator);
  return range.from === range.to && !range.isLines && !/[c<>]/.test(operator) ? undefined : range;
}

const emptyContext = { hasCount: false, character: '', goal: 0, operator: '' };

/** Undoes the last command or other change: all steps of an insertion, otherwise one. */
function undoCommand(vim: Vim, editor: EditorState, count: number): EditorState {
  return repeated(count, editor, before => {
    const depth = undoDepth(before);
    if (depth === 0) return before;
    const last = vim.insertions.findLast(({ after, text }) => after === depth && text.eq(before.doc));
    const targetDepth = Math.min(last?.before ?? depth, depth - 1);
    let after = before;
    while (undoDepth(after) > targetDepth) after = undoText(after);
    return select(after, onCharacter(textOf(after), firstDifference(textOf(before), textOf(after))));
  });
}

/** Repeats an undone command: all steps of an insertion, otherwise one. */
function redoCommand(vim: Vim, editor: EditorState, count: number): EditorState {
  return repeated(count, editor, before => {
    const first = redoText(before);
    const depth = undoDepth(before);
    for (const { after, text } of vim.insertions.filter(insertion => insertion.before === depth)) {
      let whole = first;
      while (undoDepth(whole) < after && redoDepth(whole) > 0) whole = redoText(whole);
      if (undoDepth(whole) === after && text.eq(whole.doc)) return whole;
    }
    return first;
  });
}

function firstDifference(before: string, after: string): number {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at += 1;
  return at;
}

/** `.`: runs the last change again. A count replaces its count. */
function repeatChange(vim: Vim, editor: EditorState, count: number | undefined): VimResult {
  const { repeat } = vim;
  if (repeat === undefined) return { vim, editor };
  const command = count === undefined ? repeat.command : { ...repeat.command, count };
  const done =
    repeat.selected === undefined
      ? runNormal(vim, editor, command)
      : runVisual({ ...vim, ...selectAgain(editor, repeat.selected) }, editor, command);
  if (done.vim.mode !== 'insert') return { ...done, vim: { ...done.vim, repeat: { ...repeat, command } } };
  const { typedText = '' } = repeat;
  const at = cursorOf(done.editor);
  const typed =
    typedText === '' ? done.editor : edit(done.editor, { changes: { from: at, insert: typedText } }, 'input.vim');
  return leaveInsert({ ...done.vim, repeat: { ...repeat, command } }, select(typed, at + typedText.length));
}
