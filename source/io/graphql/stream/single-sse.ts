/**
 * Server-sent events in single-connection mode (graphql-over-http `rfcs/GraphQLOverSSE.md`): reserves a token, opens the stream
 * with it, and sends the operation separately. Events contain its ID.
 */

import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { jsonBody } from '../../../core/graphql/request.js';
import { mediaType } from '../../../core/graphql/response.js';
import { printRaw, type RawObject, rawObjectIn } from '../../../core/json/raw.js';
import { shapeOf, textOf } from '../../../core/json/shape.js';
import { collect, heldLimit } from '../../http/collect.js';
import { type HttpResponse, headerOf } from '../../http/exchange.js';
import { endpointRequest } from '../endpoint-request.js';
import { collectResponse, headEvent, sendAuthorised } from '../http.js';
import { answerOf } from '../incremental.js';
import type { Endpoint, Operation, RunContext, RunEvent, Transport } from '../transport.js';
import { eventResults, noResult, resultEvent, untilBroken } from './event-results.js';

const operationId = '1';
// Each Accept has a single type: graphql-sse compares the entire header.
const tokenHeader = 'X-GraphQL-Event-Stream-Token';

/** @param url overrides the endpoint's URL */
export function singleSseTransport(url?: string): Transport {
  return {
    name: 'sse-single',
    run: (operation, endpoint, context) => run(operation, url ? { ...endpoint, url } : endpoint, context),
  };
}

async function* run(operation: Operation, endpoint: Endpoint, context: RunContext): AsyncGenerator<RunEvent> {
  yield { kind: 'state', state: 'connecting', text: `connecting to ${endpoint.url}` };
  const send = (request: Parameters<typeof endpointRequest>[1]) =>
    sendAuthorised(endpointRequest(endpoint, request), endpoint, context);
  const reserved = await send({ method: 'PUT', accept: 'text/plain' });
  if (isFailure(reserved)) return yield* failed(reserved, context);
  if (reserved.status !== 201) return yield* refused(reserved, endpoint);
  const token = await collect(reserved.body, 4096);
  if (isFailure(token)) return yield* failed(token, context);
  const value = token.toString('latin1').trim();
  if (!/^[!-~]+$/.test(value)) return yield* failed(noToken(value), context);
  const lines = [{ name: tokenHeader, value }];
  const stream = await send({ method: 'GET', accept: 'text/event-stream', lines });
  if (isFailure(stream)) return yield* failed(stream, context);
  // Closing the stream ends its operations on the server.
  yield* untilBroken(operationEvents(stream), stream.body, context.signal);

  async function* operationEvents(stream: HttpResponse): AsyncGenerator<RunEvent> {
    if (mediaType(headerOf(stream, 'content-type')) !== 'text/event-stream') return yield* refused(stream, endpoint);
    yield headEvent(stream);
    const json = jsonBody(withId(operation));
    const accepted = await send({ method: 'POST', accept: 'application/json', lines, json });
    if (isFailure(accepted)) return yield* failed(accepted, context);
    if (accepted.status !== 202) return yield* refused(accepted, endpoint);
    accepted.body.destroy();
    yield { kind: 'state', state: 'subscribed', text: 'operation sent, receiving events' };
    const limit = heldLimit(endpoint);
    const events = eventResults(stream, limit, resultOf);
    yield* operation.kind === 'subscription' ? events : answerOf(events, limit);
  }
}

const noToken = (value: string): Failure =>
  failure(
    'protocol',
    `The server reserved an event stream ${value === '' ? 'without a token' : 'with a token that no header can carry'}.`,
    {
      hint: 'Pass --subscription-protocol sse to use a separate stream for each operation.',
    },
  );

function withId(operation: Operation): Operation {
  const extensions: RawObject = rawObjectIn(operation.extensions ?? '{}') ?? new Map();
  extensions.set('operationId', operationId);
  return { ...operation, extensions: printRaw(extensions) };
}

function* failed(
  reason: Extract<RunEvent, { kind: 'failed' }>['failure'],
  { signal }: RunContext,
): Generator<RunEvent> {
  if (!signal.aborted) yield { kind: 'failed', failure: reason };
}

/** Explains that a server lacks this mode or has rejected the operation. */
async function* refused(response: HttpResponse, endpoint: Endpoint): AsyncGenerator<RunEvent> {
  for await (const event of collectResponse(response, endpoint)) {
    if (event.kind !== 'failed') yield event;
    else {
      const hint = 'Pass --subscription-protocol sse to use a separate stream for each operation.';
      const words = `The server rejected the event stream with ${response.status}.`;
      const isLogin = response.status === 401 || response.status === 403;
      const refusal = failure(isLogin ? 'login' : 'protocol', words, { code: `HTTP_${response.status}`, hint });
      yield { ...event, failure: refusal };
    }
  }
}

/** Parses an event of our operation. Events of other operations are skipped. */
function resultOf(event: string, data: string): RunEvent | 'complete' | undefined {
  if (event !== 'next' && event !== 'complete') return undefined;
  const shape = shapeOf(data, ['id', 'payload']);
  if (shape === undefined) return noResult('an event', data);
  const id = textOf(data, shape.members.get('id'));
  if (id !== undefined && id !== JSON.stringify(operationId)) return undefined;
  if (event === 'complete') return 'complete';
  const payload = textOf(data, shape.members.get('payload')) ?? 'null';
  return id !== undefined && payload.startsWith('{') ? resultEvent(payload) : noResult('an event', payload);
}
