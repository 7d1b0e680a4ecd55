import type { BindingContext } from '../model/binding.js';
import type { Binding, State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { findingPane } from '../query/find/reduce.js';
import { isFinding } from '../response/find.js';
import { isSearching } from '../schema/search/reduce.js';
import { isEditable } from '../text/pane.js';

/** The active key contexts, innermost first. */
export function contexts(state: State): readonly BindingContext[] {
  const overlay = topOverlay(state);
  if (overlay !== undefined) return [overlay.kind, 'overlay', 'anywhere'];
  if (state.connect.phase === 'asking') return ['connect', 'anywhere'];
  if (state.connect.phase === 'failed') return ['failed', 'anywhere'];
  if (isFinding(state)) return ['response:find', 'anywhere'];
  if (isSearching(state)) return ['schema:search', 'anywhere'];
  if (findingPane(state) !== undefined) return ['text:find', 'anywhere'];
  if (state.editing && isEditable(state.focus)) {
    const list: readonly BindingContext[] = state.completion.list === undefined ? [] : ['completion'];
    return [...list, `edit:${state.focus}`, 'edit', 'anywhere'];
  }
  return [state.focus, 'command', 'anywhere'];
}

/** Matches the context exactly: a binding of `overlay` is not active in `help`. */
export const isActiveIn = (binding: Binding, where: BindingContext): boolean =>
  typeof binding.where === 'string' ? binding.where === where : binding.where.includes(where);
