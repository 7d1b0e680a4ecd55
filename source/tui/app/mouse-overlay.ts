/** The mouse over the box on top. */

import { contains } from '../layout.js';
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import { moveInOverlay, overlayCount } from '../overlays/keys.js';
import { listWindow, overlayRect, rowsAbove } from '../overlays/layout.js';
import type { Overlay } from '../overlays/reduce.js';
import type { MouseEvent } from '../terminal/events.js';
import { holdsIn } from './contexts.js';
import { bindings } from './key-table.js';

/**
 * A click on an entry marks it, one on the marked entry takes it, one beside the box closes it.
 * @param wheel lines, below 0 upwards
 */
export function overlayMouse(state: State, overlay: Overlay, event: MouseEvent, wheel: number): readonly Action[] {
  if (wheel !== 0) return [moveInOverlay(state, Math.sign(wheel))];
  if (event.button !== 'left' || event.action !== 'press') return [];
  const rect = overlayRect(state);
  if (!contains(rect, event.column, event.row)) return overlay.kind === 'login' ? [] : [{ type: 'overlay/close' }];
  if (!('selected' in overlay)) return [];
  const total = overlayCount(state) ?? 0;
  const { from, room, selected } = listWindow(state, overlay, total);
  const row = event.row - rect.y - 1 - rowsAbove(overlay);
  const at = from + row;
  if (row < 0 || row >= room || at >= total) return [];
  if (at !== selected) return [{ type: 'overlay/pick', at }];
  const enter = bindings.find(each => holdsIn(each, overlay.kind) && each.keys.includes('enter'));
  return [enter?.action(state) ?? { type: 'overlay/accept' }];
}
