import { inner } from '../components/frame.js';
import { contains } from '../layout.js';
import type { Action, Overlay } from '../model/action.js';
import type { State } from '../model/state.js';
import { entryCount, kindOf } from '../overlays/kind.js';
import { listWindow, overlayRect, rowsAbove } from '../overlays/layout.js';
import type { MouseEvent } from '../terminal/events.js';
import { bindingOf } from './key-index.js';
import { overlayKinds } from './overlay-kinds.js';

/**
 * A click on an entry selects it, one on the selected entry accepts it, one outside closes the overlay, unless it is a form.
 * @param wheel lines, below 0 upwards
 */
export function overlayMouse(state: State, overlay: Overlay, event: MouseEvent, wheel: number): readonly Action[] {
  if (wheel !== 0) return [{ type: 'overlay/move', by: Math.sign(wheel) }];
  if (event.button !== 'left' || event.action !== 'press') return [];
  const rect = overlayRect(state, overlay, overlayKinds);
  // Input is not lost by a click that misses.
  const stays = overlay.kind === 'login' || overlay.kind === 'login-form';
  if (!contains(rect, event.column, event.row)) return stays ? [] : [{ type: 'overlay/close' }];
  const size = inner(rect);
  if (!('selected' in overlay))
    return kindOf(overlayKinds, overlay).clicked?.(event.row - rect.y - 1, size, overlay, state) ?? [];
  const total = entryCount(overlayKinds, overlay, state) ?? 0;
  const { from, room, selected } = listWindow(overlay, total, size);
  const row = event.row - rect.y - 1 - rowsAbove(overlay, size.width);
  const at = from + row;
  if (row < 0 || row >= room || at >= total) return [];
  if (at !== selected) return [{ type: 'overlay/pick', at }];
  const enter = bindingOf(state.settings.bindings, overlay.kind, 'enter');
  return [enter?.action(state) ?? { type: 'overlay/accept' }];
}
