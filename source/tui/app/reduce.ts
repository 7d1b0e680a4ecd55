/** The root reducer. It passes each action to the reducer of its family, then applies the consequences in all folders. Pure. */
import { inner } from '../components/frame.js';
import { connectReducers, followIdentity } from '../connect/reduce.js';
import { followRemembered } from '../connect/remembered.js';
import { followDrafts } from '../documents/drafts.js';
import { documentReducers } from '../documents/reduce.js';
import { followSiblingFiles } from '../documents/sibling-files.js';
import { contentOf, withContent } from '../documents/tab-content.js';
import { followTabs } from '../documents/tabs.js';
import { identityReducers } from '../identity/reduce.js';
import { followSession } from '../identity/session.js';
import { docsRowsAfter, layout } from '../layout.js';
import type { Action, ActionOf, Family } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { State, TabContent } from '../model/state.js';
import { entriesOf, kindOf } from '../overlays/kind.js';
import { overlayRect } from '../overlays/layout.js';
import { topOverlay } from '../overlays/open.js';
import { reduceOverlay } from '../overlays/reduce.js';
import { followPaths } from '../query/completion/paths.js';
import { followCompletion } from '../query/completion/reduce.js';
import { describedRequest } from '../query/http-text.js';
import { orderCheck } from '../query/problems.js';
import { queryReducers } from '../query/reduce.js';
import { withCurrentDocument } from '../query/text.js';
import { responseReducers } from '../response/reduce.js';
import { schemaReducers } from '../schema/reduce.js';
import { followText } from '../schema/rows.js';
import { update } from '../update.js';
import { orderVariablesCheck } from '../variables/check.js';
import { variablesReducers } from '../variables/reduce.js';
import { overlayKinds } from './overlay-kinds.js';
import { reduceApp, resized } from './screen.js';
import { followTour } from './tour.js';

/** The reducer of each family of actions. A missing one is a compile error. */
const reducers = {
  app: reduceApp,
  overlay: reduceOverlays,
  ...variablesReducers,
  ...queryReducers,
  ...schemaReducers,
  ...responseReducers,
  ...identityReducers,
  ...connectReducers,
  ...documentReducers,
} satisfies { readonly [F in Family]: (state: State, action: ActionOf<F>) => Update<State> };

/** Returns the reducer's update, including the consequences of the change. */
export function reduce(state: State, action: Action): Update<State> {
  const family = action.type.slice(0, action.type.indexOf('/')) as Family;
  // An action's family determines its reducer, which the compiler cannot see.
  const reducer = reducers[family] as (state: State, action: Action) => Update<State>;
  const owner = ownerOf(state, action);
  if (owner !== undefined && owner !== state.tabs.at) return inTab(state, owner, inside => reducer(inside, action));
  // Parse a long text as soon as anything but typing needs it.
  const reduced = followSiblingFiles(state, reducer(withCurrentDocument(state, action), action));
  const followed = followTexts(state, reduced, action);
  const followedState = family === 'overlay' ? followed : followSession(state, followed);
  const done = followIdentity({ ...followedState, state: followTabs(state, followedState.state) });
  if (done.state === state) return done;
  const toured = followDocs(state, followTour(done.state, action));
  // A tab bar, more lines of variables, or longer documentation take room from the panes.
  const isSame = layout(toured) === layout(state);
  return followDrafts(followRemembered(state, { ...done, state: isSame ? toured : resized(toured) }));
}

function followDocs(before: State, state: State): State {
  const docsRows = docsRowsAfter(before, state);
  return docsRows === state.docsRows ? state : { ...state, docsRows };
}

/**
 * Applies the consequences of any change of a text, a schema or the focus: the tree shows the new text, the completion list
 * opens, narrows or closes, and a check is scheduled. This is done centrally because texts change by typing, ticking, undo,
 * paste and $EDITOR.
 */
function followTexts(before: State, done: Update<State>, action: Action): Update<State> {
  if (done.state === before) return done;
  const state = followCompletion(before, followText(done.state), action);
  const followed = followPaths(before, state === done.state ? done : { ...done, state }, action);
  const ordered = orderCheck(followed);
  return orderVariablesCheck(ordered, describedRequest(ordered.state));
}

/** Runs the actions chosen in an overlay, and collects the effects of all steps. */
function reduceOverlays(state: State, action: ActionOf<'overlay'>): Update<State> {
  const top = topOverlay(state);
  const done = reduceOverlay(state, action, {
    window: () => top && kindOf(overlayKinds, top).window?.(top, state, inner(overlayRect(state, top, overlayKinds))),
    entries: overlay => entriesOf(overlayKinds, overlay, state),
  });
  return (done.next ?? []).reduce<Update<State>>(
    (before, next) => {
      const after = reduce(before.state, next);
      return update(after.state, ...before.effects, ...after.effects);
    },
    update(done.state, ...done.effects),
  );
}

/** Index of the tab that an action belongs to, or undefined for the active tab. */
function ownerOf(state: State, action: Action): number | undefined {
  const { all } = state.tabs;
  if (all.length === 1) return undefined;
  if ('tab' in action && typeof action.tab === 'number') return index(all.findIndex(({ id }) => id === action.tab));
  const isIts = waitsFor(action);
  // Tabs on one server share a connection, so check the active tab first.
  if (isIts === undefined || isIts(state)) return undefined;
  return index(all.findIndex(({ content }) => content !== undefined && isIts(content)));
}

const index = (at: number): number | undefined => (at < 0 ? undefined : at);

/** Finds the tab that waits for this result. Returns undefined if the action is not a result. */
function waitsFor(action: Action): ((tab: TabContent) => boolean) | undefined {
  // Only the messages of a login may lack an ID.
  if (!('id' in action) || action.id === undefined) return undefined;
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
function inTab(state: State, at: number, work: (inside: State) => Update<State>): Update<State> {
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
