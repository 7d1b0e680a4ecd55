/** A one-line text field, scrolled so that the cursor is visible. */
import { runText, type TextCommand } from '../../core/text/commands.js';
import { cursorOf, type EditorState } from '../../core/text/editor.js';
import { onOneLine } from '../../core/text/runs.js';
import { columnOf, viewCellsFrom } from '../../core/text/view-lines.js';
import type { Theme } from '../model/theme.js';
import { type Line, renderLines } from './line.js';

/** The visible part of the field's text, and the cell of the cursor in it. */
export function fieldWindow(state: EditorState, width: number): { readonly left: number; readonly cursor: number } {
  const text = state.doc.line(1).text;
  const column = columnOf(text, Math.min(cursorOf(state), text.length));
  const left = Math.max(0, column - width + 1);
  return { left, cursor: column - left };
}

/** The visible part of the field with its selection. An empty field is one blank, so that the line is not empty. */
export function fieldLine(state: EditorState, width: number): Line {
  const text = state.doc.line(1).text;
  const { left } = fieldWindow(state, width);
  const { from, to } = state.selection.main;
  const [first, last] = [columnOf(text, Math.min(from, text.length)), columnOf(text, Math.min(to, text.length))];
  const cells = [...cellsWithin(text, left, left + width)];
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

/** The cells between two columns. Half of a wide character at an edge becomes a blank. */
function* cellsWithin(text: string, left: number, right: number): Generator<{ column: number; text: string }> {
  for (const { column, width, text: shown } of viewCellsFrom(text, left)) {
    if (column >= right) return;
    const visible = Math.min(column + width, right) - Math.max(column, left);
    yield { column, text: visible < width ? ' '.repeat(visible) : shown };
  }
}

/** A field and the empty line below it. */
export const fieldLines = (field: EditorState, width: number, theme: Theme): string[] =>
  renderLines([[{ text: ' ' }, ...fieldLine(field, width - 2)], []], width, theme);

/** Runs a command on a field. A pasted line break becomes a space. */
export const runField = (field: EditorState, command: TextCommand): EditorState =>
  runText(field, command.do === 'paste' ? { ...command, text: onOneLine(command.text) } : command);
