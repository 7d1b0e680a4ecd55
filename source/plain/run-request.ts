/** `apiclient <METHOD> <url>`: one request, its response on standard output or in a file. */

import type { RequestCommand } from '../core/command.js';
import { type Failure, isFailure } from '../core/failure.js';
import type { Hint } from '../core/hint.js';
import type { OutputOptions } from '../core/options.js';
import { isUnsafe, type RequestSpec } from '../core/request/spec.js';
import { encodeQuery } from '../core/request/url.js';
import { bullets } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { mayRetry, retryWithBody, startAttempts } from '../io/http/attempts/budget.js';
import type { Jar } from '../io/http/cookies/jar.js';
import type { HttpResponse } from '../io/http/exchange.js';
import { holdBody } from '../io/http/upload/held-body.js';
import type { AuthorizedRequest } from './access-token.js';
import type { Judge } from './checks/judge.js';
import { guardOutput, hiderOf, openPlainContext, openReporter, openVerbose, type PlainContext } from './context.js';
import { note } from './note.js';
import { withGivenType } from './parts/content-type.js';
import { prepareRequest } from './prepare.js';
import type { Reshaper } from './reshape/reshape.js';
import type { Target } from './saving/save-target.js';
import { sendRequest } from './send-request.js';
import { discardBody, showResponse } from './show-response.js';
import { emitAll } from './verbose/emit-all.js';

/** Receives the final response before any of it is shown, and may replace it with one whose body it reads as well. */
type WatchResponse = (response: HttpResponse) => HttpResponse;

interface RequestUse {
  readonly watch?: WatchResponse;
  /** Hint for standard input that the command does not send. */
  readonly inputHint?: string;
  /** The cookies of a session. */
  readonly jar?: Jar;
  /** Changes the text of a request that is printed instead of sent. */
  readonly rewrite?: (text: string) => string;
}

/** Returns the exit code, or the failure to print. */
export async function runRequest(
  command: RequestCommand,
  environment: Environment,
  use: RequestUse = {},
): Promise<number | Failure> {
  const { method, methodSlip, output } = command;
  if (methodSlip !== undefined && !output.silent)
    note(environment, `Unknown method ${method}, sent anyway. Did you mean ${methodSlip}?`);
  const judge = command.repeat ? undefined : await judgeOf(command, environment);
  if (isFailure(judge)) return judge;
  const prepared = await prepareRequest(command, environment);
  if (isFailure(prepared)) return prepared;
  if (!command.output.silent && command.body) {
    const { doubtsOf } = await import('./notes/doubts.js');
    for (const text of doubtsOf(command, prepared.headers)) note(environment, text);
  }
  const refused = (await unsentInput(command, environment, use)) ?? (await refusedByPerson(command, environment));
  if (refused) return refused;
  const authorised: AuthorizedRequest | Failure = command.auth.oauth2
    ? await (await import('./access-token.js')).authorizeRequest(command, prepared.credentials, environment)
    : { credentials: prepared.credentials };
  if (isFailure(authorised)) return authorised;
  const spec = { ...prepared, credentials: authorised.credentials };
  const stage = await openPlainContext(command, environment);
  return guardOutput(stage, async () => {
    if (!command.output.curl && !command.output.dryRun) {
      if (!command.repeat) return exchange(stage, spec, authorised, judge, use);
      const { repeatRequest } = await import('./load/repeat-request.js');
      return repeatRequest(stage, command.repeat, spec, authorised, use.jar);
    }
    const { describeRequest } = await import('./print-request.js');
    const text = await describeRequest(spec, command, environment, stage.painter);
    if (isFailure(text)) return text;
    const described = use.rewrite?.(text) ?? text;
    // Filled-in secrets are masked in a URL as everywhere else.
    await stage.output.write(command.hidden ? described.replaceAll(encodeQuery(bullets), bullets) : described);
    return 0;
  });
}

async function unsentInput(
  { method, body, output }: RequestCommand,
  environment: Environment,
  { inputHint }: RequestUse,
): Promise<Failure | undefined> {
  if (body || output.curl || output.dryRun || !/^(?:PUT|PATCH|POST)$/.test(method)) return undefined;
  return (await import('./notes/unsent-input.js')).refuseUnsentInput(method, output.silent, environment, inputHint);
}

