import { viewOf } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { ResponseTab } from '../model/response.js';
import type { ResponseAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import type { BodyAction } from '../model/viewer.js';
import { openOverlay } from '../overlays/open.js';
import { withLeavesDeclined, withOfferedLeaves } from '../query/offered-leaves.js';
import { update } from '../update.js';
import { enterError, goToError, selectError } from './errors.js';
import { placed } from './events/log.js';
import { neighbourEvent, openEvent, reduceLog, reduceLogList } from './events/reduce.js';
import { reduceFind } from './find.js';
import { bodyView } from './layout.js';
import { followPath } from './path/path.js';
import { reduceResult } from './result.js';
import { run, stop } from './run.js';
import { unconfirmed, untrusted } from './run-questions.js';
import { changeResponse, shownBody, showsLog, withBody } from './shown.js';
import { closeTable, followTable, reduceTable } from './table/table.js';
import { filterOn, reduceTableTools } from './table/tools.js';
import { tabBody, tabsOf } from './tabs.js';
import { reduceTools } from './tools.js';
import { reduceTransport } from './transport.js';
import { valueOverlay } from './values.js';
import { drawnLines, follow, reduceBody } from './viewer/reduce.js';
import { selectedBodyText } from './viewer/selection.js';

/** Handles response actions. An action without the text, list or error that it needs does nothing or shows a notice. */
function reduceResponse(state: State, action: ResponseAction): Update<State> {
  switch (action.type) {
    case 'response/run':
      return run(action.asIs ? withLeavesDeclined(state) : state, action);
    case 'response/run-unread':
      return run(state, { confirmed: action.confirmed, unread: true });
    case 'response/unconfirmed':
      return unconfirmed(state, action);
    case 'response/untrusted':
      return untrusted(state, action);
    case 'response/complete':
      return run(withOfferedLeaves(state));
    case 'response/stop':
      return stop(state);
    case 'response/move':
    case 'response/scroll':
    case 'response/sideways':
    case 'response/fold':
    case 'response/click':
      return read(state, action);
    case 'response/find':
    case 'response/message':
    case 'response/filter':
    case 'response/path':
    case 'response/typed':
    case 'response/found':
    case 'response/find-leave':
    case 'response/next':
    case 'response/search-on':
      return reduceFind(state, action);
    case 'response/events':
    case 'response/sent':
    case 'response/pause':
    case 'response/turn':
    case 'response/clear':
      return reduceLog(state, action);
    case 'response/copy-command':
    case 'response/copy-picks':
    case 'response/ask-pipe':
    case 'response/pipe':
    case 'response/piped':
    case 'response/ask-save':
    case 'response/save':
    case 'response/exists':
    case 'response/ask-compare':
    case 'response/past':
    case 'response/compare':
    case 'response/page':
    case 'response/copy-all':
    case 'response/leave':
      return reduceTools(state, action);
    case 'response/table':
    case 'response/table-on':
    case 'response/filter-on':
    case 'response/sort':
    case 'response/widen':
    case 'response/copy-table':
      return reduceTableTools(state, action);
    case 'response/ask-transport':
    case 'response/transport':
    case 'response/ask-protocol':
    case 'response/ask-file':
    case 'response/file':
      return reduceTransport(state, action);
    case 'response/tab': {
      const all = tabsOf(state.response);
      const at = all.indexOf(state.response.tab);
      return update(showTab(state, all[(at + action.by + all.length) % all.length] ?? 'body'));
    }
    case 'response/protocol': {
      const protocol = [...state.response.protocol, ...action.lines].slice(-maxProtocolLines);
      const changed = changeResponse(state, { protocol });
      return update(changed.response.tab === 'oauth' ? showTab(changed, 'oauth') : changed);
    }
    case 'response/show-tab':
      return update(showTab(state, action.tab));
    case 'response/error':
      return goToError(state, action.by);
    case 'response/event':
      return neighbourEvent(state, action.by);
    case 'response/enter':
      return enter(state);
    case 'response/head':
    case 'response/state':
    case 'response/note':
    case 'response/elapsed':
    case 'response/result':
    case 'response/failed':
    case 'response/done':
    case 'response/read':
      return reduceResult(state, action);
  }
}

/** Maximum number of lines about a login. One in a device flow may take minutes. */
const maxProtocolLines = 2000;

const showTab = (state: State, tab: ResponseTab): State =>
  changeResponse(state, { tab, find: undefined, side: tabBody({ ...state.response, tab }) });

/** Scrolls so that the cursor stays visible after a resize. */
export function responseResized(state: State): State {
  const { response } = state;
  const view = bodyView(state);
  const listed =
    response.kind === 'subscription' ? changeResponse(state, { log: placed(response.log, view.height) }) : state;
  const body = shownBody(response);
  if (body === undefined) return listed;
  return withBody(listed, body.table === undefined ? follow(body, view) : followTable(body, view));
}

/** Moves, scrolls and folds in the current text or list. */
function read(state: State, action: BodyAction): Update<State> {
  const { response } = state;
  if (showsLog(response)) return reduceLogList(state, action);
  if (response.tab === 'errors') {
    const isMove = action.type === 'response/move' || action.type === 'response/scroll';
    return update(isMove ? selectError(state, action.by) : state);
  }
  const body = shownBody(response);
  if (body === undefined) return update(state);
  const view = bodyView(state);
  if (body.table !== undefined) return filterOn(withBody(state, reduceTable(body, action, view)));
  if (action.type !== 'response/click') return filterOn(withBody(state, reduceBody(body, action, view)));
  // Lines above the text do not scroll.
  const row = action.row - (viewOf(state, 'response').height - view.height);
  const next = reduceBody(body, { ...action, row }, view);
  const text =
    action.how === 'release' ? selectedBodyText(next, drawnLines(next, view.height), state.settings.theme) : '';
  return update(
    withBody(state, next),
    ...(text === '' ? [] : [{ kind: 'copy' as const, text, what: 'the selection' }]),
  );
}

function enter(state: State): Update<State> {
  const { response } = state;
  if (response.tab === 'errors') return enterError(state);
  if (showsLog(response)) return openEvent(state);
  const body = shownBody(response);
  if (body === undefined || !body.source.has(body.cursor)) return update(state);
  if (body.table !== undefined) return update(withBody(state, closeTable(body, bodyView(state))));
  if (body.source.kind(body.cursor) !== 'leaf') return read(state, { type: 'response/fold', how: 'toggle' });
  return openOverlay(state, valueOverlay(body));
}

export const responseReducers = {
  response: (state: State, action: ResponseAction): Update<State> => followPath(reduceResponse(state, action)),
};
