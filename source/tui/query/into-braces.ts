/**
 * Empty braces, as a completed field brings them, are no obstacle to typing on: an argument or a directive goes before them, and
 * braces that are typed replace them. Nothing of that is valid inside empty braces (GraphQL specification 2.5).
 */
import { cursorOf, type EditorState, edit, select } from '../../core/text/editor.js';

/** Characters inspected on each side of the cursor. */
const maxInspected = 200;

/** The editor as it takes the typed text: the cursor before empty braces, or without them. */
export function aimed(editor: EditorState, typed: string): EditorState {
  if (!/^[{(@]$/.test(typed) || editor.selection.ranges.length > 1 || !editor.selection.main.empty) return editor;
  const at = cursorOf(editor);
  const before = editor.sliceDoc(Math.max(0, at - maxInspected), at);
  const behind = editor.sliceDoc(at, at + maxInspected);
  const open = /[\w)]([ \t]*)\{\s*$/.exec(before);
  const close = /^\s*\}/.exec(behind);
  if (open !== null && close !== null) {
    const name = at - (open[0].length - 1);
    if (typed !== '{') return select(editor, name);
    return without(editor, name + (open[1] ?? '').length, at + close[0].length);
  }
  const ahead = /^[ \t]*\{\s*\}/.exec(behind);
  return typed === '{' && ahead !== null ? without(editor, at, at + ahead[0].length) : editor;
}

const without = (editor: EditorState, from: number, to: number): EditorState =>
  edit(editor, { changes: { from, to }, selection: { anchor: from } });
