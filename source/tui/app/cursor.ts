/** Position of the terminal's cursor. It is in the text being typed, and hidden otherwise. */

import { memoizeWeak } from '../../core/memoize-weak.js';
import { connectCursor } from '../connect/view.js';
import { airIn, formOf, layout, viewOf } from '../layout.js';
import type { FieldCell } from '../model/layout.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { overlayCursor } from '../overlays/view.js';
import { findCursor } from '../response/find.js';
import { searchCursor } from '../schema/search/view.js';
import { findLineCursor } from '../text/find-line.js';
import { cursorCell, isEditable } from '../text/pane.js';
import { overlayKinds } from './overlay-kinds.js';

/** A cell of the screen, from 0, or undefined to hide the cursor. Cached, because it is needed more than once per frame. */
export const cursorPlace = memoizeWeak((state: State): FieldCell | undefined => {
  if (formOf(state.size) === 'tiny') return undefined;
  if (topOverlay(state) !== undefined) return overlayCursor(state, overlayKinds);
  if (state.connect.phase === 'asking') return connectCursor(layout(state).screen, state.connect);
  if (state.connect.phase === 'failed') return undefined;
  const finding = findCursor(state);
  if (finding !== undefined) return finding;
  const searching = searchCursor(state);
  if (searching !== undefined) return searching;
  const { focus } = state;
  const rect = layout(state).panes[focus];
  if (!isEditable(focus) || rect === undefined) return undefined;
  const typed = findLineCursor(state[focus], rect.width - 2);
  if (typed !== undefined) {
    const column = rect.x + Math.min(3 + typed.column, rect.width - 2);
    return { column, row: rect.y + rect.height - 1, typed: typed.typed };
  }
  const cell = cursorCell(state[focus], viewOf(state, focus));
  return cell && { column: rect.x + 1 + airIn(rect) + cell.column, row: rect.y + 1 + cell.row };
});
