/** The root reducer: sends each action to the pane it belongs to. Pure. */

import { textOf } from '../../core/text/editor.js';
import { followIdentity } from '../connect/follow-identity.js';
import { isLoading, reduceConnect } from '../connect/reduce.js';
import { type DraftsAction, followDrafts, reduceDrafts } from '../documents/drafts.js';
import { type FilesAction, isUnsaved, reduceFiles } from '../documents/files.js';
import { type HistoryAction, reduceHistory } from '../documents/history.js';
import { type OperationsAction, reduceOperations } from '../documents/operations.js';
import { type LoginAction, reduceLogin } from '../identity/login.js';
import { type IdentityAction, reduceIdentity } from '../identity/reduce.js';
import { type PaneId, panes } from '../layout.js';
import type { Action, AppAction } from '../model/action.js';
import { type Effect, type Step, step } from '../model/effect.js';
import type { State } from '../model/state.js';
import { viewOf } from '../model/state.js';
import { closeTop, reduceOverlay } from '../overlays/reduce.js';
import { reduceCompletion } from '../query/completion/reduce.js';
import { reduceQuery } from '../query/reduce.js';
import { isBusy, reduceResponse, responseResized } from '../response/reduce.js';
import { requestOf } from '../response/request.js';
import { reduceSchema, schemaResized } from '../schema/reduce.js';
import { reduceSearch, type SearchAction } from '../schema/search/reduce.js';
import { follow } from '../text/pane.js';
import { themeOn } from '../theme.js';
import { reduceVariables } from '../variables/reduce.js';
import { followUp } from './follow-up.js';

/** The step of one action: its pane's answer, and what follows any change (completion, checks, drafts). */
export function reduce(state: State, action: Action): Step<State> {
  const done = followIdentity(followUp(state, routed(state, action), action));
  return done.state === state ? done : followDrafts(done);
}

function routed(state: State, action: Action): Step<State> {
  switch (action.type.slice(0, action.type.indexOf('/'))) {
    case 'app':
      return reduceApp(state, action as AppAction);
    case 'connect':
      return reduceConnect(state, action as Parameters<typeof reduceConnect>[1]);
    case 'schema':
      return reduceSchema(state, action as Parameters<typeof reduceSchema>[1]);
    case 'search':
      return reduceSearch(state, action as SearchAction);
    case 'query':
      return reduceQuery(state, action as Parameters<typeof reduceQuery>[1]);
    case 'completion':
      return reduceCompletion(state, action as Parameters<typeof reduceCompletion>[1]);
    case 'variables':
      return reduceVariables(state, action as Parameters<typeof reduceVariables>[1]);
    case 'response':
      return reduceResponse(state, action as Parameters<typeof reduceResponse>[1]);
    case 'drafts':
      return reduceDrafts(state, action as DraftsAction);
    case 'history':
      return reduceHistory(state, action as HistoryAction);
    case 'identity':
      return reduceIdentity(state, action as IdentityAction);
    case 'login':
      return reduceLogin(state, action as LoginAction);
    case 'operations':
      return reduceOperations(state, action as OperationsAction);
    case 'files':
      return reduceFiles(state, action as FilesAction);
    default: {
      const done = reduceOverlay(state, action as Parameters<typeof reduceOverlay>[1]);
      return (done.next ?? []).reduce<Step<State>>(chain, done);
    }
  }
}

/** Runs another action on what a step left; both steps' effects are kept. */
function chain(before: Step<State>, action: Action): Step<State> {
  const after = reduce(before.state, action);
  return step(after.state, ...before.effects, ...after.effects);
}

/** True for panes whose text can be typed into. */
export const isEditable = (pane: PaneId): boolean => pane === 'query' || pane === 'variables';

const focusOn = (state: State, pane: PaneId): State => ({
  ...state,
  focus: pane,
  side: pane === 'schema' ? state.side : pane,
  editing: false,
});

