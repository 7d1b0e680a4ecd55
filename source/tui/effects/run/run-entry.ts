/** Runs requests of an `.http` text: the one at the cursor, or all of them. */
import path from 'node:path';
import { unexpectedFailure } from '../../../core/bug.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { capturedValueOf } from '../../../core/http-file/captured-values.js';
import type { Value } from '../../../core/http-file/variables.js';
import { sizeText } from '../../../core/response/sizes.js';
import { manifestLines, rightLine } from '../../../core/rights/right.js';
import { headEvent } from '../../../io/graphql/http.js';
import { headerOf } from '../../../io/http/exchange.js';
import type { SentEntry, StreamObserver } from '../../../io/http/text-request.js';
import type { Action } from '../../model/action.js';
import type { EffectOf, EntryRequest } from '../../model/effect.js';
import type { Identity } from '../../model/identity.js';
import { beginRun, type RunInProgress } from '../background.js';
import { type Dispatch, type EffectContext, showError } from '../context.js';
import { sessionAt } from '../endpoint.js';
import { offerLogin } from '../look-for-login.js';
import { type ArrivingBody, arrivingBody } from './arriving-body.js';
import { judgedEntry, resultOf } from './entry-result.js';
import { eventBatch } from './event-batch.js';
import { type EntriesRecord, recordEntries } from './record.js';
import { headInfo } from './report.js';
import { type RunOfAll, reportOf, sendAll } from './run-all.js';
import { graphOfText, type Sender, sendEntry, trustIn, unconfirmed } from './send-entry.js';
import type { TextTrust } from './trust.js';

/** Runs the requests. Never rejects: failures become actions. */
export function performRunEntry(
  { id, request }: EffectOf<'run-http'>,
  context: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  return context.currentId.run(id, () => run(id, request, context, dispatch));
}

const loginRequired = 'Login required. Press H, then s.';
const loginRefused = 'Credentials missing or rejected. Press H.';

/** A run in progress, and its observers. */
interface EntryRun {
  readonly id: number;
  readonly request: EntryRequest;
  readonly context: EffectContext;
  /** Identity at the start. By the end, another tab may be active and this one may use another session. */
  readonly identity: Identity;
  readonly dispatch: Dispatch;
  readonly progress: RunInProgress;
  readonly record: EntriesRecord;
  readonly stream: StreamReport | undefined;
  readonly arriving: ArrivingBody;
  /** Values captured by the requests sent so far. */
  readonly captured: Map<string, Value>;
}

async function run(id: number, request: EntryRequest, context: EffectContext, dispatch: Dispatch): Promise<void> {
  const { environment, identity } = context;
  const progress = beginRun(id, context, dispatch);
  const { signal: stop, took } = progress;
  const [streamed] = request.isAll ? [] : request.entries;
  const stream = streamed?.stream ? streamReport(id, streamed, context, dispatch, took) : undefined;
  const arriving = arrivingBody(id, dispatch, took);
  const record = recordEntries(request, context, progress.started);
  const fail = (failure: Failure): void => {
    const at = environment.now();
    arriving.end();
    const raw = arriving.text();
    const bytes = Buffer.byteLength(raw);
    if (!stop.aborted) dispatch({ type: 'response/failed', id, failure, at, raw, bytes, tookMs: took(), timing: {} });
  };
  try {
    const observers = { dispatch, progress, record, stream, arriving };
    const failed = await sendApproved({ id, request, context, identity, ...observers, captured: new Map() });
    if (failed !== undefined) fail(failed);
  } catch (error) {
    fail(unexpectedFailure(error));
  } finally {
    stream?.end();
    arriving.end();
    record.end(stop.aborted);
    progress.end();
  }
}

/** Sends the requests, or asks for the approval that they need. */
async function sendApproved(current: EntryRun): Promise<Failure | undefined> {
  const { id, request, context, identity, dispatch, progress } = current;
  const { signal: stop, took } = progress;
  const sender = { context, identity };
  const trust = await trustIn(request, sender);
  if (isFailure(trust)) return trust;
  const question = await questionBefore(id, request, { ...sender, trust });
  if (question !== undefined && !stop.aborted) {
    dispatch(question);
    return undefined;
  }
  const failed = request.isAll ? await runAll(current, trust) : await runFirst(current, trust);
  if (failed !== undefined || stop.aborted) return failed;
  dispatch({ type: 'response/done', id, tookMs: took(), at: context.environment.now() });
  return undefined;
}

/** The question that the user has to answer before anything is sent, or undefined if there is none. */
async function questionBefore(id: number, request: EntryRequest, sender: Sender): Promise<Action | undefined> {
  const { isAll: all, confirmed, file = '' } = request;
  const { missing } = sender.trust;
  if (missing.length > 0) {
    const [manifest, lines] = [manifestLines(missing), missing.map(rightLine)];
    return { type: 'response/untrusted', id, file: path.basename(file), manifest, lines, confirmed, all };
  }
  const confirmation = await unconfirmed(request, sender);
  return confirmation && { type: 'response/unconfirmed', id, ...confirmation, confirmed, all };
}

