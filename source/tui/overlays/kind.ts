/**
 * What a kind of box says about itself. The room it belongs to provides this; `app/overlay-kinds.ts` collects all of them for the
 * view, the mouse and the reducer.
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

/** The contents of a box: lines of exactly its inner width, and the texts in its border. */
export interface BoxContent {
  readonly lines: readonly string[];
  readonly title: string;
  readonly status: Line;
  readonly scroll?: { readonly top: number; readonly total: number };
}

/** One kind of box. */
export interface KindOf<O extends Overlay> {
  /** Its greatest width in cells, frame included; absent: the usual one. */
  readonly widest?: number;
  /** The number of entries; absent: it is not a list. */
  count?(overlay: O, state: State): number;
  /** Rows it needs, frame included, at this inner width; absent: as many as there are. */
  height?(overlay: O, state: State, width: number): number;
  /** The row of its field, counted from 0 inside the box; absent: 0. */
  fieldRow?(size: BoxSize): number;
  draw(overlay: O, state: State, size: BoxSize): BoxContent;
}

/** All kinds of boxes. A new kind without a record here does not compile. */
export type OverlayKinds = { readonly [K in OverlayKind]: KindOf<Extract<Overlay, { readonly kind: K }>> };

/** The record for the kind of a box. */
export const kindOf = (kinds: OverlayKinds, overlay: Overlay): KindOf<Overlay> =>
  kinds[overlay.kind] as KindOf<Overlay>;

/** The number of entries of a list; undefined: the box is not a list. */
export const entryCount = (kinds: OverlayKinds, overlay: Overlay | undefined, state: State): number | undefined =>
  overlay === undefined ? undefined : kindOf(kinds, overlay).count?.(overlay, state);
