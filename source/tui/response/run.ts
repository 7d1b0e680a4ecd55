import { isOperation, operationAt } from '../../core/graphql/builder/text/query-document.js';
import { headingsIn } from '../../core/graphql/sending/unread.js';
import { textOf } from '../../core/text/editor.js';
import { bindingsOf, keyOf } from '../components/key-labels.js';
import { layout } from '../layout.js';
import type { Effect, RunRequest, Update } from '../model/effect.js';
import type { ResponseState } from '../model/response.js';
import type { State } from '../model/state.js';
import { openOverlay } from '../overlays/open.js';
import { type EntryRun, entryToRun } from '../query/entry-to-run.js';
import { isHttp } from '../query/http-text.js';
import { leavesOffer } from '../query/offered-leaves.js';
import { toAskAbout } from '../query/unnamed.js';
import { atSelectedRequest } from '../schema/api/ticks.js';
import { activeTabId, refuse, update, withNotice } from '../update.js';
import { startLog } from './events/log.js';
import { missingValueQuestion, question, type RunWay, sendQuestion } from './run-questions.js';
import { messageLine } from './shown.js';
import { startResponse } from './start.js';

export const cancelPipe = ({ filtered }: Pick<ResponseState, 'filtered'>): readonly Effect[] =>
  filtered?.running === true ? [{ kind: 'cancel', id: filtered.id }] : [];

/** Effects that cancel the current run without a notice. */
export const stopping = (response: Pick<ResponseState, 'running' | 'runId' | 'filtered'>): readonly Effect[] => [
  ...cancelPipe(response),
  ...(response.running && response.runId !== undefined ? [{ kind: 'cancel', id: response.runId } as const] : []),
];

/** A response whose filter command was cancelled. */
const withoutPipe = (response: ResponseState): ResponseState =>
  response.filtered?.running === true
    ? { ...response, filtered: { ...response.filtered, running: false, problem: 'Stopped.' } }
    : response;

/** A response whose run and filter command were cancelled with `stopping`. */
export const stoppedResponse = (response: ResponseState): ResponseState => ({
  ...withoutPipe(response),
  running: false,
  partial: false,
});

/**
 * Stops the filter command if one is running, otherwise the run. Data received so far stays. Does nothing if neither is
 * running.
 */
export function stop(state: State): Update<State> {
  const { response } = state;
  if (response.filtered?.running === true)
    return update({ ...state, response: withoutPipe(response) }, ...cancelPipe(response));
  if (!response.running || response.runId === undefined) return update(state);
  return update(
    {
      ...withNotice(state, 'Stopped.'),
      response: { ...response, running: false, partial: false, progress: 'stopped', connection: 'stopped' },
    },
    { kind: 'cancel', id: response.runId },
  );
}

/** True while there is something for Ctrl-C to stop. */
export const isBusy = ({ response }: State): boolean => response.running || response.filtered?.running === true;

interface Runnable {
  readonly kind: Exclude<ResponseState['kind'], 'request'>;
  readonly request: RunRequest;
  /** Fields of a mutation that the user did not type. */
  readonly unnamed: readonly string[];
}

/** The request for one operation of the text. */
const requestFor = (
  { query, connect, variables, identity, transport }: State,
  operationName: string | undefined,
): RunRequest => ({
  url: connect.url,
  query: textOf(query.editor),
  operationName,
  variables: textOf(variables.editor),
  index: connect.index,
  sends: identity.sends,
  connectionParams: identity.connectionParams,
  transport,
});

/** A text that cannot be parsed, as it would be sent, or a sentence if it contains no recognizable operation. */
function unreadRunnable(state: State): Runnable | string {
  const { query } = state;
  const headings = headingsIn(textOf(query.editor));
  const [only, ...more] = headings;
  if (only === undefined) return 'No operation found in this text.';
  // Identify the operation by the last parsed definition at the cursor.
  const name = operationAt(query.document, query.active)?.name?.value;
  const chosen = more.length === 0 ? only : headings.find(each => each.name !== undefined && each.name === name);
  if (chosen === undefined) return 'Several operations found in this text. Leave only the one to run.';
  const request: RunRequest = { ...requestFor(state, chosen.name), unread: true };
  return { kind: chosen.kind, request, unnamed: chosen.kind === 'mutation' ? [...query.unnamed] : [] };
}

/** The active operation as it would be sent, or a sentence if it cannot be sent. */
function runnable(state: State, unread = false): Runnable | string {
  const { query, connect } = state;
  if (connect.url === '') return 'No endpoint to send this to.';
  const { problem, lastValid } = query.document;
  if (problem !== undefined && unread) return unreadRunnable(state);
  if (problem !== undefined) return `Line ${problem.line}, column ${problem.column}: ${problem.message}`;
  const operations = lastValid.definitions.filter(isOperation);
  if (operations.length === 0) return 'No operation to run. Tick a field or type a query.';
  const chosen = operationAt(query.document, query.active);
  if (chosen === undefined) return 'Move the cursor to the operation to run.';
  if (operations.length > 1 && chosen.name === undefined) return 'With several operations, each needs a name.';
  const unnamed = chosen.operation === 'mutation' ? toAskAbout(query, chosen) : [];
  return { kind: chosen.operation, request: requestFor(state, chosen.name?.value), unnamed };
}