async function runAll(current: EntryRun, trust: TextTrust): Promise<Failure | undefined> {
  const { id, request, context, identity, dispatch, progress, record, captured } = current;
  const graph = await graphOfText(request, { context, identity });
  if (isFailure(graph)) return graph;
  const { signal: stop, took } = progress;
  const sendOne: RunOfAll['sendOne'] = (at, signal) => sendOneOf(current, trust, at, signal);
  const reported = await sendAll(request, graph, { id, captured, stop, dispatch, sendOne });
  const report = reportOf(id, reported, took());
  record.verdict(report.verdict);
  dispatch(report);
  return undefined;
}

async function runFirst(current: EntryRun, trust: TextTrust): Promise<Failure | undefined> {
  const { id, request, dispatch, progress, record, stream } = current;
  const { signal: stop, took } = progress;
  const [first] = request.entries;
  if (first === undefined) return undefined;
  const entry = await sendOneOf(current, trust, first.at, stop);
  if (isFailure(entry)) return entry;
  if (stop.aborted) return undefined;
  const judged = judgedEntry(entry, request.description, first.operation);
  stream?.end();
  current.arriving.end();
  const result = resultOf(id, entry, judged, took());
  record.verdict(result.verdict);
  // The log already contains the messages. A response without messages is still shown, and so are failed checks.
  if (!stream || entry.streamBytes === undefined || result.errors.length > 0) dispatch(result);
  return undefined;
}

/** Sends one request. Its captured values are available to the next. */
async function sendOneOf(
  { id, request, context, identity, dispatch, progress, record, stream, arriving, captured }: EntryRun,
  trust: TextTrust,
  at: number,
  signal: AbortSignal,
): Promise<SentEntry | Failure> {
  const { note } = progress;
  const entry = await sendEntry(
    request,
    at,
    captured,
    { context, identity, trust },
    {
      signal,
      note,
      stream: stream?.observer,
      received: request.isAll ? undefined : arriving.received,
      progress: text => dispatch({ type: 'response/state', id, state: '', text }),
      head(response) {
        record.head(response);
        if (response.status === 401) {
          offerLogin(response.url, id, dispatch)(response);
          const operation = request.entries.find(each => each.at === at)?.operation;
          if (operation && operation.security.length > 0) note(loginRequired);
          else if (!request.isAll) note(loginRefused);
        }
        if (request.isAll) return;
        arriving.head(headerOf(response, 'content-type'));
        dispatch({ type: 'response/head', id, head: headInfo(headEvent(response)) });
      },
    },
  );
  if (isFailure(entry)) record.failed(entry);
  if (isFailure(entry) || signal.aborted) return entry;
  for (const [name, value] of entry.captured) captured.set(name, value);
  if (entry.captured.size > 0) dispatch({ type: 'values/captured', id, values: capturedValueOf(entry.captured) });
  const failure = await sessionAt(entry.response.url, context, identity)?.saveValues(entry.captured);
  if (failure) showError(failure.text, dispatch);
  return entry;
}

/** Reports the messages of a WebSocket or an event stream to the log of the response. */
interface StreamReport {
  readonly observer: StreamObserver;
  /** Reports the last messages. No more messages can be sent. */
  end(): void;
}

/** @param took returns the milliseconds since the run began */
function streamReport(
  id: number,
  { stream, isSilent }: EntryRequest['entries'][number],
  { environment, messageSenders }: EffectContext,
  dispatch: Dispatch,
  took: () => number,
): StreamReport {
  const batch = eventBatch(events => dispatch({ type: 'response/events', id, events, tookMs: took() }));
  const sent = (text: string): void => {
    batch.flush();
    dispatch({ type: 'response/sent', id, text, at: environment.now() });
  };
  return {
    observer: {
      staysOpen: true,
      sent,
      opened(_head, send) {
        dispatch({ type: 'response/state', id, state: 'connected', text: 'receiving messages', at: environment.now() });
        if (stream !== 'websocket') return;
        messageSenders.set(id, text => {
          send(text);
          sent(text);
        });
        // The text contains no message, so the user types one.
        if (isSilent) dispatch({ type: 'response/message' });
      },
      async message({ bytes, isBinary }) {
        const text = isBinary ? `binary message of ${sizeText(bytes.length)}` : bytes.toString('utf8');
        batch.add({ at: environment.now(), bytes: bytes.length, text, bad: false });
        await batch.room();
      },
    },
    end() {
      messageSenders.delete(id);
      batch.flush();
    },
  };
}
