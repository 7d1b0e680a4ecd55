/** One record per command. Key handling, footer, help, palette and the manual's tables are generated from these. */
import type { PaneId } from './layout.js';
import type { OverlayKind } from './overlays.js';

/**
 * Where a binding is active. `anywhere`: also while editing and under overlays. `command`: any pane in command state.
 * A pane's name: that pane in command state. `edit`: the text of any pane; `edit:query`: of one pane; `text:find`: its search
 * line. An overlay's kind: that overlay. `overlay`: any overlay. `connect`: the URL prompt; `failed`: the schema failed to load.
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

/** A command; without keys it is run by name, from the palette. */
export interface BindingOf<State, Action> {
  /** Stable ID for the configuration and for tests: `schema.tick`. */
  readonly id: string;
  /** Chords as the decoder names them; two chords separated by a space are pressed one after the other. */
  readonly keys: readonly string[];
  readonly where: BindingContext | readonly BindingContext[];
  /** Two or three words for the footer and the palette. */
  readonly label: string;
  /** The current label, where it varies: `stop` while a run is in progress; empty: not in the footer. */
  labelNow?(state: State): string;
  /** One sentence for the help overlay. */
  readonly help: string;
  /** Position in the footer, 1 first; absent: not in the footer. */
  readonly footer?: number;
  /** True: not in the palette (cursor moves, and commands that only make sense as a key). */
  readonly quiet?: boolean;
  /** True if enabled, else a sentence saying why not. */
  when?(state: State): true | string;
  /** @param chord the key that was pressed; absent: run by name */
  action(state: State, chord?: string): Action;
}
