import { textOf } from '../../core/text/editor.js';
import { isLoading } from '../connect/load.js';
import { reduceConnect } from '../connect/reduce.js';
import { anyUnsaved } from '../documents/tab-content.js';
import { reduceLogin } from '../identity/login.js';
import { clamp, panes, riseOf, viewOf } from '../layout.js';
import type { AppAction } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { PaneId } from '../model/layout.js';
import type { State } from '../model/state.js';
import { closeTop, topOverlay } from '../overlays/open.js';
import { undoOf } from '../overlays/reduce.js';
import { withVariablesUndone } from '../query/edits.js';
import { typed } from '../query/text.js';
import { responseResized } from '../response/reduce.js';
import { isBusy, stop } from '../response/run.js';
import { follow as followCursorRow } from '../schema/rows.js';
import { follow, isEditable } from '../text/pane.js';
import { leaveEditing, reduceVim, type SetPane, toggleVim } from '../text/vim.js';
import { themeOn } from '../theme.js';
import { notify, update, withNotice } from '../update.js';
import { reduceTheme, showTheme } from './themes.js';

const focusOn = (state: State, pane: PaneId): State => ({
  ...state,
  focus: pane,
  side: pane === 'schema' ? state.side : pane,
  editing: false,
});

const paneAfter = (pane: PaneId, by: number): PaneId =>
  panes[(panes.indexOf(pane) + by + panes.length) % panes.length] ?? 'schema';

/** Puts a pane into the state. A changed query also changes its document. */
const setPane: SetPane = (state, id, pane) => {
  if (id === 'variables') return update({ ...state, variables: pane });
  const next = typed(state, pane);
  const isChanged = next.state.query.editor !== state.query.editor;
  return isChanged ? update(withVariablesUndone(next.state), ...next.effects) : next;
};

/** Reduces the actions that belong to no pane: size, focus, notices, quitting. */
export function reduceApp(state: State, action: AppAction): Update<State> {
  switch (action.type) {
    case 'app/key':
      return update(
        state.notice === undefined && !state.quitAsked ? state : { ...state, notice: undefined, quitAsked: false },
      );
    case 'app/click-over':
      return update(state.lastClick === action.click ? { ...state, lastClick: undefined } : state);
    case 'app/background':
      return update(showTheme(state, themeOn(state.settings.theme, action.colour)));
    case 'app/theme':
      return reduceTheme(state, action);
    case 'app/resize':
      return update(resized({ ...state, size: { columns: action.columns, rows: action.rows } }));
    case 'app/focus':
      return update(focusOn(state, action.pane));
    case 'app/focus-next':
      return update(focusOn(state, paneAfter(state.focus, action.by)));
    case 'app/edit':
      return update(isEditable(state.focus) ? { ...state, editing: true } : state);
    case 'app/vim':
      return reduceVim(state, action.key, setPane);
    case 'app/editor':
      return toggleVim(state);
    case 'app/escape':
      return leave(state);
    case 'app/zoom':
      return update(resized({ ...state, zoomed: !state.zoomed }));
    case 'app/wrap': {
      const next = resized({ ...state, wrap: !state.wrap });
      return notify(next, next.wrap ? 'Long lines are wrapped.' : 'Long lines are truncated.');
    }
    case 'app/shift':
      return update(resized({ ...state, shift: state.shift + action.by }));
    case 'app/rise':
      return update(resized({ ...state, rise: clamp(riseOf(state) + action.by, -state.size.rows, state.size.rows) }));
    case 'app/prefix':
      return update({ ...state, prefix: action.chord });
    case 'app/notice':
      return update(withNotice(state, action.text, action.tone));
    case 'app/interrupt':
      return interrupt(state);
    case 'app/quit':
      // Text saved as a draft is not lost, so no confirmation is needed.
      return quit(state, 'Unsaved text. Press q again to quit.', anyUnsaved(state) && state.drafts.broken);
    case 'app/suspend':
      return update(state, { kind: 'suspend' });
    case 'app/redraw':
      return update(state, { kind: 'redraw' });
    case 'app/external-editor':
      return externalEditor(state);
    case 'app/copy':
      return update(state, { kind: 'copy', text: action.text, what: action.what });
  }
}

/** Closes the top overlay, or ends editing. */
function leave(state: State): Update<State> {
  const top = topOverlay(state);
  if (top === undefined) return leaveEditing(state, setPane);
  if (top.kind === 'login') return reduceLogin(state, { type: 'login/cancel' });
  const [undo] = undoOf(top);
  return undo?.type === 'app/theme' ? reduceTheme(closeTop(state), undo) : update(closeTop(state));
}

/** Stops the work in progress, or asks whether to quit. */
function interrupt(state: State): Update<State> {
  // Everything that waits for the login ends with it.
  if (topOverlay(state)?.kind === 'login') return reduceLogin(state, { type: 'login/cancel' });
  if (isBusy(state)) return stop(state);
  if (isLoading(state.connect)) return reduceConnect(state, { type: 'connect/stop' });
  return quit(state, 'Press Ctrl-C again to quit.', true);
}

function quit(state: State, question: string, ask: boolean): Update<State> {
  if (ask && !state.quitAsked) {
    return update({ ...withNotice(state, question), quitAsked: true });
  }
  return update(state, { kind: 'quit', code: 0, unlessLost: !state.quitAsked && anyUnsaved(state) });
}

function externalEditor(state: State): Update<State> {
  const pane = state.focus;
  if (!isEditable(pane)) return update(state);
  const language = pane === 'query' ? state.connect.kind : 'json';
  return update(state, { kind: 'edit-text', pane, text: textOf(state[pane].editor), language });
}

/** Scrolls so that all cursors remain visible after a resize. */
export function resized(state: State): State {
  return responseResized(
    followCursorRow({
      ...state,
      query: { ...state.query, ...follow(state.query, viewOf(state, 'query')) },
      variables: follow(state.variables, viewOf(state, 'variables')),
    }),
  );
}
