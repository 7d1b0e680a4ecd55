/** The terminal's cursor while a search is typed in the pane's bottom line. */

import { cursorOf } from '../../core/text/editor.js';
import { columnOf } from '../../core/text/view-lines.js';
import { layout } from '../layout.js';
import type { FieldCell } from '../model/layout.js';
import type { State } from '../model/state.js';
import { findLabel } from './find.js';

/** Undefined if no search is being typed, or another pane has the focus. */
export function findCursor(state: State): FieldCell | undefined {
  const { find } = state.response;
  const rect = layout(state).panes.response;
  if (find === undefined || rect === undefined || state.focus !== 'response') return undefined;
  const typed = columnOf(find.field.doc.line(1).text, cursorOf(find.field));
  const begin = 3 + findLabel(state.response).length;
  const column = Math.min(begin + typed, rect.width - 2);
  return { column: rect.x + column, row: rect.y + rect.height - 1, typed: column - begin };
}
