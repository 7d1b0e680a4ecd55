/** One record per thing a key can do. Dispatch, footer, help, palette and the README block are all made from these. */

import type { PaneId } from '../layout.js';
import type { Action } from '../model/action.js';
import { type State, topOverlay } from '../model/state.js';
import type { Overlay } from '../overlays/reduce.js';
import { isSearching } from '../schema/search/reduce.js';
import { isEditable } from './reduce.js';

/**
 * Where a binding holds. `anywhere`: also while editing and under overlays. `command`: any pane in command state.
 * A pane's name: that pane in command state. `edit`: the text of any pane; `edit:query` of one. An overlay's kind: that
 * overlay. `overlay`: any overlay. `connect`: the URL prompt; `failed`: after a schema could not be loaded.
 */
export type Where =
  | 'anywhere'
  | 'command'
  | PaneId
  | 'edit'
  | `edit:${PaneId}`
  | 'overlay'
  | Overlay['kind']
  | 'connect'
  | 'failed'
  | 'completion'
  | 'response:find'
  | 'schema:search'
  | 'tiny';

/** A thing to do; without keys it is reached by name, in the palette. */
export interface Binding {
  /** Stable: what configuration and tests name. `schema.tick`. */
  readonly id: string;
  /** Chords as the decoder names them; two chords with a space between are pressed one after the other. */
  readonly keys: readonly string[];
  readonly where: Where | readonly Where[];
  /** Two or three words for the footer and the palette. */
  readonly label: string;
  /** One sentence for the help. */
  readonly help: string;
  /** Place in the footer, 1 first; absent: not there. */
  readonly footer?: number;
  /** True: not offered in the palette (moves, and what only makes sense as a key). */
  readonly quiet?: boolean;
  /** Why the key does nothing now, as a sentence; true: it works. */
  when?(state: State): true | string;
  action(state: State): Action;
}

/** The contexts whose bindings hold now, the nearest first. */
export function contexts(state: State): readonly Where[] {
  const overlay = topOverlay(state);
  if (overlay !== undefined) return [overlay.kind, 'overlay', 'anywhere'];
  if (state.connect.phase === 'asking') return ['connect', 'anywhere'];
  if (state.connect.phase === 'failed') return ['failed', 'anywhere'];
  if (isFinding(state)) return ['response:find', 'anywhere'];
  if (isSearching(state)) return ['schema:search', 'anywhere'];
  if (state.editing && isEditable(state.focus)) {
    const list: readonly Where[] = state.completion.list === undefined ? [] : ['completion'];
    return [...list, `edit:${state.focus}`, 'edit', 'anywhere'];
  }
  return [state.focus, 'command', 'anywhere'];
}

/** A search is typed in the response pane. */
export const isFinding = (state: State): boolean => state.focus === 'response' && state.response.find !== undefined;

/** Exactly there: a binding of `overlay` does not hold in `help` by this. */
export const holdsIn = (binding: Binding, where: Where): boolean =>
  typeof binding.where === 'string' ? binding.where === where : binding.where.includes(where);
