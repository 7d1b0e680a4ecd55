/** Stepping through the past responses of a tab. Nothing is sent, and the texts stay unchanged. */
import { sourceOf } from '../../../core/response/viewer/source-of.js';
import type { Update } from '../../model/effect.js';
import type { PastResponse, ResponseState } from '../../model/response.js';
import type { State } from '../../model/state.js';
import { activeTabId, notify, update } from '../../update.js';
import { bodyView } from '../layout.js';
import { readOn } from '../shown.js';
import { tabBody, tabsOf } from '../tabs.js';
import { marksOf } from '../viewer/error-marks.js';
import { bodyOf, keepView } from '../viewer/reduce.js';
import { withPast } from './keep.js';

/** The past responses of the active tab, newest first. */
const ownPast = (state: State): readonly PastResponse[] => state.past.filter(({ tab }) => tab === activeTabId(state));

/** The reason why there is no response to step to, as a sentence. */
export function canStep(state: State, by: 1 | -1): true | string {
  const { response } = state;
  if (response.running) return 'Wait for the response first, or press Ctrl-C to stop it.';
  if (response.kind === 'subscription' && response.log.received > 0)
    return 'Events are not stored for going back. Press Ctrl-T for a new tab.';
  const responses = ownPast(state);
  if (responses.length === 0) return 'This tab has no earlier response.';
  const at = responses.findIndex(({ id }) => id === response.runId);
  if (by < 0 && at === responses.length - 1)
    return responses.length === 1 ? 'This is the only response.' : 'This is the oldest stored response.';
  return by > 0 && at <= 0 ? 'This is the latest response.' : true;
}

/** Shows an earlier (-1) or a later response of this tab. */
export function stepPast(state: State, by: 1 | -1): Update<State> {
  const allowed = canStep(state, by);
  if (allowed !== true) return notify(state, allowed);
  // Also retain a response that was stopped halfway. Otherwise, the user could not return to it.
  const { shown, runId, stale } = state.response;
  const isKept = ownPast(state).some(({ id }) => id === runId);
  const from = !isKept && shown !== undefined && !stale ? withPast(state) : state;
  const responses = ownPast(from);
  const to = responses[responses.findIndex(({ id }) => id === runId) - by];
  return to === undefined ? update(state) : readOn({ ...from, response: shownAgain(from, to, responses) });
}

function shownAgain(state: State, to: PastResponse, responses: readonly PastResponse[]): ResponseState {
  const { response } = state;
  const { lastFilter, path, protocol } = response;
  const at = responses.indexOf(to);
  const earlier = at === 0 ? undefined : { number: responses.length - at, of: responses.length, at: to.at };
  const again: ResponseState = { ...to.response, lastFilter, path, protocol, earlier };
  const tab = tabsOf(again).includes(response.tab) && to.response.failure === undefined ? response.tab : 'body';
  const shown = to.text === '' ? undefined : bodyAgain(state, to);
  return { ...again, shown, tab, side: tabBody({ ...again, tab }) };
}

/** Shows its body. Cursor and folds stay where the same values exist. */
function bodyAgain(state: State, { text, isJson, response }: PastResponse): ResponseState['shown'] {
  const fresh = bodyOf(sourceOf(text, isJson));
  const marks = fresh.source.complete ? marksOf(fresh.source, response.errors, response.kind) : [];
  const old = state.response.shown;
  const body = old === undefined ? fresh : keepView(old, fresh, bodyView(state));
  return { ...body, marks };
}
