/** The results in a stream of server-sent events (graphql-over-http `rfcs/GraphQLOverSSE.md`) until it completes. */

import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { expectedFailure, failure } from '../../../core/failure.js';
import { type ScannedBody, scanBody, summarise } from '../../../core/graphql/response.js';
import { eventStreamParser } from '../../../core/graphql/stream/event-stream.js';
import { flagsOnly, hint } from '../../../core/hint.js';
import { isJson } from '../../../core/json/is-json.js';
import { connectionLost, tooLarge } from '../../http/collect.js';
import type { HttpResponse } from '../../http/exchange.js';
import type { RunEvent } from '../transport.js';

/**
 * Reads the stream. It ends with a failure from `read`, when more than `limit` bytes are held, or at an end without `complete`.
 * @param read interprets an event; undefined to skip it
 */
export async function* eventResults(
  response: HttpResponse,
  limit: number,
  read: (event: string, data: string) => RunEvent | 'complete' | undefined,
): AsyncGenerator<RunEvent> {
  const decoder = new StringDecoder('utf8');
  const parser = eventStreamParser();
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    for (const { event, data } of parser.push(decoder.write(chunk))) {
      const meant = read(event, data);
      if (meant === 'complete') return;
      if (meant !== undefined) yield meant;
      if (meant?.kind === 'failed') return;
    }
    if (parser.held() > limit) {
      yield { kind: 'failed', failure: tooLarge(limit, 'An event') };
      return;
    }
  }
  yield {
    kind: 'failed',
    failure: failure('network', 'The server ended the event stream without completing it.', {
      hint: 'A proxy may have closed the connection.',
    }),
  };
}

/**
 * Yields the events read from a body, and the failure that breaks it off as the last one. The body is destroyed in the end.
 * @param signal aborted if we have ended the body, which is not a failure
 */
export async function* untilBroken(
  events: AsyncIterable<RunEvent>,
  body: Readable,
  signal?: AbortSignal,
): AsyncGenerator<RunEvent> {
  try {
    yield* events;
  } catch (error) {
    if (signal?.aborted) return;
    yield { kind: 'failed', failure: connectionLost(expectedFailure(error)) };
  } finally {
    body.destroy();
  }
}

/** A result. If it is not a GraphQL result, it is passed on unchanged, with errors unknown. @param body the scan of the text */
export function resultEvent(text: string, body: ScannedBody = scanBody(text)): RunEvent {
  const summary = summarise(body) ?? { data: 'absent', values: body.shape?.values ?? 1 };
  return { kind: 'result', text, summary, partial: false };
}

/**
 * An event in distinct-connections mode: the payload itself. Events with other names are heartbeats unless they contain a
 * result.
 */
export function eventResult(event: string, data: string): RunEvent | 'complete' | undefined {
  if (event === 'complete') return 'complete';
  const body = scanBody(data);
  // Servers that send no event names mean `message`.
  const isHeartbeat = event === 'message' ? data === '' : event !== 'next' && summarise(body) === undefined;
  if (isHeartbeat) return undefined;
  return body.shape === undefined ? noResult('an event', data) : resultEvent(data, body);
}

/** Rejects an event or part that is not a JSON object, as every protocol requires. */
export const noResult = (what: string, text: string): RunEvent => ({
  kind: 'failed',
  failure: failure('protocol', `The server sent ${what} that is not ${isJson(text) ? 'a JSON object' : 'JSON'}.`, {
    hint: hint`${flagsOnly('Pass -v to see the exchange.')}`,
  }),
});
