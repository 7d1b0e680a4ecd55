/** Sends a prepared request, outputs its response and reports the outcome. */

import { type Failure, isFailure } from '../core/failure.js';
import type { Hint } from '../core/hint.js';
import type { OutputOptions } from '../core/options.js';
import type { RequestSpec } from '../core/request/spec.js';
import { type AttemptBudget, mayRetry, retryWithBody, startAttempts } from '../io/http/attempts/budget.js';
import type { Jar } from '../io/http/cookies/jar.js';
import type { HttpResponse } from '../io/http/exchange.js';
import { holdBody } from '../io/http/upload/held-body.js';
import type { WireEvent } from '../io/http/wire-event.js';
import type { AuthorizedRequest } from './access-token.js';
import type { Judge } from './checks/judge.js';
import { guardOutput, openReporter, openVerbose, type PlainContext } from './context.js';
import { note } from './note.js';
import { type ShownResponse, withGivenType } from './parts/content-type.js';
import type { ExchangeReporter } from './parts/exchange-reporter.js';
import type { Recorded } from './parts/recorder.js';
import type { Reshaper } from './reshape/reshape.js';
import { type OutgoingRequest, outgoingRequest, restartedRequest, resumedRequest } from './saving/outgoing.js';
import { sendRequest } from './send-request.js';
import { showResponse } from './show-response.js';
import { emitAll } from './verbose/emit-all.js';
import type { Live } from './verbose/live.js';

/** Receives the final response before any of it is shown, and may replace it with one whose body it reads as well. */
type WatchResponse = (response: HttpResponse) => HttpResponse;

export interface ExchangeUse {
  readonly watch?: WatchResponse;
  /** The cookies of a session. */
  readonly jar?: Jar;
}

const stillOpen =
  'Nothing has been sent yet: up to 1 MiB of the body is read first, and its input has not ended. Pass --chunked to stream it.';

/** Returns the exit code, or the failure to print. */
export async function exchange(
  stage: PlainContext,
  prepared: RequestSpec,
  authorised: AuthorizedRequest,
  judge: Judge | undefined,
  { watch = response => response, jar }: ExchangeUse,
): Promise<number | Failure> {
  const { command, environment } = stage;
  const { silent, resume } = command.output;
  const log = await openLog(stage);
  if (isFailure(log)) return log;
  const tellNote = (text: Hint): void => (silent ? undefined : note(environment, text));
  const spec = await holdBody(prepared, environment, () => tellNote(stillOpen));
  if (isFailure(spec)) return spec;
  const first = await outgoingRequest(stage, spec, resume);
  if (isFailure(first)) return first;
  const observers = await openObservers(stage, prepared, judge, log);
  if (isFailure(observers)) return observers;
  const run: ExchangeRun = {
    stage,
    spec,
    authorised,
    jar,
    watch,
    observers,
    tries: startAttempts(environment),
    note: tellNote,
  };
  return conclude(run, await transfer(run, first));
}

/** The debug log of one exchange. */
interface ExchangeLog {
  readonly onEvent: (event: WireEvent) => void;
  end(ended: number | Failure, response: HttpResponse | undefined): void;
}

async function openLog({ command, environment }: PlainContext): Promise<ExchangeLog | Failure | undefined> {
  const { debugLog } = command.output;
  if (debugLog === undefined) return undefined;
  const { logEnd, logSteps, openDebugLog } = await import('../io/debug-log.js');
  const log = openDebugLog(debugLog, environment);
  if (isFailure(log)) return log;
  return {
    onEvent: logSteps(log),
    end(ended, response) {
      logEnd(log, ended, response?.timing);
      log.close();
    },
  };
}

/** The parts of the program that follow one exchange, as its flags require. */
interface Observers {
  readonly judge: Judge | undefined;
  readonly log: ExchangeLog | undefined;
  readonly reporter: ExchangeReporter | undefined;
  readonly reshaper: Reshaper | undefined;
  readonly live: Live | undefined;
  readonly recorded: Recorded | undefined;
  /** Ends an event stream after `--max-events`. */
  readonly limit: WatchResponse;
}

async function openObservers(
  stage: PlainContext,
  prepared: RequestSpec,
  judge: Judge | undefined,
  log: ExchangeLog | undefined,
): Promise<Observers | Failure> {
  const { command, environment } = stage;
  const { output } = command;
  const reporter = await openReporter(command, environment);
  if (isFailure(reporter)) return reporter;
  const reshaper = await reshaperOf(output, prepared);
  if (isFailure(reshaper)) return reshaper;
  const live = await openVerbose(stage, command, environment);
  const recorded = output.print?.includes('B')
    ? (await import('./parts/recorder.js')).recorder(environment.monotonic)
    : undefined;
  return { judge, log, reporter, reshaper, live, recorded, limit: await eventLimit(output) };
}

async function reshaperOf(output: OutputOptions, spec: RequestSpec): Promise<Reshaper | Failure | undefined> {
  if (output.filter === undefined && output.pages === undefined) return undefined;
  return (await import('./reshape/reshape.js')).openReshaper(output, spec);
}

async function eventLimit({ maxEvents }: OutputOptions): Promise<WatchResponse> {
  if (maxEvents === undefined) return response => response;
  const { withMaxEvents } = await import('./parts/max-events.js');
  return response => withMaxEvents(response, maxEvents);
}

interface ExchangeRun {
  readonly stage: PlainContext;
  /** The request without the range of a resumed download. */
  readonly spec: RequestSpec;
  readonly authorised: AuthorizedRequest;
  readonly jar: Jar | undefined;
  readonly watch: WatchResponse;
  readonly observers: Observers;
  readonly tries: AttemptBudget;
  readonly note: (text: Hint) => void;
}

