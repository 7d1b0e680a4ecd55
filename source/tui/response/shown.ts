/** The text that the pane currently shows. */

import { memoizeWeak } from '../../core/memoize-weak.js';
import type { Effect, Update } from '../model/effect.js';
import type { Display, ResponseState } from '../model/response.js';
import type { State } from '../model/state.js';
import type { BodyState } from '../model/viewer.js';
import { update } from '../update.js';

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

/**
 * The pane's content. A shell command's output hides the selection that it was made from, and a selection hides its event or
 * response.
 */
export const displayOf = memoizeWeak((response: ResponseState): Display => {
  const { tab, side, filtered, narrowed, opened } = response;
  if (tab !== 'body') return { kind: 'tab', body: side };
  if (filtered !== undefined) return { kind: 'output', filtered, body: filtered.body };
  if (listsEvents(response)) return { kind: 'events', body: undefined };
  if (narrowed !== undefined) return { kind: 'selection', narrowed, body: narrowed.body };
  if (opened !== undefined) return { kind: 'event', opened, body: opened.body };
  return { kind: 'response', body: response.shown };
});

/** True for a subscription without an open event. */
const listsEvents = ({ kind, opened, log, shown }: ResponseState): boolean =>
  kind === 'subscription' && opened === undefined && (log.received > 0 || shown === undefined);

/** The text being read, if any. */
export const shownBody = (response: ResponseState): BodyState | undefined => displayOf(response).body;

/** True while the list of events is shown. */
export const showsLog = (response: ResponseState): boolean => displayOf(response).kind === 'events';

/** The open event or the response, which a JSONPath selects from. Undefined while events are listed. */
export function wholeBody(response: ResponseState): BodyState | undefined {
  if (response.opened !== undefined) return response.opened.body;
  return showsLog(response) ? undefined : response.shown;
}

/** Replaces the view of the text being read. */
export function withBody(state: State, body: BodyState): State {
  const display = displayOf(state.response);
  switch (display.kind) {
    case 'tab':
      return changeResponse(state, { side: body });
    case 'output':
      return changeResponse(state, { filtered: { ...display.filtered, body } });
    case 'selection':
      return changeResponse(state, { narrowed: { ...display.narrowed, body } });
    case 'event':
      return changeResponse(state, { opened: { ...display.opened, body } });
    case 'events':
    case 'response':
      return changeResponse(state, { shown: body });
  }
}

/** True while a WebSocket of an HTTP document is open. The WebSocket of a subscription takes no messages. */
export const takesMessages = ({ running, kind, head, sent }: ResponseState): boolean =>
  running && kind === 'subscription' && sent?.entry !== undefined && head?.status === 101;

/** The input line while it contains a message. It stays open when the connection ends, so that typed keys are not lost. */
export const messageLine = ({ find }: ResponseState): ResponseState['find'] =>
  find?.kind === 'message' ? find : undefined;

/** Reads more of a long body between frames, until all of it is read. */
export function readOn(state: State): Update<State> {
  const { shown, runId } = state.response;
  if (shown === undefined || shown.source.complete || runId === undefined) return update(state);
  const effect: Effect = { kind: 'later', ms: 1, action: { type: 'response/read', id: runId } };
  return update(state, effect);
}
