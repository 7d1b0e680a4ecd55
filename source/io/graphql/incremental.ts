/** A `@defer`/`@stream` response: `multipart/mixed` parts, merged as they arrive. */
import { failure, failureIn } from '../../core/failure.js';
import { incrementalMerger, type Merged } from '../../core/graphql/incremental.js';
import { parseRaw } from '../../core/json/raw.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { type HttpResponse, headerOf } from '../http/exchange.js';
import { connectionLost, maxHeldBytes, tooLarge } from './collect.js';
import { multipartParts } from './stream/parts.js';
import type { RunEvent } from './transport.js';

/** One event per part; all but the last are partial. */
export async function* incrementalResults(response: HttpResponse, spec: RequestSpec): AsyncGenerator<RunEvent> {
  const merger = incrementalMerger();
  const limit = Math.min(spec.network.maxSize ?? maxHeldBytes, maxHeldBytes);
  let last: Merged | undefined;
  let lastPart = '';
  let note: string | undefined;
  let size = 0;
  try {
    for await (const part of multipartParts(response.body, headerOf(response, 'content-type') ?? '', limit)) {
      size += part.length;
      if (size > limit) {
        yield { kind: 'failed', failure: tooLarge(limit) };
        return;
      }
      if (/^\s*(?:\{\s*\})?\s*$/.test(part)) continue;
      const merged = merger.push(part);
      if ('full' in merged) {
        if (merged.full) {
          yield { kind: 'failed', failure: failure('limit', `The answer cannot be put together: ${merged.problem}.`) };
          return;
        }
        note = `Part of the answer was left out: ${merged.problem}.`;
        // A reader of the parts may still use this one.
        if (last !== undefined && 'value' in parseRaw(part)) yield resultOf(last, true, undefined, part);
        continue;
      }
      last = merged;
      lastPart = part;
      if (merged.summary.data === 'absent' && merged.summary.errors === undefined) break;
      if (!merged.hasNext) break;
      yield resultOf(merged, true, note, part);
      lastPart = '';
    }
  } catch (error) {
    const known = connectionLost(failureIn(error));
    if (!known) throw error;
    yield { kind: 'failed', failure: known };
    return;
  } finally {
    response.body.destroy();
  }
  if (last === undefined || (last.summary.data === 'absent' && last.summary.errors === undefined)) {
    yield {
      kind: 'failed',
      failure: failure('protocol', 'The server answered with multipart/mixed, but no part is a GraphQL response.', {
        hint: note,
      }),
    };
    return;
  }
  const cut = last.hasNext ? 'The server ended the answer though it had announced more parts.' : undefined;
  yield resultOf(last, false, note ?? cut, lastPart);
}

function resultOf(merged: Merged, partial: boolean, note: string | undefined, part: string): RunEvent {
  let text: string | undefined;
  return {
    kind: 'result',
    // Printed on demand: a long stream is merged in thousands of steps.
    get text() {
      text ??= merged.text();
      return text;
    },
    summary: merged.summary,
    partial,
    part: part.trim(),
    note,
  };
}
