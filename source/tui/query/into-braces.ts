/**
 * Typing inside the empty braces that a completed field brings. An argument or a directive is inserted before them, and a typed
 * brace replaces them, since none of these is valid inside empty braces (GraphQL specification 2.5).
 */
import { cursorOf, type EditorState, edit, select } from '../../core/text/editor.js';

/** Number of characters inspected on each side of the cursor. */
const maxInspected = 200;

/** The editor in which to insert the typed text: with its cursor before the empty braces, or without the braces. */
export function leaveEmptyBraces(editor: EditorState, typed: string): EditorState {
  if (!/^[{(@]$/.test(typed) || editor.selection.ranges.length > 1 || !editor.selection.main.empty) return editor;
  const at = cursorOf(editor);
  const before = editor.sliceDoc(Math.max(0, at - maxInspected), at);
  const after = editor.sliceDoc(at, at + maxInspected);
  const open = /[\w)]([ \t]*)\{\s*$/.exec(before);
  const close = /^\s*\}/.exec(after);
  if (open !== null && close !== null) {
    const name = at - (open[0].length - 1);
    if (typed !== '{') return select(editor, name);
    return without(editor, name + (open[1] ?? '').length, at + close[0].length);
  }
  const ahead = /^[ \t]*\{\s*\}/.exec(after);
  return typed === '{' && ahead !== null ? without(editor, at, at + ahead[0].length) : editor;
}

const without = (editor: EditorState, from: number, to: number): EditorState =>
  edit(editor, { changes: { from, to }, selection: { anchor: from } });
