/** Where the top overlay is and which of its rows are shown: for drawing and for clicks. */
import { clamp, layout } from '../layout.js';
import type { Overlay } from '../model/action.js';
import type { Rect } from '../model/layout.js';
import type { State } from '../model/state.js';
import { kindOf, type OverlayKinds } from './kind.js';

/** The greatest width of most overlays, in cells. */
const usualWidth = 84;

/** Its place, with its frame. */
export function overlayRect(state: State, overlay: Overlay, kinds: OverlayKinds): Rect {
  const { screen } = layout(state);
  const kind = kindOf(kinds, overlay);
  const width = clamp(screen.width - 6, 20, kind.widest ?? usualWidth);
  const wanted = kind.height?.(overlay, state, width - 2) ?? screen.height;
  const height = clamp(wanted, 5, Math.max(5, screen.height - 4));
  return {
    x: Math.floor((screen.width - width) / 2),
    y: Math.max(1, Math.floor((screen.height - height) / 3)),
    width,
    height,
  };
}

/** Rows between the upper border and the first row of its list. */
export const rowsAbove = (overlay: Overlay): number => ('field' in overlay ? 2 : 0);

/**
 * The list's first shown entry and how many fit.
 * @param height rows inside the frame
 */
export function listWindow(
  overlay: Overlay & { readonly selected: number },
  total: number,
  height: number,
): { readonly from: number; readonly room: number; readonly selected: number } {
  const selected = clamp(overlay.selected, 0, Math.max(0, total - 1));
  const room = Math.max(1, height - rowsAbove(overlay));
  return { from: clamp(selected - Math.floor(room / 2), 0, Math.max(0, total - room)), room, selected };
}
