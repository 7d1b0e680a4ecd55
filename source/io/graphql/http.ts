/** One operation in one HTTP exchange: POST with JSON, GET for queries, multipart for uploads. */

import { type Failure, failure, isFailure } from '../../core/failure.js';
import { acceptIncremental, acceptResult, getUrl, jsonBody } from '../../core/graphql/request.js';
import { judgeResponse, mediaType, type ResponseMeta, resultMembers } from '../../core/graphql/response.js';
import { ShapeReader } from '../../core/json/shape.js';
import type { FormPart } from '../../core/options.js';
import { chooseBoundary, makeBoundary, multipart, withBoundary } from '../../core/request/multipart.js';
import type { HeaderLine, RequestSpec } from '../../core/request/spec.js';
import { sizeText } from '../../core/response/sizes.js';
import type { Environment } from '../../environment.js';
import { type AttemptBudget, retryWithBody, startAttempts } from '../http/attempts/budget.js';
import { collect } from '../http/collect.js';
import { type HttpResponse, headerOf } from '../http/exchange.js';
import { holdBody } from '../http/upload/held-body.js';
import { pathOf } from '../sources.js';
import { endpointRequest } from './endpoint-request.js';
import type { Endpoint, FailedEvent, HeadEvent, Operation, RunContext, RunEvent, Transport } from './transport.js';

/** How an operation is requested. */
interface AskOptions {
  /** Use GET. The caller has already rejected mutations. */
  readonly get?: boolean;
  /** Accept only server-sent events: graphql-sse compares the entire Accept header. */
  readonly events?: true;
}

/** Sends a POST, or a GET if `get` is set. Reads single-body, multipart and event-stream responses, whichever was requested. */
export function httpTransport(options: AskOptions = {}): Transport {
  return {
    name: options.get ? 'GET' : 'POST',
    run: (operation, endpoint, context) => exchange(operation, endpoint, options, context),
  };
}

const eventStream = 'text/event-stream';

/** Returns the request for an operation. `--curl` and `--dry-run` print it as well. */
export function requestOf(
  operation: Operation,
  endpoint: Endpoint,
  get: boolean,
  environment: Environment,
  accept = operation.incremental ? acceptIncremental : acceptResult,
): RequestSpec | Failure {
  if (get)
    return endpointRequest(endpoint, {
      method: 'GET',
      url: getUrl(endpoint.url, operation),
      accept,
      lines: [preflight],
    });
  if (operation.uploads.length === 0)
    return endpointRequest(endpoint, { method: 'POST', accept, json: jsonBody(operation) });
  const boundary = chooseBoundary(endpoint.headers, makeBoundary(environment.random(18)));
  if (isFailure(boundary)) return boundary;
  const body = multipart(uploadParts(operation, environment), boundary.text, boundary.type);
  if (isFailure(body)) return body;
  const type = { name: 'Content-Type', value: `multipart/form-data; boundary=${boundary.text}` };
  const headers = withBoundary(endpoint.headers, boundary.text);
  return endpointRequest({ ...endpoint, headers }, { method: 'POST', accept, lines: [type, preflight], body });
}

/** Apollo's CSRF protection requires a header that a plain HTML form cannot send. */
const preflight: HeaderLine = { name: 'Apollo-Require-Preflight', value: 'true' };

/** `operations`, `map`, then the files: the order in the multipart request spec. */
export function uploadParts(operation: Operation, environment: Environment): readonly FormPart[] {
  const map = Object.fromEntries(operation.uploads.map((upload, index) => [String(index), [upload.path]]));
  const text = (name: string, value: string): FormPart => ({ name, source: { from: 'text', text: value } });
  const files = operation.uploads.map(
    (upload, index): FormPart => ({
      name: String(index),
      source: upload.file === '-' ? { from: 'stdin' } : { from: 'file', path: pathOf(upload.file, environment) },
    }),
  );
  return [text('operations', jsonBody(operation)), text('map', JSON.stringify(map)), ...files];
}

async function* exchange(
  operation: Operation,
  endpoint: Endpoint,
  { get = false, events: onlyEvents }: AskOptions,
  context: RunContext,
): AsyncGenerator<RunEvent> {
  const made = requestOf(operation, endpoint, get, context.environment, onlyEvents ? eventStream : undefined);
  const spec = isFailure(made) ? made : await holdBody(made, context.environment);
  if (isFailure(spec)) {
    yield { kind: 'failed', failure: spec };
    return;
  }
  const { environment, note = () => {} } = context;
  const tries = startAttempts(environment);
  for (;;) {
    const response = await sendAuthorised(spec, endpoint, context, tries);
    if (isFailure(response)) {
      yield { kind: 'failed', failure: response };
      return;
    }
    yield headEvent(response);
    const events = await eventsInParts(response, spec);
    if (events) {
      yield* events;
      return;
    }
    const broken = yield* unlessBroken(collectResponse(response, spec));
    if (broken === undefined) return;
    // A truncated body ends such a run.
    const ended = await retryWithBody(broken.failure, spec, tries, environment, note);
    if (ended === undefined) continue;
    yield { ...broken, failure: ended };
    return;
  }
}

