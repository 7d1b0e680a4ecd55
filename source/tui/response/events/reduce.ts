/** The list of events: moving in it and opening an event. */

import { scanBody, summarise } from '../../../core/graphql/response.js';
import { errorLine, readErrors } from '../../../core/graphql/result-errors.js';
import { sourceOf } from '../../../core/response/viewer/source-of.js';
import type { Update } from '../../model/effect.js';
import type { LogAction, LogEvent, LogState } from '../../model/events.js';
import type { OpenedEvent } from '../../model/response.js';
import type { State } from '../../model/state.js';
import type { BodyAction, ResponseErrorInfo } from '../../model/viewer.js';
import { notify, update } from '../../update.js';
import { bodyView } from '../layout.js';
import { changeResponse, showsLog } from '../shown.js';
import { marksOf } from '../viewer/error-marks.js';
import { bodyOf } from '../viewer/reduce.js';
import {
  addEvents,
  addNote,
  clearLog,
  cursorRowOf,
  eventAt,
  eventUnderCursor,
  moveInLog,
  pauseLog,
  scrollLog,
  turnLog,
} from './log.js';

const withLog = (state: State, log: LogState): State => changeResponse(state, { log });

/** Events of an earlier run are ignored. */
export function reduceLog(state: State, action: LogAction): Update<State> {
  const { response } = state;
  const { height } = bodyView(state);
  switch (action.type) {
    case 'response/events': {
      if (action.id !== response.runId) return update(state);
      const { errors, errorCount } = action;
      const log = addEvents(response.log, action.events, height);
      const logged = changeResponse(state, { log, tookMs: action.tookMs });
      if (errors === undefined) return update(logged);
      return update(changeResponse(logged, { errors, errorCount: errorCount ?? errors.length, selectedError: 0 }));
    }
    case 'response/sent':
      if (action.id !== response.runId) return update(state);
      return update(withLog(state, addNote(response.log, action.text, action.at, height, true)));
    case 'response/pause':
      return update(withLog(state, pauseLog(response.log, height)));
    case 'response/turn':
      return update(withLog(state, turnLog(response.log, height)));
    case 'response/clear':
      return update(changeResponse(state, { log: clearLog(response.log), opened: undefined }));
  }
}

/** Handles the viewer's keys in the list. */
export function reduceLogList(state: State, action: BodyAction): Update<State> {
  const { log } = state.response;
  const { height } = bodyView(state);
  switch (action.type) {
    case 'response/move':
      return update(withLog(state, moveInLog(log, action.by, height)));
    case 'response/scroll':
      return update(withLog(state, scrollLog(log, action.by, height)));
    case 'response/click': {
      const row = log.top + action.row;
      if (action.how !== 'press' || eventAt(log, row) === undefined) return update(state);
      if (row === cursorRowOf(log)) return openEvent(state);
      return update(withLog(state, moveInLog(log, row - cursorRowOf(log), height)));
    }
    case 'response/fold':
      return action.how === 'open' ? openEvent(state) : update(state);
    case 'response/sideways':
      return update(state);
  }
}

/** Opens the event under the cursor. The list stops following. */
export function openEvent(state: State): Update<State> {
  const { log } = state.response;
  const event = eventUnderCursor(log);
  if (event === undefined || !showsLog(state.response)) return update(state);
  if (event.note === true) return notify(state, event.text);
  return update(changeResponse(state, { opened: read(event), log: { ...log, follows: false, cursor: event.number } }));
}

/** An event as a text, with its errors at their positions. */
function read(event: LogEvent): OpenedEvent {
  const body = bodyOf(sourceOf(event.text));
  const errors = event.bad ? errorsOf(event.text) : [];
  return { event, body: { ...body, marks: marksOf(body.source, errors) }, errors };
}

function errorsOf(text: string): readonly ResponseErrorInfo[] {
  return readErrors(summarise(scanBody(text))?.errors).errors.map(error => ({
    message: error.message,
    line: errorLine(error),
    path: error.pathKeys,
  }));
}

/** Opens the event before or after the open one, in list order. */
export function neighbourEvent(state: State, by: 1 | -1): Update<State> {
  const { log, opened } = state.response;
  if (opened === undefined) return update(state);
  const { height } = bodyView(state);
  let moved = moveInLog(log, by, height);
  while (eventUnderCursor(moved)?.note === true) {
    const next = moveInLog(moved, by, height);
    if (next.cursor === moved.cursor) return update(state);
    moved = next;
  }
  const event = eventUnderCursor(moved);
  if (event === undefined || event.number === opened.event.number) return update(state);
  return update(changeResponse(state, { log: { ...moved, follows: false }, opened: read(event) }));
}
