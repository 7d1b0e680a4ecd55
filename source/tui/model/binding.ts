/** One record per thing a key can do. Key handling, footer, help, palette and the README's tables are all made from these. */
import type { PaneId } from './layout.js';
import type { OverlayKind } from './overlays.js';

/**
 * Where a binding is active. `anywhere`: also while editing and under overlays. `command`: any pane in command state.
 * A pane's name: that pane in command state. `edit`: the text of any pane; `edit:query` of one; `text:find`: a search in it is typed. An overlay's kind: that
 * overlay. `overlay`: any overlay. `connect`: the URL prompt; `failed`: after a schema could not be loaded.
 */
export type BindingContext =
  | 'anywhere'
  | 'command'
  | PaneId
  | 'edit'
  | `edit:${PaneId}`
  | 'overlay'
  | OverlayKind
  | 'connect'
  | 'failed'
  | 'completion'
  | 'text:find'
  | 'response:find'
  | 'schema:search'
  | 'tiny';

/** A thing to do; without keys it is reached by name, in the palette. */
export interface BindingOf<State, Action> {
  /** A stable name for the configuration and for tests: `schema.tick`. */
  readonly id: string;
  /** Chords as the decoder names them; two chords separated by a space are pressed one after the other. */
  readonly keys: readonly string[];
  readonly where: BindingContext | readonly BindingContext[];
  /** Two or three words for the footer and the palette. */
  readonly label: string;
  /** What the label is now, where it depends: `stop` while something runs; empty: the footer leaves the key out. */
  labelNow?(state: State): string;
  /** One sentence for the help. */
  readonly help: string;
  /** Position in the footer, 1 first; absent: not in the footer. */
  readonly footer?: number;
  /** True: not offered in the palette (moves, and what only makes sense as a key). */
  readonly quiet?: boolean;
  /** Why the key does nothing now, as a sentence; true: it works. */
  when?(state: State): true | string;
  /** @param chord which of its keys was pressed; absent: it was reached by name */
  action(state: State, chord?: string): Action;
}
