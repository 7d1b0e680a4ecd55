/** Runs requests of an `.http` text: the one at the cursor, or all of them. */
import path from 'node:path';
import { unexpectedFailure } from '../../../core/bug.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { capturedValueOf } from '../../../core/http-file/captured-values.js';
import type { Value } from '../../../core/http-file/variables.js';
import { manifestLines, rightLine } from '../../../core/rights/right.js';
import { headEvent } from '../../../io/graphql/http.js';
import type { SentEntry } from '../../../io/http/text-request.js';
import type { Effect, EntryRequest } from '../../model/effect.js';
import { screenHint } from '../../screen-words.js';
import { type Dispatch, type EffectContext, showError } from '../context.js';
import { sessionAt } from '../endpoint.js';
import { offerLogin } from '../look-for-login.js';
import { judgedEntry, resultOf } from './entry-result.js';
import { recordEntries } from './record.js';
import { headInfo } from './report.js';
import { reportOf, sendAll } from './run-all.js';
import { graphOfText, sendEntry, trustIn, unconfirmed } from './send-entry.js';
import { streamReport } from './stream-report.js';
import type { TextTrust } from './trust.js';

/** Interval for reporting the duration of a run, in milliseconds. */
const tickMs = 250;

/** Runs the requests. Never rejects: failures become actions. */
export function performRunEntry(
  { id, request }: Extract<Effect, { readonly kind: 'run-http' }>,
  context: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  return context.currentId.run(id, () => run(id, request, context, dispatch));
}

async function run(id: number, request: EntryRequest, context: EffectContext, dispatch: Dispatch): Promise<void> {
  const stop = new AbortController();
  context.running.set(id, stop);
  // By then, another tab may be active and this one may use another session.
  const { environment, identity } = context;
  const started = environment.monotonic();
  const took = (): number => environment.monotonic() - started;
  const clock = setInterval(() => dispatch({ type: 'response/elapsed', id, ms: took() }), tickMs);
  const fail = (reason: Failure): void => {
    if (!stop.signal.aborted)
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
  const sent = async (at: number, signal = stop.signal): Promise<SentEntry | Failure> => {
    const entry = await sendEntry(
      request,
      at,
      captured,
      { context, identity, trust: granted },
      {
        signal,
        note: text => dispatch({ type: 'response/note', id, text: screenHint(text) }),
        stream: stream?.observer,
        progress: text => dispatch({ type: 'response/state', id, state: '', text }),
        head: response => {
          record.head(response);
          if (response.status === 401) offerLogin(response.url, id, dispatch)(response);
          const isAsked = request.entries.some(each => each.at === at && (each.operation?.security.length ?? 0) > 0);
          if (response.status === 401 && isAsked)
            dispatch({
              type: 'response/note',
              id,
              text: 'Login required. Press H, then s for the logins of the description.',
            });
          if (!request.isAll) dispatch({ type: 'response/head', id, head: headInfo(headEvent(response)) });
        },
      },
    );
    if (isFailure(entry)) record.failed(entry);
    if (isFailure(entry) || signal.aborted) return entry;
    for (const [name, value] of entry.captured) captured.set(name, value);
    if (entry.captured.size > 0) dispatch({ type: 'values/captured', id, values: capturedValueOf(entry.captured) });
    const unkept = await sessionAt(entry.response.url, context, identity)?.keepValues(entry.captured);
    if (unkept) showError(unkept.text, dispatch);
    return entry;
  };
  try {
    const { isAll: all, confirmed, file = '' } = request;
    const trust = await trustIn(request, { context, identity });
    if (isFailure(trust)) return fail(trust);
    const { missing } = trust;
    if (missing.length > 0 && !stop.signal.aborted) {
      const [manifest, lines] = [manifestLines(missing), missing.map(rightLine)];
      return dispatch({ type: 'response/untrusted', id, file: path.basename(file), manifest, lines, confirmed, all });
    }
    granted = trust;
    const confirmation = await unconfirmed(request, { context, identity, trust });
    if (confirmation && !stop.signal.aborted)
      return dispatch({ type: 'response/unconfirmed', id, ...confirmation, confirmed, all });
    const [first] = request.entries;
    if (request.isAll) {
      const graph = await graphOfText(request, { context, identity });
      if (isFailure(graph)) return fail(graph);
      const reported = await sendAll(request, graph, { id, captured, stop: stop.signal, dispatch, sendOne: sent });
      const report = reportOf(id, reported, took());
      record.verdict(report.verdict);
      dispatch(report);
      if (stop.signal.aborted) return undefined;
    } else if (first !== undefined) {
      const entry = await sent(first.at);
      if (isFailure(entry)) return fail(entry);
      if (stop.signal.aborted) return undefined;
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
    clearInterval(clock);
    stream?.end();
    record.end(stop.signal.aborted);
    context.running.delete(id);
  }
}
