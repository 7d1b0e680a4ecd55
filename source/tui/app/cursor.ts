/** Where the terminal's own cursor stands: in the text that is typed into; hidden otherwise. */

import { connectCursor } from '../connect/view.js';
import { formOf, type PaneId } from '../layout.js';
import { layout, type State, topOverlay, viewOf } from '../model/state.js';
import { overlayCursor } from '../overlays/view.js';
import { findCursor } from '../response/find-cursor.js';
import { searchCursor } from '../schema/search/view.js';
import type { Cursor } from '../terminal/painter.js';
import { cursorCell, type TextPane } from '../text/pane.js';

/** A cell of the screen, from 0; undefined: the cursor is hidden. */
export function cursorPlace(state: State): Cursor | undefined {
  if (formOf(state.size) === 'tiny') return undefined;
  if (topOverlay(state) !== undefined) return overlayCursor(state);
  if (state.connect.phase === 'asking') return connectCursor(layout(state).screen, state.connect);
  if (state.connect.phase === 'failed') return undefined;
  const finding = findCursor(state);
  if (finding !== undefined) return finding;
  const searching = searchCursor(state);
  if (searching !== undefined) return searching;
  const pane = textPaneOf(state, state.focus);
  const rect = layout(state).panes[state.focus];
  if (pane === undefined || rect === undefined) return undefined;
  const cell = cursorCell(pane, viewOf(state, state.focus));
  return cell === undefined ? undefined : { column: rect.x + 1 + cell.column, row: rect.y + 1 + cell.row };
}

const textPaneOf = (state: State, pane: PaneId): TextPane | undefined =>
  pane === 'query' ? state.query : pane === 'variables' ? state.variables : undefined;