/** Prompts for profiles that require confirmation, unless nothing is sent. */
async function refusedByPerson(command: RequestCommand, environment: Environment): Promise<Failure | undefined> {
  const { method, url, output, profile } = command;
  if (!profile?.confirm || output.curl || output.dryRun) return undefined;
  if (!isUnsafe(method)) return undefined;
  return (await import('./profile/confirm.js')).confirmSending(method, hiderOf(command)(url), command, environment);
}

const stillOpen =
  'Nothing has been sent yet: up to 1 MiB of the body is read first, and its input has not ended. Pass --chunked to stream it.';

/** Sends the request, outputs the response and reports the outcome. */
async function exchange(
  stage: PlainContext,
  prepared: RequestSpec,
  authorised: AuthorizedRequest,
  judge: Judge | undefined,
  { watch = response => response, jar }: RequestUse,
): Promise<number | Failure> {
  const { command, environment, output } = stage;
  const { credentials: _, ...login } = authorised;
  const { silent, debugLog } = command.output;
  const logging = debugLog === undefined ? undefined : await import('../io/debug-log.js');
  const log = logging?.openDebugLog(debugLog, environment);
  if (isFailure(log)) return log;
  const tellNote = (text: Hint): void => (silent ? undefined : note(environment, text));
  const spec = await holdBody(prepared, environment, () => tellNote(stillOpen));
  if (isFailure(spec)) return spec;
  const begun = await goingTo(stage, spec, command.output.resume);
  if (isFailure(begun)) return begun;
  const ending = await openReporter(command, environment);
  if (isFailure(ending)) return ending;
  const reshaper = await reshaperOf(command.output, prepared);
  if (isFailure(reshaper)) return reshaper;
  const live = await openVerbose(stage, command, environment);
  const recorded = command.output.print?.includes('B')
    ? (await import('./parts/recorder.js')).recorder(environment.monotonic)
    : undefined;
  const onEvent = emitAll([
    live?.onEvent,
    log && logging?.logSteps(log),
    ending?.onEvent,
    recorded?.onEvent,
    judge?.onEvent,
  ]);
  const { maxEvents } = command.output;
  const limit = maxEvents === undefined ? undefined : (await import('./parts/max-events.js')).withMaxEvents;
  const limited = (seen: HttpResponse): HttpResponse =>
    limit && maxEvents !== undefined ? limit(seen, maxEvents) : seen;
  const tries = startAttempts(environment);
  let response: HttpResponse | Failure;
  let ended: number | Failure;
  let bytes = 0;
  let file: string | undefined;
  let going: OutgoingRequest = begun;
  for (;;) {
    const { request, target } = going;
    // The rest of the body may be requested with a token renewed meanwhile.
    const current = { ...request, credentials: { ...request.credentials, ...authorised.credentials } };
    const sending = { silent, ...login, jar, onEvent, onSent: ending?.onSent };
    const sent = await sendRequest(current, environment, { ...sending, tries });
    if (isFailure(sent)) {
      response = sent;
      ended = sent;
      break;
    }
    const check = (seen: HttpResponse): HttpResponse => judge?.watch(seen) ?? seen;
    const seen = limited(typed(command.output, watch(sent)));
    const { received, shown } = reshaper
      ? reshaper.of(seen, url => sendRequest({ ...current, url }, environment, sending), check)
      : bothAs(check(seen));
    response = received;
    const restarted = target?.complete ? await restartedDownload(stage, spec, received, target) : undefined;
    if (restarted) {
      live?.end(received);
      going = restarted;
      continue;
    }
    ended = await guardOutput(stage, () =>
      showResponse(stage, shown, { request, target, sentBody: recorded?.body() }, (length, saved) => {
        bytes += length;
        file = saved;
      }),
    );
    live?.end(received);
    if (!isFailure(ended) || !mayRetry(tries, spec)) break;
    const next = await goingAgain(stage, spec, going, bytes);
    const failed = next ? await retryWithBody(ended, request, tries, environment, tellNote) : ended;
    if (failed || !next) {
      ended = failed ?? ended;
      break;
    }
    going = next;
  }
  for (const text of reshaper && !isFailure(ended) ? reshaper.notes() : []) tellNote(text);
  const { etagSave } = command.output;
  if (etagSave !== undefined && !isFailure(response) && !isFailure(ended)) {
    const { saveEtag } = await import('./saving/conditions.js');
    ended = (await saveEtag(etagSave, response, environment)) ?? ended;
  }
  if (judge && !isFailure(response)) ended = await judged(judge, ended, stage);
  if (!isFailure(response) && response.status === 401 && !silent && !command.auth.oauth2) {
    await (await import('./auth/offer-login.js')).offerLogin(response, command, environment);
  }
  if (log) logging?.logEnd(log, ended, isFailure(response) ? undefined : response.timing);
  log?.close();
  if (!ending) return ended;
  const result = {
    response: isFailure(response) ? undefined : response,
    ended,
    bytes: reshaper?.bytes() ?? bytes,
    retries: tries.used,
    checks: judge?.results,
  };
  return ending.end(file === undefined ? result : { ...result, file }, output);
}

