/** Position of the top overlay. */
import { clamp, layout } from '../layout.js';
import type { Overlay } from '../model/action.js';
import type { Rect } from '../model/layout.js';
import type { State } from '../model/state.js';
import { kindOf, type OverlayKinds } from './kind.js';

/** Default maximum width, in cells. */
const usualWidth = 84;

/** Minimum width of a box that fits its content, in cells. */
const minWidth = 36;

/**
 * If the margins would be narrower than this, the box fills the width, because only fragments of words would be visible next to
 * it.
 */
const minBeside = 12;

/** The overlay's rectangle, including the frame. */
export function overlayRect(state: State, overlay: Overlay, kinds: OverlayKinds): Rect {
  const { screen } = layout(state);
  const kind = kindOf(kinds, overlay);
  const widest = kind.widest ?? usualWidth;
  const cells = kind.cells?.(overlay, state, widest - 2);
  const wantedWidth = cells === undefined ? widest : clamp(cells + 2, minWidth, widest);
  const width = screen.width - wantedWidth < 2 * minBeside ? screen.width : wantedWidth;
  const wanted = kind.height?.(overlay, state, width - 2) ?? screen.height;
  const height = clamp(wanted, 3, Math.max(3, screen.height - 4));
  return {
    x: Math.floor((screen.width - width) / 2),
    y: Math.max(1, Math.floor((screen.height - height) / 3)),
    width,
    height,
  };
}
