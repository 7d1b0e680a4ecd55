/** The definition of one kind of overlay, provided by the folder it belongs to. `app/overlay-kinds.ts` collects them all. */
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
  /** Number of entries or lines. */
  readonly total: number;
  /** Number of visible entries or lines: a page. */
  readonly room: number;
  /** Index of the first visible one. */
  readonly from: number;
  /** Row of the first visible one, from 0 inside the frame. */
  readonly above: number;
}

/** Size of the box. */
interface BoxSize<O extends Overlay> {
  /** Maximum width in cells, including the frame; a default if omitted. */
  readonly widest?: number;
  /** Width of the longest line in cells. The maximum width is used if omitted, as for text fields. */
  cells?(overlay: O, state: State, most: number): number;
  /** Height including the frame, at this inner width. The maximum height is used if omitted. */
  height?(overlay: O, state: State, width: number): number;
}

/** Rows that can be selected, scrolled or clicked. */
interface BoxRows<O extends Overlay> {
  /** Entries of a list. Their keys stay the same while the list is narrowed. */
  entries?(overlay: O, state: State): readonly unknown[];
  /** Omitted if the overlay is neither a list nor a text that scrolls. */
  window?(overlay: O, state: State, size: OverlaySize): OverlayWindow;
  /** Handles a click on a row, from 0 inside the frame, for overlays other than lists with one entry per row. */
  clicked?(row: number, size: OverlaySize, overlay: O, state: State): readonly Action[];
}

export interface OverlayKindSpec<O extends Overlay> extends BoxSize<O>, BoxRows<O> {
  /** Row of the field, from 0 inside the frame. It defaults to 0; undefined means that the field is hidden. */
  fieldRow?(size: OverlaySize, overlay: O, state: State): number | undefined;
  /** Cells before the field; one if omitted. */
  readonly fieldColumn?: number;
  draw(overlay: O, state: State, size: OverlaySize): OverlayContent;
}

/** All kinds of overlays. A missing kind is a compile error. */
export type OverlayKinds = { readonly [K in OverlayKind]: OverlayKindSpec<Extract<Overlay, { readonly kind: K }>> };

export const kindOf = (kinds: OverlayKinds, overlay: Overlay): OverlayKindSpec<Overlay> =>
  kinds[overlay.kind] as OverlayKindSpec<Overlay>;

/** The entries that a list currently offers, or undefined if the overlay is not a list. */
export const entriesOf = (kinds: OverlayKinds, overlay: Overlay | undefined, state: State) =>
  overlay === undefined ? undefined : kindOf(kinds, overlay).entries?.(overlay, state);
