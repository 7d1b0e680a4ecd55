/**
 * Server-sent events in single-connection mode (graphql-over-http `rfcs/GraphQLOverSSE.md`): reserves a token, opens the stream
 * with it, and sends the operation separately. Events contain its ID.
 */

import { type Failure, failure, failureIn, isFailure } from '../../../core/failure.js';
import { jsonBody, withDefaultHeaders } from '../../../core/graphql/request.js';
import { mediaType } from '../../../core/graphql/response.js';
import { isRawObject, parseRaw, printRaw, type RawObject } from '../../../core/json/raw.js';
import { shapeOf, textOf } from '../../../core/json/shape.js';
import { isProblem } from '../../../core/problem.js';
import type { HeaderLine, RequestSpec } from '../../../core/request/spec.js';
import { type HttpResponse, headerOf } from '../../http/exchange.js';
import { collect, connectionLost } from '../collect.js';
import { collectResponse, headEvent, sendAuthorised } from '../http.js';
import { answerOf, heldLimit } from '../incremental.js';
import type { Endpoint, Operation, RunContext, RunEvent, Transport } from '../transport.js';
import { eventResults, noResult, resultEvent } from './event-results.js';

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
  const reserved = await sendAuthorised(
    specOf('PUT', endpoint, [{ name: 'Accept', value: 'text/plain' }]),
    endpoint,
    context,
  );
  if (isFailure(reserved)) return yield* failed(reserved, context);
  if (reserved.status !== 201) return yield* refused(reserved, endpoint);
  const token = await collect(reserved.body, 4096);
  if (isFailure(token)) return yield* failed(token, context);
  const value = token.toString('latin1').trim();
  if (!/^[!-~]+$/.test(value)) return yield* failed(noToken(value), context);
  const line = { name: tokenHeader, value };
  const accept = { name: 'Accept', value: 'text/event-stream' };
  const stream = await sendAuthorised(specOf('GET', endpoint, [accept, line]), endpoint, context);
  if (isFailure(stream)) return yield* failed(stream, context);
  try {
    if (mediaType(headerOf(stream, 'content-type')) !== 'text/event-stream') return yield* refused(stream, endpoint);
    yield headEvent(stream);
    const spec = specOf(
      'POST',
      endpoint,
      [{ name: 'Accept', value: 'application/json' }, line],
      jsonBody(withId(operation)),
    );
    const accepted = await sendAuthorised(spec, endpoint, context);
    if (isFailure(accepted)) return yield* failed(accepted, context);
    if (accepted.status !== 202) return yield* refused(accepted, endpoint);
    accepted.body.destroy();
    yield { kind: 'state', state: 'subscribed', text: 'operation sent, receiving events' };
    const limit = heldLimit(endpoint);
    const events = eventResults(stream, limit, resultOf);
    yield* operation.kind === 'subscription' ? events : answerOf(events, limit);
  } catch (error) {
    if (context.signal.aborted) return;
    const failure = connectionLost(failureIn(error));
    if (!failure) throw error;
    yield { kind: 'failed', failure: failure };
  } finally {
    // Closing the stream ends its operations on the server.
    stream.body.destroy();
  }
}

function specOf(method: string, endpoint: Endpoint, lines: readonly HeaderLine[], text?: string): RequestSpec {
  const json = { name: 'Content-Type', value: 'application/json' };
  return {
    method,
    url: endpoint.url,
    headers: withDefaultHeaders(text === undefined ? lines : [...lines, json], endpoint.headers, endpoint.removed),
    removed: endpoint.removed,
    ...(text === undefined ? {} : { body: { kind: 'bytes', bytes: Buffer.from(text) } as const }),
    credentials: endpoint.credentials,
    network: endpoint.network,
  };
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
  const read = parseRaw(operation.extensions ?? '{}');
  const extensions: RawObject = !isProblem(read) && isRawObject(read.value) ? read.value : new Map();
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
  for await (const event of collectResponse(response, specOf('GET', endpoint, []))) {
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