/** Returns the events of a multipart response or an event stream, or undefined for any other response. */
async function eventsInParts(response: HttpResponse, spec: RequestSpec): Promise<AsyncGenerator<RunEvent> | undefined> {
  const type = mediaType(headerOf(response, 'content-type'));
  if (type !== 'multipart/mixed' && type !== eventStream) return undefined;
  const { answerInEvents, answerInParts } = await import('./incremental.js');
  return type === eventStream ? answerInEvents(response, spec) : answerInParts(response, spec);
}

/** Yields events. Returns a failure without a body instead of yielding it. */
async function* unlessBroken(events: AsyncIterable<RunEvent>): AsyncGenerator<RunEvent, FailedEvent | undefined> {
  let broken: FailedEvent | undefined;
  for await (const event of events) {
    if (event.kind === 'failed' && event.body === undefined) broken = event;
    else yield event;
  }
  return broken;
}

/** Sends the request, and after a 401 for an invalid token sends it again with a new token. */
export async function sendAuthorised(
  spec: RequestSpec,
  endpoint: Endpoint,
  context: RunContext,
  tries?: AttemptBudget,
): Promise<HttpResponse | Failure> {
  const { environment, signal, note, onEvent, onSent, jar } = context;
  // A chunk loads a second copy of the engine only if the caller passes none.
  const send = context.send ?? (await import('../http/send.js')).send;
  const { login, renewRefused, spentMs } = endpoint;
  const response = await send(spec, environment, {
    signal,
    onNote: note,
    onEvent,
    tries,
    onSent,
    renew: renewRefused,
    login,
    jar,
    since: spentMs === undefined ? undefined : environment.monotonic() - spentMs,
  });
  if (!isFailure(response) && response.status === 401) context.onRefused?.(response);
  if (isFailure(response) || spec.method === 'GET' || response.request.method !== 'GET') return response;
  response.body.destroy();
  return emptiedByRedirect(response);
}

/**
 * RFC 9110 15.4.2-4: after 301, 302 and 303 a POST becomes a GET without a body, so the response does not answer our operation.
 */
function emptiedByRedirect({ redirects, url }: HttpResponse): Failure {
  const turned = redirects.find(hop => hop.response.status <= 303)?.response.status ?? 303;
  return failure('protocol', `A redirect (${turned}) changed the POST to a GET, which cannot carry an operation.`, {
    code: `HTTP_${turned}`,
    hint: `Use the redirect target: ${url}`,
  });
}

/** Emitted before the body is read. */
export const headEvent = (response: Omit<HttpResponse, 'body'>): HeadEvent => ({
  kind: 'head',
  request: response.request,
  response,
  redirects: response.redirects,
  timing: response.timing,
  startedAt: response.startedAt,
  url: response.url,
  received: response.received,
  trailers: response.trailers,
});

/** Maximum bytes read of a body that is not a GraphQL response, enough to show it. */
const foreignLimit = 1024 * 1024;

/** Reads a single-body response, validating tokens while reading, so that no part of it becomes a JavaScript value. */
export async function* collectResponse(
  response: HttpResponse,
  { network }: Pick<RequestSpec, 'network'>,
): AsyncGenerator<RunEvent> {
  const reader = new ShapeReader(resultMembers);
  let isFirst = true;
  let cut = false;
  const body = await collect(response.body, network.maxSize, (chunk, size) => {
    // One character per byte, so that string offsets are byte offsets.
    reader.write((isFirst ? chunk.subarray(markLength(chunk)) : chunk).toString('latin1'));
    isFirst = false;
    cut = reader.hopeless && size >= foreignLimit;
    return !cut;
  });
  if (isFailure(body)) {
    yield { kind: 'failed', failure: body };
    return;
  }
  const text = body.subarray(markLength(body));
  const judgement = judgeResponse(responseMeta(response), {
    shape: reader.end(),
    empty: text.length === 0,
    textOf: ({ from, to }) => text.toString('utf8', from, to),
  });
  if (!judgement.graphql) {
    const { failure: found } = judgement;
    const ended = cut ? { ...found, text: `${found.text} Only its first ${sizeText(body.length)} were read.` } : found;
    yield { kind: 'failed', failure: ended, body };
    return;
  }
  let shown: string | undefined;
  yield {
    kind: 'result',
    get text() {
      shown ??= text.toString('utf8');
      return shown;
    },
    bytes: body,
    summary: judgement.summary,
    partial: false,
    note: judgement.note,
  };
}

const markLength = (body: Buffer): number => (body.length >= 3 && body.readUIntBE(0, 3) === 0xefbbbf ? 3 : 0);

function responseMeta(response: HttpResponse): ResponseMeta {
  const contentType = headerOf(response, 'content-type');
  const { status, reason } = response;
  return contentType === undefined ? { status, reason } : { status, reason, contentType };
}
