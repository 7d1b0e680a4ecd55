/** Runs requests of an `.http` text: the one at the cursor, or all of them. */
import path from 'node:path';
import { unexpectedFailure } from '../../../core/bug.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { capturedValueOf } from '../../../core/http-file/captured-values.js';
import type { Value } from '../../../core/http-file/variables.js';
import { sizeText } from '../../../core/response/sizes.js';
import { manifestLines, rightLine } from '../../../core/rights/right.js';
import { headEvent } from '../../../io/graphql/http.js';
import type { SentEntry, StreamObserver } from '../../../io/http/text-request.js';
import type { EffectOf, EntryRequest } from '../../model/effect.js';
import { beginRun } from '../background.js';
import { type Dispatch, type EffectContext, showError } from '../context.js';
import { sessionAt } from '../endpoint.js';
import { offerLogin } from '../look-for-login.js';
import { judgedEntry, resultOf } from './entry-result.js';
import { eventBatch } from './event-batch.js';
import { recordEntries } from './record.js';
import { headInfo } from './report.js';
import { reportOf, sendAll } from './run-all.js';
import { graphOfText, sendEntry, trustIn, unconfirmed } from './send-entry.js';
import type { TextTrust } from './trust.js';

/** Runs the requests. Never rejects: failures become actions. */
export function performRunEntry(
  { id, request }: EffectOf<'run-http'>,
  context: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  return context.currentId.run(id, () => run(id, request, context, dispatch));
}

const loginRequired = 'Login required. Press H, then s for the logins of the description.';

async function run(id: number, request: EntryRequest, context: EffectContext, dispatch: Dispatch): Promise<void> {
  // By then, another tab may be active and this one may use another session.
  const { environment, identity } = context;
  const { signal: stop, started, took, note, end } = beginRun(id, context, dispatch);
  const fail = (reason: Failure): void => {
    if (!stop.aborted)
      dispatch({
        type: 'response/failed',
        id,
        failure: reason,
        at: environment.now(),
        raw: '',
        bytes: 0,
        tookMs: took(),
        timing: {},
      });
  };
  const [streamed] = request.isAll ? [] : request.entries;
  const stream = streamed?.stream ? streamReport(id, streamed, context, dispatch, took) : undefined;
  const record = recordEntries(request, context, started);
  const captured = new Map<string, Value>();
  let granted: TextTrust = { missing: [], grantsAt: () => () => false };
  /** Sends one request. Its captured values are available to the next. */
  const sendOne = async (at: number, signal = stop): Promise<SentEntry | Failure> => {
    const entry = await sendEntry(
      request,
      at,
      captured,
      { context, identity, trust: granted },
      {
        signal,
        note,
        stream: stream?.observer,
        progress: text => dispatch({ type: 'response/state', id, state: '', text }),
        head: response => {
          record.head(response);
          if (response.status === 401) {
            offerLogin(response.url, id, dispatch)(response);
            const operation = request.entries.find(each => each.at === at)?.operation;
            if (operation && operation.security.length > 0) note(loginRequired);
          }
          if (!request.isAll) dispatch({ type: 'response/head', id, head: headInfo(headEvent(response)) });
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
  };
  try {
    const { isAll: all, confirmed, file = '' } = request;
    const trust = await trustIn(request, { context, identity });
    if (isFailure(trust)) return fail(trust);
    const { missing } = trust;
    if (missing.length > 0 && !stop.aborted) {
      const [manifest, lines] = [manifestLines(missing), missing.map(rightLine)];
      return dispatch({ type: 'response/untrusted', id, file: path.basename(file), manifest, lines, confirmed, all });
    }
    granted = trust;
    const confirmation = await unconfirmed(request, { context, identity, trust });
    if (confirmation && !stop.aborted)
      return dispatch({ type: 'response/unconfirmed', id, ...confirmation, confirmed, all });
    const [first] = request.entries;
    if (request.isAll) {
      const graph = await graphOfText(request, { context, identity });
      if (isFailure(graph)) return fail(graph);
      const reported = await sendAll(request, graph, { id, captured, stop, dispatch, sendOne });
      const report = reportOf(id, reported, took());
      record.verdict(report.verdict);
      dispatch(report);
      if (stop.aborted) return undefined;
    } else if (first !== undefined) {
      const entry = await sendOne(first.at);
      if (isFailure(entry)) return fail(entry);
      if (stop.aborted) return undefined;
      const judged = judgedEntry(entry, request.description, first.operation);
      stream?.end();
      const result = resultOf(id, entry, judged, took());
      record.verdict(result.verdict);
      // The log already contains the messages. A response without messages is still shown, and so are failed checks.
      if (!stream || entry.streamBytes === undefined || result.errors.length > 0) dispatch(result);
    }
    dispatch({ type: 'response/done', id, tookMs: took(), at: environment.now() });
  } catch (error) {
    fail(unexpectedFailure(error));
  } finally {
    stream?.end();
    record.end(stop.aborted);
    end();
  }
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
