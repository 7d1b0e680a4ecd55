/** Routes results to the tab that requested them, whether or not it is active. */
import { contentOf, withContent } from '../documents/tab-content.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { State, TabContent } from '../model/state.js';
import { update } from '../update.js';

/** Index of the tab that an action belongs to, or undefined for the active tab. */
export function ownerOf(state: State, action: Action): number | undefined {
  const { all } = state.tabs;
  if (all.length === 1) return undefined;
  if ('tab' in action && typeof action.tab === 'number') return index(all.findIndex(({ id }) => id === action.tab));
  const isIts = asked(action);
  // Tabs on one server share a connection, so check the active tab first.
  if (isIts === undefined || isIts(state)) return undefined;
  return index(all.findIndex(({ content }) => content !== undefined && isIts(content)));
}

const index = (at: number): number | undefined => (at < 0 ? undefined : at);

/** Finds the tab that waits for this result. Returns undefined if the action is not a result. */
function asked(action: Action): ((tab: TabContent) => boolean) | undefined {
  if (!('id' in action)) return undefined;
  const { id } = action;
  // A run or the loading of a schema caused the login.
  if (action.type === 'response/protocol' || action.type === 'identity/offered')
    return ({ connect, response }) => response.runId === id || connect.loadId === id;
  if (action.type === 'search/ways-found') return ({ schema }) => schema.pendingWays?.id === id;
  if (action.type.startsWith('connect/')) return ({ connect }) => connect.loadId === id;
  if (action.type === 'response/piped') return ({ response }) => response.filtered?.id === id;
  if (action.type.startsWith('response/') || action.type === 'values/captured')
    return ({ response }) => response.runId === id;
  return undefined;
}

/** Applies an action to an inactive tab. Its notice is dropped. */
export function inTab(state: State, at: number, work: (inside: State) => Update<State>): Update<State> {
  const tab = state.tabs.all[at];
  if (tab?.content === undefined) return update(state);
  const inside = { ...state, ...tab.content, overlays: [] };
  const worked = work(inside);
  // An inactive tab does not affect the active tab's login.
  const done = { ...worked, effects: worked.effects.filter(({ kind }) => kind !== 'identify') };
  if (done.state === inside) return update(state, ...done.effects);
  const after = withContent(state, at, contentOf(done.state));
  return update({ ...after, nextId: done.state.nextId, now: done.state.now, past: done.state.past }, ...done.effects);
}
