/** The parts of a multipart answer as they come, each decoded as UTF-8 once it is whole. */
import type { Readable } from 'node:stream';
import { FailureError, failure } from '../../../core/failure.js';
import { boundaryOf, multipartParser } from '../../../core/graphql/stream/multipart.js';
import { tooLarge } from '../collect.js';

/**
 * Bodies of the parts, in order.
 * @param limit bytes one part may have; more is a `FailureError`, and so is an end without the closing delimiter
 */
export async function* multipartParts(body: Readable, contentType: string, limit: number): AsyncGenerator<string> {
  const parser = multipartParser(boundaryOf(contentType));
  for await (const chunk of body as AsyncIterable<Buffer>) {
    for (const { body: part } of parser.push(chunk)) yield part.toString('utf8');
    if (parser.closed()) return;
    if (parser.held() > limit) throw new FailureError(tooLarge(limit, 'A part of the answer'));
  }
  throw new FailureError(
    failure('truncated', 'The multipart answer ended without its closing delimiter.', {
      hint: 'The connection may have been cut by a proxy.',
    }),
  );
}
