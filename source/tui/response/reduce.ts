/** What came back. The parts of this pane are described in `response/`. */

import { clamp } from '../layout.js';
import { type Step, step } from '../model/effect.js';
import type { State } from '../model/state.js';
import { openOverlay } from '../overlays/reduce.js';
import { type AnswerAction, reduceAnswer } from './answer.js';
import { placed } from './events/log.js';
import { type LogAction, neighbourEvent, openEvent, reduceLog, reduceLogList } from './events/reduce.js';
import { type FindAction, reduceFind } from './find.js';
import { run, stop } from './run.js';
import { bodyView, changeResponse, shownBody, showsLog, withBody } from './shown.js';
import { type ResponseTab, responseTabs } from './start.js';
import { tabBody } from './tab-text.js';
import { reduceTools, type ToolAction } from './tools.js';
import { valueOverlay, wholeWords } from './values.js';
import type { ErrorMark } from './viewer/error-marks.js';
import { type BodyAction, type BodyState, follow, goToLine, reduceBody } from './viewer/reduce.js';
import { closeTable, followTable, reduceTable } from './viewer/table.js';

export { isBusy } from './run.js';
export { bodyView, headLines, shownBody, showsLog } from './shown.js';
export {
  type ResponseHeadInfo,
  type ResponseState,
  type ResponseTab,
  responseTabs,
  startResponse,
} from './start.js';
export type { ResponseErrorInfo } from './viewer/error-marks.js';

export type ResponseAction =
  | { readonly type: 'response/run' }
  | { readonly type: 'response/stop' }
  | AnswerAction
  | BodyAction
  | FindAction
  | LogAction
  | ToolAction
  | { readonly type: 'response/tab'; readonly by: number }
  | { readonly type: 'response/show-tab'; readonly tab: ResponseTab }
  /** The next or previous error of the body. */
  | { readonly type: 'response/error'; readonly by: 1 | -1 }
  /** The next or previous event, while one is read. */
  | { readonly type: 'response/event'; readonly by: 1 | -1 }
  /** Enter: folds, opens an event, shows a value whole, goes to where an error is. */
  | { readonly type: 'response/enter' };

/** What needs a text, a list or an error that is not there changes nothing, or says so in a notice. */
export function reduceResponse(state: State, action: ResponseAction): Step<State> {
  switch (action.type) {
    case 'response/run':
      return run(state);
    case 'response/stop':
      return stop(state);
    case 'response/move':
    case 'response/scroll':
    case 'response/sideways':
    case 'response/fold':
    case 'response/click':
      return read(state, action);
    case 'response/find':
    case 'response/typed':
    case 'response/found':
    case 'response/find-leave':
    case 'response/next':
    case 'response/search-on':
      return reduceFind(state, action);
    case 'response/events':
    case 'response/pause':
    case 'response/turn':
    case 'response/clear':
      return reduceLog(state, action);
    case 'response/ask-pipe':
    case 'response/pipe':
    case 'response/piped':
    case 'response/ask-save':
    case 'response/save':
    case 'response/exists':
    case 'response/table':
    case 'response/page':
    case 'response/copy-all':
    case 'response/leave':
      return reduceTools(state, action);
    case 'response/tab': {
      const at = responseTabs.indexOf(state.response.tab);
      return step(showTab(state, responseTabs[(at + action.by + responseTabs.length) % responseTabs.length] ?? 'body'));
    }
    case 'response/show-tab':
      return step(showTab(state, action.tab));
    case 'response/error':
      return goToError(state, action.by);
    case 'response/event':
      return neighbourEvent(state, action.by);
    case 'response/enter':
      return enter(state);
    default:
      return reduceAnswer(state, action);
  }
}

const showTab = (state: State, tab: ResponseTab): State =>
  changeResponse(state, { tab, find: undefined, side: tabBody({ ...state.response, tab }) });

