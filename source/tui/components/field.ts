/** One line of text to type in: scrolled so that the cursor is seen. */

import { cursorOf, type EditorState } from '../../core/text/editor.js';
import { columnOf, viewCells } from '../../core/text/view-lines.js';
import type { Theme } from '../model/theme.js';
import type { Line } from './line.js';

/** Which part of the field's text is drawn, and the cell of the cursor in it. */
export function fieldWindow(state: EditorState, width: number): { readonly left: number; readonly cursor: number } {
  const text = state.doc.line(1).text;
  const column = columnOf(text, Math.min(cursorOf(state), text.length));
  const left = Math.max(0, column - width + 1);
  return { left, cursor: column - left };
}

/** The part of the field that `width` cells show; a blank if it is empty, so that the line is never empty. */
export function fieldLine(state: EditorState, width: number, _theme: Theme): Line {
  const text = state.doc.line(1).text;
  const { left } = fieldWindow(state, width);
  const shown = viewCells(text)
    .filter(cell => cell.column >= left && cell.column < left + width)
    .map(cell => cell.text)
    .join('');
  return [{ text: shown.padEnd(1), role: 'strong' }];
}
