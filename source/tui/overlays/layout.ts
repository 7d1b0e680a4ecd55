/** Position of the top overlay and its visible rows: for drawing and for clicks. */
import { cellWidth } from '../../core/text/cells.js';
import { wrapText } from '../../core/text/wrap.js';
import { clamp, layout } from '../layout.js';
import type { Overlay } from '../model/action.js';
import type { Rect } from '../model/layout.js';
import type { State } from '../model/state.js';
import { kindOf, type OverlayKinds, type OverlaySize } from './kind.js';

/** Default maximum width, in cells. */
const usualWidth = 84;

/** Minimum width of a box that fits its content, in cells. */
const leastWidth = 36;

/** Minimum height of a filtered list, screen permitting. */
const leastFiltered = 16;

/** A box with narrower margins than this fills the width: only fragments of words would show beside it. */
const leastBeside = 12;

/** Its rectangle, including the frame. */
export function overlayRect(state: State, overlay: Overlay, kinds: OverlayKinds): Rect {
  const { screen } = layout(state);
  const kind = kindOf(kinds, overlay);
  const widest = kind.widest ?? usualWidth;
  const cells = kind.cells?.(overlay, state, widest - 2);
  const wantedWidth = cells === undefined ? widest : clamp(cells + 2, leastWidth, widest);
  const width = screen.width - wantedWidth < 2 * leastBeside ? screen.width : wantedWidth;
  const wanted = kind.height?.(overlay, state, width - 2) ?? screen.height;
  const height = clamp(wanted, 3, Math.max(3, screen.height - 4));
  return {
    x: Math.floor((screen.width - width) / 2),
    y: Math.max(1, Math.floor((screen.height - height) / 3)),
    width,
    height,
  };
}

/**
 * Height of a filtered list, including field and frame: half the screen, or fewer entries.
 * @param entries the number before filtering: the box keeps its size while the list is narrowed
 */
export function filteredHeight(state: State, entries: number): number {
  const { screen } = layout(state);
  return clamp(entries + 4, 6, Math.max(leastFiltered, Math.floor(screen.height / 2)));
}

/** The title of a choice that does not fit into the border, as rows above its options: a question is never truncated. */
export function questionRows(title: string, width: number): readonly string[] {
  return cellWidth(title) <= width - 4 ? [] : [...wrapText(title, width - 2), ''];
}

/** An option that does not fit its row, wrapped; empty: it fits. */
export const cutOption = (
  { label, detail = '' }: { readonly label: string; readonly detail?: string },
  width: number,
) => (detail === '' || cellWidth(label) + cellWidth(detail) + 3 <= width ? [] : wrapText(detail, width - 2, 4));

/** Maximum number of options measured for the width. */
export const maxMeasured = 200;

/** Rows below a choice's options, the first of them blank: the full selected option, if any is truncated. */
export function rowsBelow(overlay: Overlay, width: number): number {
  if (overlay.kind !== 'choice') return 0;
  const most = Math.max(0, ...overlay.options.slice(0, maxMeasured).map(each => cutOption(each, width).length));
  return most === 0 ? 0 : most + 1;
}

/** Rows between the top border and the first row of its list. @param width inside the frame */
export function rowsAbove(overlay: Overlay, width: number): number {
  if (overlay.kind === 'choice') return questionRows(overlay.title, width).length;
  return 'field' in overlay ? 2 : 0;
}

/**
 * The first visible entry and the number of entries that fit.
 * @param size inside the frame
 */
export function listWindow(
  overlay: Overlay & { readonly selected: number },
  total: number,
  { width, height }: OverlaySize,
): { readonly from: number; readonly room: number; readonly selected: number } {
  const selected = clamp(overlay.selected, 0, Math.max(0, total - 1));
  const room = Math.max(1, height - rowsAbove(overlay, width) - rowsBelow(overlay, width));
  return { from: clamp(selected - Math.floor(room / 2), 0, Math.max(0, total - room)), room, selected };
}