interface Transfer {
  /** The last response, or undefined if none arrived. */
  readonly response: HttpResponse | undefined;
  readonly ended: number | Failure;
  /** Bytes that were output, by all attempts. */
  readonly bytes: number;
  /** File in which the body was saved. */
  readonly file: string | undefined;
}

/** Sends the request and outputs the response. A truncated body is resumed as `--retry` allows. */
async function transfer(run: ExchangeRun, first: OutgoingRequest): Promise<Transfer> {
  const { stage, spec, observers } = run;
  let bytes = 0;
  let file: string | undefined;
  let outgoing = first;
  for (;;) {
    const { request, target } = outgoing;
    const answer = await receive(run, request);
    if (isFailure(answer)) return { response: undefined, ended: answer, bytes, file };
    const { received: response, shown } = answer;
    const restarted = await restartedRequest(stage, spec, response, target);
    if (restarted) {
      observers.live?.end(response);
      outgoing = restarted;
      continue;
    }
    const sentBody = observers.recorded?.body();
    const ended = await guardOutput(stage, () =>
      showResponse(stage, shown, { request, target, sentBody }, (length, saved) => {
        bytes += length;
        file = saved;
      }),
    );
    observers.live?.end(response);
    if (!isFailure(ended)) return { response, ended, bytes, file };
    const next = await resume(run, ended, outgoing, bytes);
    if (isFailure(next)) return { response, ended: next, bytes, file };
    outgoing = next;
  }
}

/** Returns the request for the rest of a truncated body, after a wait, or the failure that ends the transfer. */
async function resume(
  { stage, spec, tries, note }: ExchangeRun,
  broken: Failure,
  outgoing: OutgoingRequest,
  bytes: number,
): Promise<OutgoingRequest | Failure> {
  if (!mayRetry(tries, spec)) return broken;
  const next = await resumedRequest(stage, spec, outgoing, bytes);
  if (!next) return broken;
  return (await retryWithBody(broken, outgoing.request, tries, stage.environment, note)) ?? next;
}

/** Sends one attempt. Returns the response to check and report, and the response to print. */
async function receive(
  { stage, authorised, jar, watch, observers, tries }: ExchangeRun,
  request: RequestSpec,
): Promise<{ readonly received: HttpResponse; readonly shown: ShownResponse } | Failure> {
  const { command, environment } = stage;
  const { credentials, ...login } = authorised;
  const { judge, log, live, reporter, recorded, reshaper } = observers;
  // The rest of the body may be requested with a token renewed meanwhile.
  const current = { ...request, credentials: { ...request.credentials, ...credentials } };
  const onEvent = emitAll([live?.onEvent, log?.onEvent, reporter?.onEvent, recorded?.onEvent, judge?.onEvent]);
  const sending = { silent: command.output.silent, ...login, jar, onEvent, onSent: reporter?.onSent };
  const sent = await sendRequest(current, environment, { ...sending, tries });
  if (isFailure(sent)) return sent;
  const check: WatchResponse = response => judge?.watch(response) ?? response;
  const response = observers.limit(withFlaggedType(command.output, watch(sent)));
  if (reshaper) return reshaper.of(response, url => sendRequest({ ...current, url }, environment, sending), check);
  const received = check(response);
  return { received, shown: received };
}

/** The response with the content type that the user gave, if any. */
const withFlaggedType = (output: OutputOptions, response: HttpResponse): HttpResponse =>
  output.responseType === undefined && output.responseCharset === undefined
    ? response
    : withGivenType(output, response);

/** Checks the response, and saves and reports the outcome. */
async function conclude(run: ExchangeRun, { response, bytes, file, ...transferred }: Transfer) {
  const { stage, observers, tries } = run;
  const { reshaper, log, reporter, judge } = observers;
  let { ended } = transferred;
  for (const text of reshaper && !isFailure(ended) ? reshaper.notes() : []) run.note(text);
  if (response) {
    ended = await withSavedEtag(ended, response, stage);
    if (judge) ended = await judged(judge, ended, stage);
    await offerLogin(response, stage);
  }
  log?.end(ended, response);
  if (!reporter) return ended;
  const read = reshaper?.bytes() ?? bytes;
  return reporter.end(
    { response, ended, bytes: read, retries: tries.used, checks: judge?.results, file },
    stage.output,
  );
}

async function withSavedEtag(
  ended: number | Failure,
  response: HttpResponse,
  { command, environment }: PlainContext,
): Promise<number | Failure> {
  const { etagSave } = command.output;
  if (etagSave === undefined || isFailure(ended)) return ended;
  const { saveEtag } = await import('./saving/conditions.js');
  return (await saveEtag(etagSave, response, environment)) ?? ended;
}

/** The outcome after the checks on the response; an incomplete response is not checked. */
async function judged(judge: Judge, ended: number | Failure, stage: PlainContext): Promise<number | Failure> {
  if (isFailure(ended)) return ended;
  return guardOutput(stage, async () => {
    const failed = await judge.judgeWatched();
    if (stage.terminal) stage.output.endLine();
    return failed ?? judge.end(ended);
  });
}

/** Offers a login after a 401 without one. */
async function offerLogin(response: HttpResponse, { command, environment }: PlainContext): Promise<void> {
  if (response.status !== 401 || command.output.silent || command.auth.oauth2) return;
  await (await import('./auth/offer-login.js')).offerLogin(response, command, environment);
}
