import type { Readable } from 'node:stream';
import { type Failure, FailureError, failure } from '../../../core/failure.js';
import { boundaryOf, multipartParser } from '../../../core/graphql/stream/multipart.js';
import { flagsOnly, hint } from '../../../core/hint.js';
import { tooLarge } from '../../http/collect.js';

const unreadable = (problem: string): Failure =>
  failure('protocol', `A part of the response has ${problem}.`, {
    hint: hint`${flagsOnly('Pass -v to see the exchange.')}`,
  });

/**
 * Yields the bodies of the parts, in order. Throws a `FailureError` for an overlong or unreadable part and for an end without
 * the closing delimiter.
 * @param limit bytes per part
 */
export async function* multipartParts(body: Readable, contentType: string, limit: number): AsyncGenerator<string> {
  const parser = multipartParser(boundaryOf(contentType));
  for await (const chunk of body as AsyncIterable<Buffer>) {
    for (const { body: part, problem } of parser.push(chunk)) {
      if (problem !== undefined) throw new FailureError(unreadable(problem));
      yield part.toString('utf8');
    }
    if (parser.closed()) return;
    if (parser.held() > limit) throw new FailureError(tooLarge(limit, 'A part of the response'));
  }
  throw new FailureError(
    failure('truncated', 'The multipart response ended without its closing delimiter.', {
      hint: 'A proxy may have closed the connection.',
    }),
  );
}
