/** Where the top overlay is and which of its rows are shown: for drawing and for clicks. */
import { cellWidth } from '../../core/text/cells.js';
import { wrapText } from '../../core/text/wrap.js';
import { clamp, layout } from '../layout.js';
import type { Overlay } from '../model/action.js';
import type { Rect } from '../model/layout.js';
import type { State } from '../model/state.js';
import { kindOf, type OverlayKinds, type OverlaySize } from './kind.js';

/** The greatest width of most overlays, in cells. */
const usualWidth = 84;

/** The least width of a box that is as wide as what is in it, in cells. */
const leastWidth = 36;

/** Rows that such a list may have on any screen that is as tall. */
const leastFiltered = 16;

/** Columns at each side of a box below which it takes them, too: of what is behind it only pieces of words would be left. */
const leastBeside = 12;

/** Its place, with its frame. */
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
 * Rows of a list that is narrowed by typing, its field and frame included: half the screen, and no more than it has entries.
 * @param entries how many there are before anything is typed: the box stays as it is while the list is narrowed
 */
export function filteredHeight(state: State, entries: number): number {
  const { screen } = layout(state);
  return clamp(entries + 4, 6, Math.max(leastFiltered, Math.floor(screen.height / 2)));
}

/** The title of a choice that does not fit into the border, as rows above its options: a question is never cut. */
export function questionRows(title: string, width: number): readonly string[] {
  return cellWidth(title) <= width - 4 ? [] : [...wrapText(title, width - 2), ''];
}

/** An option whose row has no room for it, as rows that have; empty: it has room. */
export const cutOption = (
  { label, detail = '' }: { readonly label: string; readonly detail?: string },
  width: number,
) => (detail === '' || cellWidth(label) + cellWidth(detail) + 3 <= width ? [] : wrapText(detail, width - 2, 4));

/** Options that are measured: of very many, the first. */
export const maxMeasured = 200;

/** Rows below a choice's options, the first of them blank: the selected one as a whole, if any of them is cut. */
export function rowsBelow(overlay: Overlay, width: number): number {
  if (overlay.kind !== 'choice') return 0;
  const most = Math.max(0, ...overlay.options.slice(0, maxMeasured).map(each => cutOption(each, width).length));
  return most === 0 ? 0 : most + 1;
}

/** Rows between the upper border and the first row of its list. @param width inside the frame */
export function rowsAbove(overlay: Overlay, width: number): number {
  if (overlay.kind === 'choice') return questionRows(overlay.title, width).length;
  return 'field' in overlay ? 2 : 0;
}

/**
 * The list's first shown entry and how many fit.
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
