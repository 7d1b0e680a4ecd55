/** The definition of one kind of overlay, provided by its room; `app/overlay-kinds.ts` collects all of them. */
import type { Line } from '../components/line.js';
import type { Action, Overlay } from '../model/action.js';
import type { OverlayKind } from '../model/overlays.js';
import type { State } from '../model/state.js';

/** Space inside an overlay's frame, in cells. */
export interface OverlaySize {
  readonly width: number;
  readonly height: number;
}

/** Lines of exactly the inner width, and the texts in the border. */
interface OverlayContent {
  readonly lines: readonly string[];
  readonly title: string;
  readonly status: Line;
  readonly scroll?: { readonly top: number; readonly total: number };
}

/** The visible part of a list or of a text. */
export interface OverlayWindow {
  /** Its entries or lines. */
  readonly total: number;
  /** How many of them are visible: a page. */
  readonly room: number;
  /** The first visible one. */
  readonly from: number;
  /** The row of that one, from 0 inside the frame. */
  readonly above: number;
}

export interface OverlayKindSpec<O extends Overlay> {
  /** Maximum width in cells, including the frame; absent: the default. */
  readonly widest?: number;
  /** Width of the longest line in cells; absent: the maximum, as for text fields. */
  cells?(overlay: O, state: State, most: number): number;
  /** The entries that are offered, of a list: keys that stay the same while it is narrowed. */
  entries?(overlay: O, state: State): readonly unknown[];
  /** Absent: neither a list nor a text that scrolls. */
  window?(overlay: O, state: State, size: OverlaySize): OverlayWindow;
  /** Height including the frame, at this inner width; absent: the maximum. */
  height?(overlay: O, state: State, width: number): number;
  /** Row of its field, from 0 inside the frame; absent: 0; undefined: not shown now. */
  fieldRow?(size: OverlaySize, overlay: O, state: State): number | undefined;
  /** Cells before its field; absent: one. */
  readonly fieldColumn?: number;
  /** Handles a click on a row, from 0 inside the frame, where there is no list to choose from. */
  clicked?(row: number, size: OverlaySize, overlay: O, state: State): readonly Action[];
  draw(overlay: O, state: State, size: OverlaySize): OverlayContent;
}

/** All kinds of overlays. A missing kind does not compile. */
export type OverlayKinds = { readonly [K in OverlayKind]: OverlayKindSpec<Extract<Overlay, { readonly kind: K }>> };

export const kindOf = (kinds: OverlayKinds, overlay: Overlay): OverlayKindSpec<Overlay> =>
  kinds[overlay.kind] as OverlayKindSpec<Overlay>;

/** The entries that a list offers now; undefined: not a list. */
export const entriesOf = (kinds: OverlayKinds, overlay: Overlay | undefined, state: State) =>
  overlay === undefined ? undefined : kindOf(kinds, overlay).entries?.(overlay, state);