/** Hint for a text that cannot be parsed: the key that sends it anyway, and the command's name, which `--linear` uses. */
function sendAnywayHint(state: State): string {
  if (isHttp(state) || state.connect.url === '' || state.query.document.problem === undefined) return '';
  return typeof unreadRunnable(state) === 'string' ? '' : ` ${keyOf(bindingsOf(state), 'run.unread')}: send anyway.`;
}

/** The request of the active operation, or a sentence if there is none. */
export function requestOf(state: State): RunRequest | string {
  const operation = runnable(state);
  return typeof operation === 'string' ? operation : operation.request;
}

/**
 * Sends the active operation, or with the focus on a tree of requests the selected one, or all requests of an HTTP document.
 * While a run is in progress, stops it.
 */
export function run(state: State, way: RunWay = {}): Update<State> {
  const { response } = state;
  if (response.running) return stop(state);
  if (state.schema.queuedTicks.length > 0) {
    const noticed = withNotice(state, 'Schema is still loading…');
    return update({ ...noticed, response: { ...response, runWaits: true } });
  }
  const selected = way.all ? state : atSelectedRequest(state);
  if (typeof selected === 'string') return refuse(state, selected);
  return runSelected(selected, way);
}

/** Sends the request at the cursor of the text, or all of them, unless the user must be asked first. */
function runSelected(state: State, way: RunWay): Update<State> {
  const { unread, all, profiles = [], trusted } = way;
  const next = isHttp(state) ? entryToRun(state, all, profiles, trusted) : runnable(state, unread);
  if (typeof next === 'string') return refuse(state, unread ? next : `${next}${sendAnywayHint(state)}`);
  return questionBefore(state, next, way) ?? begin(state, next);
}

/** The question that the user has to answer before the run, or undefined if there is none. */
function questionBefore(state: State, next: Runnable | EntryRun, way: RunWay): Update<State> | undefined {
  const { confirmed, unread, all, profiles = [] } = way;
  const offer = leavesOffer(state);
  if (offer !== undefined && confirmed !== true) return openOverlay(state, offer);
  const missing = missingValueQuestion(state, next.kind === 'request' ? { incomplete: true } : way);
  if (missing !== undefined) return openOverlay(state, missing);
  const { profile } = state.connect;
  const names = next.unnamed.join(', ');
  if (next.kind === 'request') {
    if (next.unsafe !== undefined && profile?.confirm && !profiles.includes(profile.name))
      return sendQuestion(state, next.unsafe, [profile.name], way);
    if (next.unnamed.length === 0 || confirmed === true) return undefined;
    return question(state, `Send ${names}? It was added by a search.`, { all, profiles });
  }
  if (next.kind !== 'mutation' || confirmed === true) return undefined;
  if (profile?.confirm === true) return question(state, `Run this mutation on @${profile.name}?`, { unread });
  if (next.unnamed.length === 0) return undefined;
  return question(state, `Run ${names}? It was added by a search or a wildcard.`, { unread });
}

/** Sends the request. */
function begin(state: State, next: Runnable | EntryRun): Update<State> {
  const id = state.nextId;
  const unnamed = new Set([...state.query.unnamed].filter(name => !next.unnamed.includes(name)));
  const query = { ...state.query, unnamed };
  const response = begunResponse(state, next, id);
  return update(
    shownAfterRun({ ...state, query, response, nextId: id + 1, side: 'response' }),
    next.kind === 'request'
      ? { kind: 'run-http', id, request: next.request }
      : { kind: 'run', id, operation: next.request },
  );
}

/** The response while nothing has arrived yet. */
function begunResponse(state: State, next: Runnable | EntryRun, id: number): ResponseState {
  const { response } = state;
  const entry = next.kind === 'request' ? next : undefined;
  const isStream = next.kind === 'subscription' || entry?.streams === true;
  const old = isStream ? undefined : response.shown;
  return {
    ...startResponse,
    runId: id,
    running: true,
    kind: isStream ? 'subscription' : next.kind,
    progress: 'sending',
    sent: {
      url: next.request.url,
      query: state.query.editor.doc,
      variables: state.variables.editor.doc,
      tab: activeTabId(state),
      entry: entry?.entry,
    },
    lastFilter: response.lastFilter,
    path: response.path,
    narrowed: response.narrowed,
    protocol: response.protocol,
    log: { ...startLog, newestFirst: response.log.newestFirst },
    find: entry?.streams ? messageLine(response) : undefined,
    tab: response.tab === 'errors' ? 'body' : response.tab,
    // The old response stays visible, marked as old, until a new one arrives, so that folds and cursor carry over.
    shown: old && { ...old, marks: [] },
    stale: old !== undefined,
  };
}

/** Starts a run that was requested after pending ticks, once those are applied. */
export function runWaiting(done: Update<State>): Update<State> {
  const { response } = done.state;
  if (!response.runWaits) return done;
  const next = run({ ...done.state, response: { ...response, runWaits: false } });
  return update(next.state, ...done.effects, ...next.effects);
}

/** If there is no room for both, the response replaces the focused pane, because the user wants to see it. */
const shownAfterRun = (state: State): State =>
  layout(state).panes.response === undefined ? { ...state, focus: 'response', editing: false } : state;
