/** Commands and their keys. Key handling, footer, help, palette and the manual's tables are generated from these records. */
import type { PaneId } from './layout.js';
import type { OverlayKind } from './overlays.js';

/**
 * Context in which a binding is active:
 * - `anywhere`: everywhere, including while editing and under overlays
 * - `command`: any pane that is not being edited
 * - a pane's name: that pane while it is not being edited
 * - `edit`: any text being edited; `edit:query`: only the query text
 * - `text:find`: the search line of a text
 * - `overlay`: any overlay; an overlay's kind: that overlay
 * - `connect`: the URL prompt
 * - `failed`: the schema failed to load
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

/** A command. One without keys is run by name from the palette. */
export interface BindingOf<State, Action> {
  /** Stable ID used in the configuration and in tests, such as `schema.tick`. */
  readonly id: string;
  /** Chords, named as the decoder names them. Two chords separated by a space are pressed in sequence. */
  readonly keys: readonly string[];
  readonly where: BindingContext | readonly BindingContext[];
  /** Two or three words for the footer and the palette. */
  readonly label: string;
  /** The current label, if it varies (`stop` while a run is in progress). An empty label hides the command from the footer. */
  labelNow?(state: State): string;
  /** One sentence for the help overlay. */
  readonly help: string;
  /** Position in the footer, from 1. Without it, the command is not in the footer. */
  readonly footer?: number;
  /** True to omit it from the palette (cursor moves, and commands that only make sense as a key). */
  readonly quiet?: boolean;
  /** Returns true if the command is enabled, or a sentence that explains why it is not. */
  when?(state: State): true | string;
  /** @param chord the key that was pressed, or undefined if the command was run by name */
  action(state: State, chord?: string): Action;
}
