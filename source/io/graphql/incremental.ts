/**
 * The response to one operation in parts, merged as they arrive: `multipart/mixed` (`@defer`, `@stream`) or server-sent events
 * (graphql-over-http `rfcs/GraphQLOverSSE.md`). A plain result counts as a response with one part.
 */

import { FailureError, failure } from '../../core/failure.js';
import { IncrementalMerger, type Merged } from '../../core/graphql/incremental.js';
import { parseRaw } from '../../core/json/raw.js';
import { shapeOf, textOf } from '../../core/json/shape.js';
import { isProblem } from '../../core/problem.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { heldLimit, tooLarge } from '../http/collect.js';
import { type HttpResponse, headerOf } from '../http/exchange.js';
import { eventResult, eventResults, untilBroken } from './stream/event-results.js';
import { multipartParts } from './stream/parts.js';
import type { RunEvent } from './transport.js';

/** Yields one event per part. All but the last are partial. */
export function answerInParts(response: HttpResponse, spec: RequestSpec): AsyncGenerator<RunEvent> {
  const limit = heldLimit(spec);
  const parts = multipartParts(response.body, headerOf(response, 'content-type') ?? '', limit);
  const events = merged(parts, limit, 'The server sent multipart/mixed, but no part is a GraphQL response.');
  return untilBroken(events, response.body);
}

/** Yields one event per payload, up to the first that announces no further one. */
export function answerInEvents(response: HttpResponse, spec: RequestSpec): AsyncGenerator<RunEvent> {
  const limit = heldLimit(spec);
  return untilBroken(answerOf(eventResults(response, limit, eventResult), limit), response.body);
}

/**
 * Does the same for events that have already been parsed. Throws a `FailureError` for the one that failed.
 * @param events of one operation, as in a subscription
 * @param limit bytes
 */
export async function* answerOf(events: AsyncIterable<RunEvent>, limit: number): AsyncGenerator<RunEvent> {
  const others: RunEvent[] = [];
  async function* payloads(): AsyncGenerator<string> {
    for await (const event of events) {
      if (event.kind === 'failed') throw new FailureError(event.failure);
      if (event.kind === 'result') yield event.text;
      else others.push(event);
    }
  }
  for await (const event of merged(payloads(), limit, 'The server completed the operation without a result.')) {
    yield* others.splice(0);
    yield event;
  }
}

/** Throws a `FailureError` if the parts do. @param nothing the failure's text if no part is a GraphQL result */
async function* merged(parts: AsyncIterable<string>, limit: number, nothing: string): AsyncGenerator<RunEvent> {
  const merger = new IncrementalMerger();
  let last: Merged | undefined;
  let lastPart = '';
  let note: string | undefined;
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > limit) {
      yield { kind: 'failed', failure: tooLarge(limit) };
      return;
    }
    if (/^(?:\{\s*\})?$/.test(part.trim())) continue;
    const next = merger.push(part);
    if (isProblem(next)) {
      if (next.full) {
        yield {
          kind: 'failed',
          failure: failure('limit', `The parts of the response cannot be merged: ${next.problem}.`),
        };
        return;
      }
      note = `Part of the response was ignored: ${next.problem}.`;
      // A reader of the parts may still use this one.
      if (last !== undefined && !isProblem(parseRaw(part))) yield resultOf(last, true, undefined, part);
      continue;
    }
    const whole = last === undefined && !next.hasNext && isWhole(part);
    last = next;
    lastPart = part;
    if (next.summary.data === 'absent' && next.summary.errors === undefined) break;
    if (whole) {
      // As sent by the server.
      yield { kind: 'result', text: part, summary: next.summary, partial: false, part: part.trim(), note };
      return;
    }
    if (!next.hasNext) break;
    yield resultOf(next, true, note, part);
    lastPart = '';
  }
  if (last === undefined || (last.summary.data === 'absent' && last.summary.errors === undefined)) {
    yield { kind: 'failed', failure: failure('protocol', nothing, { hint: note }) };
    return;
  }
  const cut = last.hasNext ? 'The server ended the response, but had announced more parts.' : undefined;
  yield resultOf(last, false, note ?? cut, lastPart);
}

/** Returns a result without members that control delivery. */
const isWhole = (part: string): boolean =>
  textOf(part, shapeOf(part, ['hasNext'])?.members.get('hasNext')) === undefined;

function resultOf(so: Merged, partial: boolean, note: string | undefined, part: string): RunEvent {
  let text: string | undefined;
  return {
    kind: 'result',
    // Printed on demand, because a long stream is merged in thousands of steps.
    get text() {
      text ??= so.text();
      return text;
    },
    summary: so.summary,
    partial,
    part: part.trim(),
    note,
  };
}
