/**
 * What a kind of overlay says about itself. The room it belongs to provides this; `app/overlay-kinds.ts` collects all of them for the
 * view, the mouse and the reducer.
 */
import type { Line } from '../components/line.js';
import type { Action, Overlay } from '../model/action.js';
import type { OverlayKind } from '../model/overlays.js';
import type { State } from '../model/state.js';

/** Room inside an overlay's frame, in cells. */
export interface OverlaySize {
  readonly width: number;
  readonly height: number;
}

/** The contents of an overlay: lines of exactly its inner width, and the texts in its border. */
export interface OverlayContent {
  readonly lines: readonly string[];
  readonly title: string;
  readonly status: Line;
  readonly scroll?: { readonly top: number; readonly total: number };
}

/** One kind of overlay. */
export interface OverlayKindSpec<O extends Overlay> {
  /** Its greatest width in cells, frame included; absent: the usual one. */
  readonly widest?: number;
  /** Cells inside its frame that its longest line fills; absent: it takes all it may have, as what is typed into does. */
  cells?(overlay: O, state: State, most: number): number;
  /** The number of entries; absent: it is not a list. */
  count?(overlay: O, state: State): number;
  /** Rows it needs, frame included, at this inner width; absent: as many as there are. */
  height?(overlay: O, state: State, width: number): number;
  /** The row of its field, counted from 0 inside the frame; absent: 0. */
  fieldRow?(size: OverlaySize, overlay: O, state: State): number;
  /** Cells before its field; absent: one. */
  readonly fieldColumn?: number;
  /** What a click on a row does, where there is no list to choose from; the row is counted from 0 inside the frame. */
  clicked?(row: number, size: OverlaySize, overlay: O, state: State): readonly Action[];
  draw(overlay: O, state: State, size: OverlaySize): OverlayContent;
}

/** All kinds of overlays. A new kind without a record here does not compile. */
export type OverlayKinds = { readonly [K in OverlayKind]: OverlayKindSpec<Extract<Overlay, { readonly kind: K }>> };

/** The record for the kind of an overlay. */
export const kindOf = (kinds: OverlayKinds, overlay: Overlay): OverlayKindSpec<Overlay> =>
  kinds[overlay.kind] as OverlayKindSpec<Overlay>;

/** The number of entries of a list; undefined: the overlay is not a list. */
export const entryCount = (kinds: OverlayKinds, overlay: Overlay | undefined, state: State): number | undefined =>
  overlay === undefined ? undefined : kindOf(kinds, overlay).count?.(overlay, state);
