/** The text that the pane currently shows. */

import type { ResponseState } from '../model/response.js';
import type { State } from '../model/state.js';
import type { BodyState } from '../model/viewer.js';

export const changeResponse = (state: State, part: Partial<ResponseState>): State => ({
  ...state,
  response: { ...state.response, ...part },
});

/** The full body, without search, filter and path. */
export const onBodyTab = (state: State): State =>
  changeResponse(state, {
    tab: 'body',
    side: undefined,
    filtered: undefined,
    find: undefined,
    path: '',
    narrowed: undefined,
  });

/** True while the list of events is shown. */
export const showsLog = ({ kind, tab, opened, filtered, log, shown }: ResponseState): boolean =>
  kind === 'subscription' &&
  tab === 'body' &&
  opened === undefined &&
  filtered === undefined &&
  (log.received > 0 || shown === undefined);

/** True while a WebSocket of an HTTP document is open. The WebSocket of a subscription takes no messages. */
export const takesMessages = ({ running, kind, head, sent }: ResponseState): boolean =>
  running && kind === 'subscription' && sent?.entry !== undefined && head?.status === 101;

/** The input line while it contains a message. It stays open when the connection ends, so that typed keys are not lost. */
export const messageLine = ({ find }: ResponseState): ResponseState['find'] =>
  find?.kind === 'message' ? find : undefined;

/** The text being read, if any. */
export function shownBody(response: ResponseState): BodyState | undefined {
  if (response.tab !== 'body') return response.side;
  if (response.filtered !== undefined) return response.filtered.body;
  if (response.narrowed !== undefined) return response.narrowed.body;
  return wholeBody(response);
}

/** The same without a filter: an open event or the response. Undefined while events are listed. */
export function wholeBody(response: ResponseState): BodyState | undefined {
  if (response.opened !== undefined) return response.opened.body;
  return showsLog(response) ? undefined : response.shown;
}

/** Replaces the view of the text being read. */
export function withBody(state: State, body: BodyState): State {
  const { tab, filtered, narrowed, opened } = state.response;
  if (tab !== 'body') return changeResponse(state, { side: body });
  if (filtered !== undefined) return changeResponse(state, { filtered: { ...filtered, body } });
  if (narrowed !== undefined) return changeResponse(state, { narrowed: { ...narrowed, body } });
  return changeResponse(state, opened === undefined ? { shown: body } : { opened: { ...opened, body } });
}