/** After a change of sizes the cursor stays in view. */
export function responseResized(state: State): State {
  const { response } = state;
  const view = bodyView(state);
  const listed =
    response.kind === 'subscription' ? changeResponse(state, { log: placed(response.log, view.height) }) : state;
  const body = shownBody(response);
  if (body === undefined) return listed;
  return withBody(listed, body.table === undefined ? follow(body, view) : followTable(body, view));
}

/** Moves, scrolls and folds in whatever is shown. */
function read(state: State, action: BodyAction): Step<State> {
  const { response } = state;
  if (showsLog(response)) return reduceLogList(state, action);
  if (response.tab === 'errors') {
    if (action.type !== 'response/move' && action.type !== 'response/scroll') return step(state);
    const last = Math.max(0, response.errors.length - 1);
    return step(changeResponse(state, { selectedError: clamp(response.selectedError + action.by, 0, last) }));
  }
  const body = shownBody(response);
  if (body === undefined) return step(state);
  const view = bodyView(state);
  return step(
    withBody(state, body.table === undefined ? reduceBody(body, action, view) : reduceTable(body, action, view)),
  );
}

const notice = (state: State, text: string): Step<State> => step({ ...state, notice: { text, tone: 'info' } });

const onBodyTab = (state: State): State =>
  changeResponse(state, { tab: 'body', side: undefined, filtered: undefined, find: undefined });

/** The next error below the cursor, or above it; round the end. */
function nextMark({ marks, cursor }: BodyState, by: 1 | -1): ErrorMark | undefined {
  const inOrder = by > 0 ? marks : marks.toReversed();
  return inOrder.find(({ line }) => (by > 0 ? line > cursor : line < cursor)) ?? inOrder[0];
}

function goToError(state: State, by: 1 | -1): Step<State> {
  const { response } = state;
  const { shown, opened } = response;
  if (opened !== undefined && response.tab === 'body') {
    const next = nextMark(opened.body, by);
    if (next === undefined) return notice(state, 'No error of this event has a path into its data.');
    return step(withBody(state, goToLine(opened.body, next.line, bodyView(state))));
  }
  if (response.errors.length === 0) return notice(state, 'There are no errors.');
  if (response.tab === 'errors') return read(state, { type: 'response/move', by });
  if (shown === undefined || shown.marks.length === 0) {
    return notice(changeResponse(state, { tab: 'errors', side: undefined }), 'No error has a path into the data.');
  }
  const next = nextMark(shown, by);
  if (next === undefined) return step(state);
  const onBody = onBodyTab(state);
  const moved = changeResponse(onBody, {
    shown: goToLine(shown, next.line, bodyView(onBody)),
    selectedError: next.error,
  });
  const message = response.errors[next.error]?.message ?? '';
  return notice(moved, `error ${next.error + 1} of ${response.errorCount}: ${message}`);
}

function enter(state: State): Step<State> {
  const { response } = state;
  if (response.tab === 'errors') return enterError(state);
  if (showsLog(response)) return openEvent(state);
  const body = shownBody(response);
  if (body === undefined || !body.source.has(body.cursor)) return step(state);
  if (body.table !== undefined) return step(withBody(state, closeTable(body, bodyView(state))));
  if (body.source.kind(body.cursor) !== 'leaf') return read(state, { type: 'response/fold', how: 'toggle' });
  return openOverlay(state, valueOverlay(body));
}

function enterError(state: State): Step<State> {
  const { response } = state;
  const error = response.errors[response.selectedError];
  const mark = response.shown?.marks.find(each => each.error === response.selectedError);
  if (error === undefined) return step(state);
  if (mark === undefined || response.shown === undefined) {
    const title = `Error ${response.selectedError + 1}`;
    return openOverlay(state, { kind: 'text', title, text: error.json ?? error.line, top: 0, whole: wholeWords });
  }
  const onBody = onBodyTab(state);
  return step(changeResponse(onBody, { shown: goToLine(response.shown, mark.line, bodyView(onBody)) }));
}
