/** An editable text in a box: its editor state and scroll position. Shared by query, variables and long fields. */

import { runText, type TextCommand } from '../../core/text/commands.js';
import { createText, cursorOf, type EditorState, select } from '../../core/text/editor.js';
import { hiddenLines, revealCursors } from '../../core/text/folds.js';
import type { TextLanguage } from '../../core/text/languages.js';
import {
  compare,
  maxScrollTop,
  type Row,
  type RowId,
  rowAt,
  rowFrom,
  rowsFrom,
  rowsOfLine,
  rowText,
} from '../../core/text/rows.js';
import { columnOf, offsetAt } from '../../core/text/view-lines.js';
import { clamp } from '../layout.js';
import type { PaneId } from '../model/layout.js';
import type { TextPane, TextPaneId, TextView } from '../model/text.js';

/** Initial state with the cursor at the beginning and no undo history. */
export const textPane = (text: string, language: TextLanguage): TextPane => ({
  editor: createText(text, language),
  top: 0,
  skip: 0,
  left: 0,
});

/** Columns and rows that stay visible around the cursor if there is room. */
const margin = 1;

const topOf = ({ editor, top, skip }: TextPane): RowId => ({
  number: Math.min(top + 1, editor.doc.lines),
  index: skip,
});

export const shownRows = (pane: TextPane, view: TextView): readonly Row[] => rowsFrom(pane.editor, topOf(pane), view);

/** Scrolls the pane so that its cursor is visible, unfolding its line if necessary. */
export function follow(before: TextPane, view: TextView): TextPane {
  const editor = revealCursors(before.editor);
  const pane = editor === before.editor ? before : { ...before, editor };
  const head = cursorOf(editor);
  const cursor = rowAt(editor, head, view);
  const { top, skip } = scrolled(pane, cursor, view);
  const left = cursor.indent === 0 && cursor.last && cursor.index === 0 ? leftOf(pane, cursor, head, view) : 0;
  return top === pane.top && skip === pane.skip && left === pane.left ? pane : { ...pane, top, skip, left };
}

/** The first row for which the cursor's row is visible with its margin and the view is full. */
function scrolled(pane: TextPane, cursor: Row, view: TextView): Pick<TextPane, 'top' | 'skip'> {
  const { editor } = pane;
  const rows = shownRows(pane, view);
  const lines = Math.min(margin, Math.floor((view.height - 1) / 2));
  const at = rows.findIndex(row => compare(row, cursor) === 0);
  const first = rows[0] ?? cursor;
  let wanted: Row = first;
  if (at < 0) wanted = rowFrom(editor, cursor, compare(cursor, first) < 0 ? -lines : lines + 1 - view.height, view);
  else if (at < lines) wanted = rowFrom(editor, first, at - lines, view);
  else if (at > view.height - 1 - lines) wanted = rowFrom(editor, first, at - (view.height - 1 - lines), view);
  const last = maxScrollTop(editor, view);
  const { number, index } = compare(wanted, last) > 0 ? last : wanted;
  return { top: number - 1, skip: index };
}

/** Unwrapped lines scroll sideways, and back as soon as the cursor allows it. */
function leftOf({ editor, left }: TextPane, row: Row, head: number, view: TextView): number {
  const text = rowText(editor, row);
  const column = columnOf(text, head - row.from);
  // After a row that fills the view, the cursor is drawn on the row's last cell.
  if (column < view.width || (view.wrap && columnOf(text, text.length) <= view.width)) return 0;
  return column < left ? Math.max(0, column - 8) : Math.max(left, column - view.width + 1);
}

/** The pane with another text or cursor, scrolled to it. The same object if nothing changed. */
export const withEditor = (pane: TextPane, editor: EditorState, view: TextView): TextPane =>
  editor === pane.editor ? pane : follow({ ...pane, editor }, view);

export const commandPane = (pane: TextPane, command: TextCommand, view: TextView): TextPane =>
  withEditor(pane, runText(pane.editor, command, view), view);

/** Scrolls by rows without moving the cursor (mouse wheel). */
export function scrollPane(pane: TextPane, by: number, view: TextView): TextPane {
  const wanted = rowFrom(pane.editor, topOf(pane), by, view);
  const last = maxScrollTop(pane.editor, view);
  const { number, index } = compare(wanted, last) > 0 ? last : wanted;
  return { ...pane, top: number - 1, skip: index };
}

/** Number of cells by which a row is scrolled to the left. */
export const leftOfRow = (row: Row, left: number): number => (row.last && row.index === 0 ? left : 0);

/** Moves the cursor to a cell of the view. */
export function clickPane(pane: TextPane, column: number, row: number, view: TextView, extend = false): TextPane {
  const rows = shownRows(pane, view);
  const at = rows[clamp(row, 0, rows.length - 1)];
  if (at === undefined) return pane;
  const text = rowText(pane.editor, at);
  const offset = offsetAt(text, leftOfRow(at, pane.left) + Math.max(0, column) - at.indent);
  // The position after the last character of a wrapped row is the beginning of the next row.
  const head = at.from + (at.last ? offset : Math.min(offset, text.length - 1));
  return withEditor(pane, select(pane.editor, head, extend), view);
}

/** The cell of the cursor in the view, or undefined if it is scrolled out. */
export function cursorCell(pane: TextPane, view: TextView): { column: number; row: number } | undefined {
  const { editor } = pane;
  const head = cursorOf(editor);
  const cursor = rowAt(editor, head, view);
  const row = shownRows(pane, view).findIndex(each => compare(each, cursor) === 0);
  const column = cursor.indent + columnOf(rowText(editor, cursor), head - cursor.from) - leftOfRow(cursor, pane.left);
  if (row < 0 || column < 0 || column > view.width) return undefined;
  return { column: Math.min(column, view.width - 1), row };
}

/**
 * Length from which a text scrolls by lines instead of rows, so that not every line has to be wrapped for each frame. The
 * difference is not noticeable.
 */
const maxCountedLines = 500;

/** For the scroll bar: index of the first visible row, and the number of rows. */
export function extent(pane: TextPane, view: TextView): { readonly top: number; readonly total: number } {
  const { editor, top, skip } = pane;
  const { lines } = editor.doc;
  const hidden = hiddenLines(editor);
  const isHidden = (number: number): boolean => hidden.some(({ first, last }) => first <= number && number <= last);
  if (lines > maxCountedLines) {
    const hiddenBefore = (before: number): number =>
      hidden.reduce((sum, { first, last }) => sum + Math.max(0, Math.min(last, before) - first + 1), 0);
    return { top: top - hiddenBefore(top), total: lines - hiddenBefore(lines) };
  }
  let above = skip;
  let total = 0;
  for (let number = 1; number <= lines; number++) {
    if (isHidden(number)) continue;
    if (number === top + 1) above += total;
    total += view.wrap ? rowsOfLine(editor, number, view).length : 1;
  }
  return { top: above, total };
}

export const isEditable = (pane: PaneId): pane is TextPaneId => pane === 'query' || pane === 'variables';
