/** Lines shared by overlays. */
import type { EditorState } from '../../core/text/editor.js';
import { fieldLine } from '../components/field.js';
import { type Line, renderLine } from '../components/line.js';
import type { Theme } from '../model/theme.js';

/**
 * Lines of exactly `width` cells.
 * @param selected index of the selected line
 */
export const drawn = (lines: readonly Line[], width: number, theme: Theme, selected = -1): string[] =>
  lines.map((line, index) => renderLine(line, width, theme, index === selected ? 'cursor' : undefined));

/** A field and the empty line below it. */
export const fieldLines = (field: EditorState, width: number, theme: Theme): string[] =>
  drawn([[{ text: ' ' }, ...fieldLine(field, width - 2)], []], width, theme);
