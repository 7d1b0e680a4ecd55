/**
 * The response to one operation in parts, merged as they arrive: `multipart/mixed` (`@defer`, `@stream`) or server-sent events
 * (graphql-over-http `rfcs/GraphQLOverSSE.md`). A plain result counts as a response with one part.
 */

import { FailureError, failure } from '../../core/failure.js';
import { IncrementalMerger, type Merged, type RejectedPayload } from '../../core/graphql/incremental.js';
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
  const answer = new MergedAnswer();
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > limit) {
      yield { kind: 'failed', failure: tooLarge(limit) };
      return;
    }
    if (/^(?:\{\s*\})?$/.test(part.trim())) continue;
    const { event, follows } = answer.add(part);
    if (event) yield event;
    if (follows === 'nothing') return;
    if (follows === 'end') break;
  }
  yield answer.end(nothing);
}

/** The event of a part, and what follows it: another part, the event of `end`, or nothing. */
interface PartOutcome {
  readonly event?: RunEvent;
  readonly follows: 'part' | 'end' | 'nothing';
}

const isEmpty = ({ summary }: Merged): boolean => summary.data === 'absent' && summary.errors === undefined;

/** The response merged from the parts so far. */
class MergedAnswer {
  readonly #merger = new IncrementalMerger();
  #last: Merged | undefined;
  /** The last part, or empty if it has been emitted. */
  #lastPart = '';
  #note: string | undefined;

  add(part: string): PartOutcome {
    const next = this.#merger.push(part);
    if (isProblem(next)) return this.#ignore(part, next);
    const isComplete = this.#last === undefined && !next.hasNext && isWhole(part);
    this.#last = next;
    this.#lastPart = part;
    if (isEmpty(next)) return { follows: 'end' };
    if (isComplete) {
      // As sent by the server.
      const { summary } = next;
      const event = {
        kind: 'result',
        text: part,
        summary,
        partial: false,
        part: part.trim(),
        note: this.#note,
      } as const;
      return { event, follows: 'nothing' };
    }
    if (!next.hasNext) return { follows: 'end' };
    this.#lastPart = '';
    return { event: resultOf(next, true, this.#note, part), follows: 'part' };
  }

  #ignore(part: string, { problem, full }: RejectedPayload): PartOutcome {
    if (full) {
      const failed = failure('limit', `The parts of the response cannot be merged: ${problem}.`);
      return { event: { kind: 'failed', failure: failed }, follows: 'nothing' };
    }
    this.#note = `Part of the response was ignored: ${problem}.`;
    // A reader of the parts may still use this one.
    if (this.#last === undefined || isProblem(parseRaw(part))) return { follows: 'part' };
    return { event: resultOf(this.#last, true, undefined, part), follows: 'part' };
  }

  end(nothing: string): RunEvent {
    const last = this.#last;
    if (last === undefined || isEmpty(last))
      return { kind: 'failed', failure: failure('protocol', nothing, { hint: this.#note }) };
    const cut = last.hasNext ? 'The server ended the response, but had announced more parts.' : undefined;
    return resultOf(last, false, this.#note ?? cut, this.#lastPart);
  }
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
