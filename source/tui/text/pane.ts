/** An editable text in a box: its editor state and how far it is scrolled. Query, variables and long fields share it. */

import { runText, type TextCommand } from '../../core/text/commands.js';
import { createText, cursorOf, type EditorState, select } from '../../core/text/editor.js';
import type { TextLanguage } from '../../core/text/languages.js';
import { columnOf, offsetAt } from '../../core/text/view-lines.js';
import { clamp } from '../layout.js';
import type { PaneId } from '../model/layout.js';
import type { TextPane, TextPaneId, TextView } from '../model/text.js';

/** The cursor is at the beginning, and nothing can be undone. */
export const textPane = (text: string, language: TextLanguage): TextPane => ({
  editor: createText(text, language),
  top: 0,
  left: 0,
});

/** Columns and lines kept visible around the cursor while there is room. */
const margin = 1;

/** The pane scrolled so that its cursor is seen. */
export function follow(pane: TextPane, view: TextView): TextPane {
  const { editor } = pane;
  const line = editor.doc.lineAt(cursorOf(editor));
  const row = line.number - 1;
  const column = columnOf(line.text, cursorOf(editor) - line.from);
  const lines = Math.min(margin, Math.floor((view.height - 1) / 2));
  const top = clamp(
    clamp(pane.top, row - view.height + 1 + lines, row - lines),
    0,
    Math.max(0, editor.doc.lines - view.height),
  );
  const left = column < pane.left ? Math.max(0, column - 8) : Math.max(pane.left, column - view.width + 1);
  // Scrolls back to the left as soon as the cursor allows it.
  const wanted = column < view.width ? 0 : left;
  return top === pane.top && wanted === pane.left ? pane : { ...pane, top, left: wanted };
}

/** The pane with another text or cursor, scrolled to it; the same object if nothing changed. */
export const withEditor = (pane: TextPane, editor: EditorState, view: TextView): TextPane =>
  editor === pane.editor ? pane : follow({ ...pane, editor }, view);

/** The pane after a text command; a page is the height of the view. */
export const commandPane = (pane: TextPane, command: TextCommand, view: TextView): TextPane =>
  withEditor(pane, runText(pane.editor, command, view.height), view);

/** Scrolls without moving the cursor (mouse wheel). */
export const scrollPane = (pane: TextPane, lines: number, view: TextView): TextPane => ({
  ...pane,
  top: clamp(pane.top + lines, 0, Math.max(0, pane.editor.doc.lines - view.height)),
});

/** Puts the cursor where a cell of the view is. */
export function clickPane(pane: TextPane, column: number, row: number, view: TextView, extend = false): TextPane {
  const number = clamp(pane.top + row + 1, 1, pane.editor.doc.lines);
  const line = pane.editor.doc.line(number);
  const head = line.from + offsetAt(line.text, pane.left + Math.max(0, column));
  return withEditor(pane, select(pane.editor, head, extend), view);
}

/** Where the cursor is drawn in the view; undefined if it is scrolled out. */
export function cursorCell(pane: TextPane, view: TextView): { column: number; row: number } | undefined {
  const head = cursorOf(pane.editor);
  const line = pane.editor.doc.lineAt(head);
  const row = line.number - 1 - pane.top;
  const column = columnOf(line.text, head - line.from) - pane.left;
  if (row < 0 || row >= view.height || column < 0 || column > view.width) return undefined;
  return { column: Math.min(column, view.width - 1), row };
}

/** True for panes whose text can be typed into. */
export const isEditable = (pane: PaneId): pane is TextPaneId => pane === 'query' || pane === 'variables';