function reduceApp(state: State, action: AppAction): Step<State> {
  switch (action.type) {
    case 'app/key':
      return step(
        state.notice === undefined && !state.quitAsked ? state : { ...state, notice: undefined, quitAsked: false },
      );
    case 'app/click-over':
      return step(state.lastClick === action.click ? { ...state, lastClick: undefined } : state);
    case 'app/background': {
      const theme = themeOn(state.settings.theme, action.colour);
      return step(theme === state.settings.theme ? state : { ...state, settings: { ...state.settings, theme } });
    }
    case 'app/resize': {
      const size = { columns: action.columns, rows: action.rows };
      return step(resized({ ...state, size }));
    }
    case 'app/focus':
      return step(focusOn(state, action.pane));
    case 'app/focus-next': {
      const at = panes.indexOf(state.focus);
      return step(focusOn(state, panes[(at + action.by + panes.length) % panes.length] ?? 'schema'));
    }
    case 'app/edit':
      return step(isEditable(state.focus) ? { ...state, editing: true } : state);
    case 'app/escape':
      if (state.overlays.at(-1)?.kind === 'login') return reduceLogin(state, { type: 'login/cancel' });
      if (state.overlays.length > 0) return step(closeTop(state));
      return step({ ...state, editing: false, prefix: undefined });
    case 'app/zoom':
      return step(resized({ ...state, zoomed: !state.zoomed }));
    case 'app/shift':
      return step(resized({ ...state, shift: state.shift + action.by }));
    case 'app/prefix':
      return step({ ...state, prefix: action.chord });
    case 'app/notice':
      return step({ ...state, notice: { text: action.text, tone: action.tone ?? 'info' } });
    case 'app/interrupt':
      // Whatever waits for the login ends with it.
      if (state.overlays.at(-1)?.kind === 'login') return reduceLogin(state, { type: 'login/cancel' });
      if (isBusy(state)) return reduceResponse(state, { type: 'response/stop' });
      if (isLoading(state.connect)) return reduceConnect(state, { type: 'connect/stop' });
      return quit(state, 'Press Ctrl-C again to quit.', true);
    case 'app/quit':
      // Text that is kept as a draft is not lost, so nothing is asked.
      return quit(state, 'The text is not saved. Press q again to quit.', isUnsaved(state) && state.drafts.broken);
    case 'app/suspend':
      return step(state, { kind: 'suspend' });
    case 'app/redraw':
      return step(state, { kind: 'redraw' });
    case 'app/external-editor':
      return externalEditor(state);
    case 'app/copy-command': {
      const operation = requestOf(state);
      if (typeof operation === 'string') return step({ ...state, notice: { text: operation, tone: 'error' } });
      return step(state, { kind: 'copy-command', program: action.program, operation });
    }
    case 'app/copy':
      return step(state, { kind: 'copy', text: action.text, what: action.what });
    case 'app/page':
      return step(state, { kind: 'page', text: action.text, suffix: action.suffix });
  }
}

function quit(state: State, question: string, ask: boolean): Step<State> {
  if (ask && !state.quitAsked) {
    return step({ ...state, quitAsked: true, notice: { text: question, tone: 'info' } });
  }
  const unlessLost = !state.quitAsked && isUnsaved(state);
  return step(state, { kind: 'quit', code: 0, ...(unlessLost ? { unlessLost } : {}) });
}

function externalEditor(state: State): Step<State> {
  const pane = state.focus;
  const effect: Effect | undefined =
    pane === 'query'
      ? { kind: 'edit-text', pane, text: textOf(state.query.editor), language: 'graphql' }
      : pane === 'variables'
        ? { kind: 'edit-text', pane, text: textOf(state.variables.editor), language: 'json' }
        : undefined;
  return effect === undefined ? step(state) : step(state, effect);
}

/** After a change of sizes everything stays in view. */
function resized(state: State): State {
  return responseResized(
    schemaResized({
      ...state,
      query: { ...state.query, ...follow(state.query, viewOf(state, 'query')) },
      variables: follow(state.variables, viewOf(state, 'variables')),
    }),
  );
}