/** The response with the content type that the user gave, if any. */
const typed = (output: OutputOptions, response: HttpResponse): HttpResponse =>
  output.responseType === undefined && output.responseCharset === undefined
    ? response
    : withGivenType(output, response);

/** The same response to check and to print. */
const bothAs = (received: HttpResponse) => ({ received, shown: received });

async function reshaperOf(output: OutputOptions, spec: RequestSpec): Promise<Reshaper | Failure | undefined> {
  if (output.filter === undefined && output.pages === undefined) return undefined;
  return (await import('./reshape/reshape.js')).openReshaper(output, spec);
}

/** The checks of `-a`, if there are any. */
async function judgeOf(
  { output: { asserts } }: RequestCommand,
  environment: Environment,
): Promise<Judge | Failure | undefined> {
  return asserts && (await import('./checks/judge.js')).openJudge(asserts, environment);
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

/** A request and the destination of its response: the file of `-o` or `--download`, or standard output. */
interface OutgoingRequest {
  readonly request: RequestSpec;
  readonly target: Target | undefined;
}

async function goingTo(stage: PlainContext, spec: RequestSpec, resume: boolean): Promise<OutgoingRequest | Failure> {
  const { command, environment } = stage;
  const { output } = command;
  if (!output.download && (output.file === undefined || output.file === '-')) {
    return { request: spec, target: undefined };
  }
  const { chooseTarget, requestFor } = await import('./saving/save-target.js');
  const target = await chooseTarget(output, resume, spec, environment);
  if (isFailure(target) || !target) return target ?? { request: spec, target };
  // The body may be truncated, so request a form that can be resumed.
  return { request: requestFor(target, resume || spec.network.retries > 0, spec), target };
}

/** Request for everything, if the server's file is longer or shorter than the one that `-C` found; otherwise undefined. */
async function restartedDownload(
  { command: { output }, environment }: PlainContext,
  spec: RequestSpec,
  response: HttpResponse,
  target: Target,
): Promise<OutgoingRequest | undefined> {
  const { completedBy, fromTheStart, noteFetchedWhole, requestFor } = await import('./saving/save-target.js');
  if (completedBy(target, response, spec)) return undefined;
  if (!output.silent) noteFetchedWhole(target, output.file, environment);
  const whole = fromTheStart(target, response);
  if (!whole) return undefined;
  await discardBody(response);
  return { request: requestFor(whole, true, spec), target: whole };
}

/**
 * Where to resume a truncated body, or undefined if output cannot be taken back.
 * @param shown bytes already written to standard output
 */
async function goingAgain(
  stage: PlainContext,
  spec: RequestSpec,
  before: OutgoingRequest,
  shown: number,
): Promise<OutgoingRequest | undefined> {
  const { target } = before;
  if (!target) return shown === 0 ? before : undefined;
  if (target.kind === 'file' && target.mode === 'through') return undefined;
  const next = await goingTo(stage, spec, true);
  if (isFailure(next)) return undefined;
  // A server-named file that cannot be resumed: the part received keeps its name.
  return target.kind === 'file' || next.target?.kept ? next : undefined;
}
