/**
 * Runs one operation over HTTP and handles all kinds of servers: those that respond with a body, with parts, or only with event
 * streams.
 */
import { mediaType } from '../../core/graphql/response.js';
import { headerOf } from '../http/exchange.js';
import { httpTransport } from './http.js';
import { mayWantEvents, wantsEvents } from './refused.js';
import type { Endpoint, HeadEvent, Operation, RunContext, RunEvent, Transport } from './transport.js';

/** URLs of servers that only respond with event streams, for the life of the process. */
const eventServers = new Set<string>();

/** Sends a POST, or a GET if `get` is set. If a server only responds with event streams, retries with a request for one. */
export function operationTransport(options: { readonly get?: boolean } = {}): Transport {
  const plain = httpTransport(options);
  const events = httpTransport({ ...options, events: true });
  return {
    name: plain.name,
    async *run(operation, endpoint, context) {
      if (!mayAskForEvents(operation, endpoint)) {
        yield* plain.run(operation, endpoint, context);
        return;
      }
      if (eventServers.has(endpoint.url) && endpoint.streams !== 'sse-single') {
        for await (const event of events.run(operation, endpoint, context)) {
          if (event.kind === 'failed') eventServers.delete(endpoint.url);
          yield event;
        }
        return;
      }
      const refused = yield* untilRefused(plain.run(operation, endpoint, context));
      if (refused !== undefined) yield* askedForEvents(refused, events, operation, endpoint, context);
    },
  };
}

/** Files need a multipart body, which such servers do not accept. A user-defined Accept header is not changed. */
const mayAskForEvents = ({ uploads }: Operation, { headers, removed }: Endpoint): boolean =>
  uploads.length === 0 && !removed.includes('accept') && !headers.some(({ name }) => /^accept$/i.test(name));

/** A rejection: the head and the events before it. */
type Refusal = readonly [head: HeadEvent, event: RunEvent];

/** Yields the events of a run. If the server requires a request for an event stream, yields none and returns its rejection. */
async function* untilRefused(events: AsyncIterable<RunEvent>): AsyncGenerator<RunEvent, Refusal | undefined> {
  let head: HeadEvent | undefined;
  for await (const event of events) {
    if (event.kind === 'head' && mayWantEvents(event)) {
      head = event;
      continue;
    }
    if (head !== undefined && wantsEvents(head, event)) return [head, event];
    if (head !== undefined) yield head;
    head = undefined;
    yield event;
  }
  if (head !== undefined) yield head;
  return undefined;
}

/** Repeats the request for an event stream. If that is rejected as well, reports the first rejection. */
async function* askedForEvents(
  refused: Refusal,
  distinct: Transport,
  operation: Operation,
  endpoint: Endpoint,
  context: RunContext,
): AsyncGenerator<RunEvent> {
  const isSingle = endpoint.streams === 'sse-single';
  const transport = isSingle ? (await import('./stream/single-sse.js')).singleSseTransport() : distinct;
  let head: HeadEvent | undefined;
  let answered = false;
  for await (const event of transport.run(operation, endpoint, context)) {
    if (event.kind === 'state') continue;
    if (answered) {
      yield event;
      continue;
    }
    if (event.kind === 'head') {
      head = event;
      continue;
    }
    if (isRefusedAgain(refused, head, event)) {
      yield* refused;
      return;
    }
    if (isEventStream(head) && !eventServers.has(endpoint.url)) {
      eventServers.add(endpoint.url);
      context.note?.('The server supports only event streams, so the operation was sent again to request one.');
    }
    answered = true;
    if (head !== undefined) yield head;
    yield event;
  }
}

const isEventStream = (head: HeadEvent | undefined): boolean =>
  head !== undefined && mediaType(headerOf(head.response, 'content-type')) === 'text/event-stream';

/** A body that is not a GraphQL response, or the same status again: the first rejection is more informative. */
const isRefusedAgain = ([first]: Refusal, head: HeadEvent | undefined, event: RunEvent): boolean =>
  !isEventStream(head) &&
  ((event.kind === 'failed' && event.body !== undefined) || head?.response.status === first.response.status);
