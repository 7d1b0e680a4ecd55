/** A one-line text field, scrolled so that the cursor is visible. */

import { cursorOf, type EditorState } from '../../core/text/editor.js';
import { columnOf, viewCells } from '../../core/text/view-lines.js';
import type { Theme } from '../model/theme.js';
import type { Line } from './line.js';

/** The visible part of the field's text, and the cell of the cursor in it. */
export function fieldWindow(state: EditorState, width: number): { readonly left: number; readonly cursor: number } {
  const text = state.doc.line(1).text;
  const column = columnOf(text, Math.min(cursorOf(state), text.length));
  const left = Math.max(0, column - width + 1);
  return { left, cursor: column - left };
}

/** The visible part of the field with its selection; a blank if it is empty, so that the line is not. */
export function fieldLine(state: EditorState, width: number, _theme: Theme): Line {
  const text = state.doc.line(1).text;
  const { left } = fieldWindow(state, width);
  const { from, to } = state.selection.main;
  const [first, last] = [columnOf(text, Math.min(from, text.length)), columnOf(text, Math.min(to, text.length))];
  const cells = viewCells(text).filter(cell => cell.column >= left && cell.column < left + width);
  const within = (low: number, high: number): string =>
    cells
      .filter(cell => cell.column >= low && cell.column < high)
      .map(cell => cell.text)
      .join('');
  const end = Number.POSITIVE_INFINITY;
  if (first === last) return [{ text: within(0, end).padEnd(1), role: 'strong' }];
  return [
    { text: within(0, first), role: 'strong' },
    { text: within(first, last), role: 'selection' },
    { text: within(last, end), role: 'strong' },
  ];
}
