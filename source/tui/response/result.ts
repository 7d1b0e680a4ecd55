/** The response of a run as it arrives: head, results, failure, end. */
import { objectIn } from '../../core/json/loose.js';
import { foldLine } from '../../core/response/viewer/folds.js';
import { lineOfPath } from '../../core/response/viewer/paths.js';
import { sourceOf } from '../../core/response/viewer/source-of.js';
import { viewOf } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { LogState } from '../model/events.js';
import type { Find, ResponseState } from '../model/response.js';
import type { AnswerAction, FailedAction, ResultAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import type { BodyState, BodyView } from '../model/viewer.js';
import { update, withNotice } from '../update.js';
import { addNote } from './events/log.js';
import { bodyView } from './layout.js';
import { disagreement } from './outdated.js';
import { withPast } from './past/keep.js';
import { withSeenObjects } from './seen.js';
import { changeResponse, messageLine, readOn } from './shown.js';
import { tableAgain } from './table/order.js';
import { readTableOn } from './table/tools.js';
import { tabBody } from './tabs.js';
import { marksOf } from './viewer/error-marks.js';
import { bodyOf, keepView, readOnTick } from './viewer/reduce.js';
import { searchAgain } from './viewer/search.js';

/** Responses of an earlier run are ignored. */
export function reduceResult(state: State, action: AnswerAction): Update<State> {
  if (action.id !== state.response.runId) return update(state);
  const done = withResult(state, action);
  const { response } = done.state;
  if (response.tab === 'body' || response.tab === 'errors' || action.type === 'response/read') return done;
  return update(changeResponse(done.state, { side: tabBody(response) }), ...done.effects);
}

function withResult(state: State, action: AnswerAction): Update<State> {
  const { response } = state;
  switch (action.type) {
    case 'response/head':
      return update(
        changeResponse(state, {
          head: action.head,
          progress: response.kind === 'subscription' ? response.progress : 'receiving',
        }),
      );
    case 'response/state':
      return update(
        changeResponse(state, { progress: action.text, connection: action.state, log: withConnection(state, action) }),
      );
    case 'response/note':
      return update(changeResponse(state, { notes: [...response.notes.slice(-20), action.text] }));
    case 'response/elapsed':
      // A subscription shows no clock next to its events, so nothing is drawn while it is silent.
      if (!response.running || (response.kind === 'subscription' && response.tab !== 'timing')) return update(state);
      return update(changeResponse(state, { tookMs: action.ms }));
    case 'response/result': {
      const judged = withDisagreement(
        changeResponse(withSeenObjects(state, action), result(state, action)),
        disagreement(state, action),
      );
      const read = readOn(judged);
      return update(read.state, ...read.effects, ...readTableOn(read.state).effects);
    }
    case 'response/failed':
      return readOn(withPast(changeResponse(state, { ...failed(action), find: messageLine(response), at: action.at })));
    case 'response/done':
      return update(
        withPast(
          changeResponse(state, {
            running: false,
            progress: '',
            partial: false,
            at: action.at,
            tookMs: response.kind === 'subscription' ? action.tookMs : response.tookMs,
          }),
        ),
      );
    case 'response/read': {
      const { shown } = response;
      if (shown === undefined) return update(state);
      shown.source.advance(readOnTick);
      const marks = shown.source.complete ? marksOf(shown.source, response.errors, response.kind) : shown.marks;
      return readOn(changeResponse(state, { shown: { ...shown, known: shown.source.known, marks } }));
    }
  }
}

/** Adds a note to the status line for now, and to the notes of the response. */
const withDisagreement = (state: State, text: string | undefined): State =>
  text === undefined ? state : withNotice(changeResponse(state, { notes: [...state.response.notes, text] }), text);

/** The line being typed, in a text that has grown. A complete one closes it: the view to which Escape returns is gone. */
const findOn = (find: Find | undefined, fresh: BodyState, view: BodyView): Find | undefined =>
  find?.kind === 'search' || find?.kind === 'rows' ? { ...find, before: keepView(find.before, fresh, view) } : find;

function result({ response, ...rest }: State, action: ResultAction): Partial<ResponseState> {
  const fresh = bodyOf(sourceOf(action.raw, action.isPlain !== true));
  const view = viewOf({ response, ...rest } as State, 'response');
  const old = response.shown;
  const moved = old === undefined ? fresh : keepView(old, fresh, view);
  const searched = old?.search === undefined ? moved : searchAgain(moved, old.search.query);
  const kept = old?.table === undefined ? searched : tableAgain(searched, old.table, view);
  const marks = fresh.source.complete ? marksOf(fresh.source, action.errors, response.kind) : [];
  return {
    shown: { ...withErrorsFolded(kept, response.shown, action.data), marks },
    stale: false,
    find: action.partial ? findOn(response.find, fresh, view) : messageLine(response),
    raw: action.raw,
    binary: action.binary,
    data: action.data,
    errors: action.errors,
    errorCount: action.errorCount,
    selectedError: 0,
    verdict: action.verdict,
    bytes: action.bytes,
    tookMs: action.tookMs,
    timing: action.timing,
    partial: action.partial,
    failure: undefined,
    tab: response.tab === 'body' && hasOnlyErrors(response, action) ? 'errors' : response.tab,
    notes: action.note === undefined ? response.notes : [...response.notes, action.note],
  };
}

/** True for a complete response to an operation of which only the errors matter, because it has no data. */
const hasOnlyErrors = ({ kind }: ResponseState, action: ResultAction): boolean =>
  kind !== 'request' && action.errors.length > 0 && !action.partial && isEmpty(action);

/** Maximum length of a response that is searched for non-null values, in characters. */
const shortResponse = 10_000;

/** True if there is no data, or all fields are null. */
function isEmpty({ data, raw }: ResultAction): boolean {
  if (data !== 'present') return true;
  if (raw.length > shortResponse) return false;
  const answer = objectIn(raw);
  return answer !== undefined && Object.values(answer.data ?? {}).every(value => value === null);
}

/**
 * Folds the list of errors at first if there is data, since each error is shown at its position and in the Errors tab. Values
 * that the user unfolded stay unfolded.
 */
function withErrorsFolded(body: BodyState, before: BodyState | undefined, data: ResultAction['data']): BodyState {
  const { source } = body;
  if (data !== 'present' || !source.complete) return body;
  const errors = lineOfPath(source, ['errors']);
  if (errors?.whole !== true || source.kind(errors.line) !== 'open') return body;
  const line = before?.source.complete === true ? lineOfPath(before.source, ['errors'])?.whole : false;
  return line === true ? body : { ...body, folds: foldLine(source, body.folds, errors.line) };
}

const failed = (action: FailedAction): Partial<ResponseState> => ({
  running: false,
  progress: '',
  connection: 'closed',
  partial: false,
  stale: false,
  failure: action.failure,
  // Whichever tab was open, show the failure and its reason first.
  tab: 'body',
  raw: action.raw,
  shown: action.raw === '' ? undefined : bodyOf(sourceOf(action.raw)),
  bytes: action.bytes,
  tookMs: action.tookMs,
  timing: action.timing,
});

/**
 * Logs a lost connection as a line between the events, and the next connection as well, because events sent in between are
 * missing.
 */
function withConnection(state: State, { state: is, text, at }: ConnectionState): LogState {
  const { kind, log, connection } = state.response;
  const isBack = is === 'subscribed' && connection !== 'subscribed' && log.events.at(-1)?.note === true;
  if (kind !== 'subscription' || at === undefined || (is !== 'retrying' && !isBack)) return log;
  return addNote(log, isBack ? 'reconnected; events sent meanwhile are missing' : text, at, bodyView(state).height);
}

type ConnectionState = Extract<AnswerAction, { readonly type: 'response/state' }>;
