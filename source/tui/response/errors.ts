import { clamp } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { openOverlay } from '../overlays/open.js';
import { notify, update } from '../update.js';
import { bodyView } from './layout.js';
import { changeResponse, onBodyTab, withBody } from './shown.js';
import { wholeValueText } from './values.js';
import { nextMark } from './viewer/error-marks.js';
import { goToLine } from './viewer/reduce.js';

/** Selects the error `by` rows further down the list. */
export function selectError(state: State, by: number): State {
  const { errors, selectedError } = state.response;
  return changeResponse(state, { selectedError: clamp(selectedError + by, 0, Math.max(0, errors.length - 1)) });
}

/** Goes to the next or previous error of the open event, in the list, or at its position in the data. */
export function goToError(state: State, by: 1 | -1): Update<State> {
  const { response } = state;
  const { shown, opened } = response;
  if (opened !== undefined && response.tab === 'body') {
    const next = nextMark(opened.body.marks, opened.body.cursor, by);
    if (next === undefined) return notify(state, 'No error of this event has a path into its data.');
    const onEvent = onBodyTab(state);
    return update(withBody(onEvent, goToLine(opened.body, next.line, bodyView(onEvent))));
  }
  if (response.errors.length === 0) return notify(state, 'No errors.');
  if (response.tab === 'errors') return update(selectError(state, by));
  if (shown === undefined || shown.marks.length === 0) {
    return notify(changeResponse(state, { tab: 'errors', side: undefined }), 'No error has a path into the data.');
  }
  const next = nextMark(shown.marks, shown.cursor, by);
  if (next === undefined) return update(state);
  const onBody = onBodyTab(state);
  const moved = changeResponse(onBody, {
    shown: goToLine(shown, next.line, bodyView(onBody)),
    selectedError: next.error,
  });
  const message = response.errors[next.error]?.message ?? '';
  return notify(moved, `error ${next.error + 1} of ${response.errorCount}: ${message}`);
}

/** Goes to the position of the selected error, or shows the full error if it has none. */
export function enterError(state: State): Update<State> {
  const { response } = state;
  const error = response.errors[response.selectedError];
  const mark = response.shown?.marks.find(each => each.error === response.selectedError);
  if (error === undefined) return update(state);
  if (mark === undefined || response.shown === undefined) {
    const title = `Error ${response.selectedError + 1}`;
    return openOverlay(state, {
      kind: 'text',
      title,
      text: error.json ?? error.line,
      top: 0,
      fullTextHint: wholeValueText,
    });
  }
  const onBody = onBodyTab(state);
  return update(changeResponse(onBody, { shown: goToLine(response.shown, mark.line, bodyView(onBody)) }));
}
