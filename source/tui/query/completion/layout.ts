/** Position of the completion list, and hit-testing of its items. */

import type { Suggestion } from '../../../core/graphql/intelligence/suggestion.js';
import { cellWidth } from '../../../core/text/cells.js';
import { columnOf } from '../../../core/text/view-lines.js';
import { firstShown } from '../../components/list.js';
import { airIn, clamp, contains, layout, viewOf } from '../../layout.js';
import type { CompletionList } from '../../model/completion.js';
import type { Rect } from '../../model/layout.js';
import type { State } from '../../model/state.js';
import { cursorCell } from '../../text/pane.js';

/** Maximum rows of the list, so that the text around the word stays visible. */
const maxRows = 12;
const maxWidth = 64;

/** Width of an item with its type and padding. */
const itemWidth = ({ label, detail, deprecated }: Suggestion): number =>
  3 + cellWidth(label) + (detail === undefined ? 0 : 2 + cellWidth(detail)) + (deprecated === undefined ? 0 : 12);

/** The summary of an item, shown in the bottom border. */
export const aboutItem = ({ deprecated, description }: Suggestion): string =>
  (deprecated || description || '').trim().split('\n')[0] ?? '';

/** Position of the list: its labels align with the word. Undefined if the cursor is not on the screen. */
export function completionRect(state: State, list: CompletionList): Rect | undefined {
  const { screen, panes } = layout(state);
  const pane = panes[list.pane];
  const cell = pane && cursorCell(state[list.pane], viewOf(state, list.pane));
  if (pane === undefined || cell === undefined) return undefined;
  const cursor = { column: pane.x + 1 + airIn(pane) + cell.column, row: pane.y + 1 + cell.row };
  const { editor } = state[list.pane];
  const line = editor.doc.lineAt(list.from);
  const back = columnOf(line.text, editor.selection.main.head - line.from) - columnOf(line.text, list.from - line.from);
  const measuredItems = list.shown.slice(0, 200);
  const items = Math.max(18, ...measuredItems.map(itemWidth)) + 2;
  const begin = Math.max(0, cursor.column - back - 2);
  // The pane's right border stays visible for its scroll bar.
  const right = pane.x + pane.width - 1;
  // The summary may widen the list to the right, but must not move it away from the word.
  const about = Math.min(Math.max(...measuredItems.map(each => cellWidth(aboutItem(each)))) + 6, right - begin);
  const width = Math.min(Math.max(items, about), maxWidth, right);
  const below = screen.height - 1 - (cursor.row + 1);
  const above = cursor.row - 1;
  const rows = Math.min(maxRows, list.shown.length);
  const under = below >= rows + 2 || below >= above;
  const height = Math.min(rows, (under ? below : above) - 2) + 2;
  if (height < 3) return undefined;
  return {
    x: clamp(begin, 0, right - width),
    y: under ? cursor.row + 1 : cursor.row - height,
    width,
    height,
  };
}

/** The index of the item at a cell, `border` elsewhere in the list, or undefined outside it. */
export function itemAt(state: State, column: number, row: number): number | 'border' | undefined {
  const { list } = state.completion;
  const rect = list && completionRect(state, list);
  if (list === undefined || rect === undefined || !contains(rect, column, row)) return undefined;
  const at = row - rect.y - 1;
  return at < 0 || at >= rect.height - 2
    ? 'border'
    : firstShown(list.selected, list.shown.length, rect.height - 2) + at;
}
