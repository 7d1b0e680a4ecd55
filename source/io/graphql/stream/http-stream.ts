/**
 * Subscriptions over one HTTP response: server-sent events in distinct-connections mode (graphql-over-http
 * `rfcs/GraphQLOverSSE.md`) or multipart (Apollo's `subscriptionSpec=1.0`), as the server chooses. A plain JSON response is not
 * a subscription.
 */
import { failure, isFailure } from '../../../core/failure.js';
import { acceptResult, jsonBody } from '../../../core/graphql/request.js';
import { mediaType } from '../../../core/graphql/response.js';
import { readErrors } from '../../../core/graphql/result-errors.js';
import { chooseProtocol } from '../../../core/graphql/stream/protocols.js';
import { shapeOf, textOf } from '../../../core/json/shape.js';
import { heldLimit } from '../../http/collect.js';
import { type HttpResponse, headerOf } from '../../http/exchange.js';
import { endpointRequest } from '../endpoint-request.js';
import { collectResponse, headEvent, sendAuthorised } from '../http.js';
import { wantsEvents } from '../refused.js';
import type { Endpoint, Operation, RunContext, RunEvent, Transport } from '../transport.js';
import { eventResult, eventResults, noResult, resultEvent, untilBroken } from './event-results.js';
import { multipartParts } from './parts.js';

const accepts = {
  // The only type: graphql-sse compares the entire header.
  sse: 'text/event-stream',
  multipart: `multipart/mixed;subscriptionSpec=1.0, ${acceptResult}`,
  auto: `multipart/mixed;subscriptionSpec=1.0, text/event-stream;q=0.95, ${acceptResult}`,
};

/** Returns a transport that requests a stream over HTTP. @param url overrides the endpoint's URL */
export function httpStreamTransport(protocol: keyof typeof accepts, url?: string): Transport {
  return {
    name: protocol === 'auto' ? 'http stream' : protocol,
    run: (operation, endpoint, context) => stream(operation, url ? { ...endpoint, url } : endpoint, protocol, context),
  };
}

async function* stream(
  operation: Operation,
  endpoint: Endpoint,
  protocol: keyof typeof accepts,
  context: RunContext,
): AsyncGenerator<RunEvent> {
  const spec = endpointRequest(endpoint, { method: 'POST', accept: accepts[protocol], json: jsonBody(operation) });
  yield { kind: 'state', state: 'connecting', text: `connecting to ${endpoint.url}` };
  const response = await sendAuthorised(spec, endpoint, context);
  if (context.signal.aborted) return;
  if (isFailure(response)) {
    yield { kind: 'failed', failure: response };
    return;
  }
  const head = headEvent(response);
  const type = mediaType(headerOf(response, 'content-type'));
  if (type !== 'text/event-stream' && type !== 'multipart/mixed') {
    for await (const event of collectResponse(response, spec)) {
      // graphql-sse recognises its media type only if it is the only one.
      if (protocol === 'auto' && wantsEvents(head, event)) {
        yield* stream(operation, endpoint, 'sse', context);
        return;
      }
      yield head;
      yield refusalOf(notStreamed(event), response.status);
    }
    return;
  }
  yield head;
  yield {
    kind: 'state',
    state: 'subscribed',
    text: type === 'text/event-stream' ? 'receiving events' : 'receiving parts',
  };
  const limit = heldLimit(endpoint);
  const events =
    type === 'text/event-stream' ? eventResults(response, limit, eventResult) : partResults(response, limit);
  yield* untilBroken(events, response.body, context.signal);
}

/** Handles a single result instead of a stream: it is shown unchanged, and the run fails with its first error. */
function notStreamed(event: RunEvent): RunEvent {
  if (event.kind !== 'result') return event;
  const [error] = event.summary.errors === undefined ? [] : readErrors(event.summary.errors).errors;
  const message = error === undefined ? '' : `: ${error.message}`;
  return {
    kind: 'failed',
    failure: failure('protocol', `The server returned a single result instead of an event stream${message || '.'}`, {
      code: 'NO_STREAM',
      hint: 'Pass --subscription-url if subscriptions have another URL, or --subscription-protocol to choose a protocol.',
    }),
    body: event.bytes,
  };
}

/** Rejected credentials give exit code 7. A 406 means that the server has no streams. */
function refusalOf(event: RunEvent, status: number): RunEvent {
  if (event.kind !== 'failed' || (status !== 401 && status !== 406)) return event;
  if (status === 406) {
    const hint = `The server does not support this protocol. ${chooseProtocol}`;
    return { ...event, failure: failure('protocol', event.failure.text, { code: 'HTTP_406', hint }) };
  }
  return {
    ...event,
    failure: failure('login', event.failure.text, { code: 'HTTP_401', hint: event.failure.hint ?? '' }),
  };
}

async function* partResults(response: HttpResponse, limit: number): AsyncGenerator<RunEvent> {
  const contentType = headerOf(response, 'content-type') ?? '';
  for await (const part of multipartParts(response.body, contentType, limit)) {
    const { events, isEnd } = readPart(part.trim());
    yield* events;
    if (isEnd) return;
  }
}

/** Returns the events of a part, and whether it ends the stream. */
function readPart(text: string): { readonly events: readonly RunEvent[]; readonly isEnd: boolean } {
  const shape = shapeOf(text, ['payload', 'errors']);
  // `{}` is a heartbeat.
  if (text === '' || shape?.values === 1) return { events: [], isEnd: false };
  if (shape === undefined) return { events: [noResult('a part', text)], isEnd: true };
  const payload = textOf(text, shape.members.get('payload'));
  if (payload === undefined) return { events: [resultEvent(text)], isEnd: false };
  const given = textOf(text, shape.members.get('errors'));
  const errors = given === 'null' ? undefined : given;
  const isObject = payload.startsWith('{');
  if (!isObject && (payload !== 'null' || errors === undefined))
    return { events: [noResult('a payload', payload)], isEnd: true };
  const results = isObject ? [resultEvent(payload)] : [];
  // Transport errors next to a payload end the stream.
  const isEnd = errors !== undefined;
  return { events: isEnd ? [...results, resultEvent(`{"errors":${errors}}`)] : results, isEnd };
}
