/**
 * What a kind of box says of itself. The room it belongs to provides it; `app/overlay-kinds.ts` has all of them, and hands them to
 * what draws boxes, to the mouse, and to the reducer.
 */
import type { Line } from '../components/line.js';
import type { Overlay } from '../model/action.js';
import type { OverlayKind } from '../model/overlays.js';
import type { State } from '../model/state.js';

/** Room inside of a box, in cells. */
export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** What stands in a box: lines of exactly its inner width, and what its sides say. */
export interface BoxContent {
  readonly lines: readonly string[];
  readonly title: string;
  readonly status: Line;
  readonly scroll?: { readonly top: number; readonly total: number };
}

/** One kind of box. */
export interface KindOf<O extends Overlay> {
  /** Cells it has at most, frame included; absent: as most boxes. */
  readonly widest?: number;
  /** Entries that can be marked; absent: it is no list. */
  count?(overlay: O, state: State): number;
  /** Rows it would like to have, frame included, in a box of this inner width; absent: as many as there are. */
  height?(overlay: O, state: State, width: number): number;
  /** The row of its field inside of the box, 0 first; absent: the first. */
  fieldRow?(size: BoxSize): number;
  draw(overlay: O, state: State, size: BoxSize): BoxContent;
}

/** All kinds of boxes. A new kind without a record here does not compile. */
export type OverlayKinds = { readonly [K in OverlayKind]: KindOf<Extract<Overlay, { readonly kind: K }>> };

/** The record of a box's own kind. */
export const kindOf = (kinds: OverlayKinds, overlay: Overlay): KindOf<Overlay> =>
  kinds[overlay.kind] as KindOf<Overlay>;

/** How many entries the list on top has; undefined: it is none. */
export const entryCount = (kinds: OverlayKinds, overlay: Overlay | undefined, state: State): number | undefined =>
  overlay === undefined ? undefined : kindOf(kinds, overlay).count?.(overlay, state);
