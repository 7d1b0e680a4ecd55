/** The results in a stream of server-sent events (graphql-over-http `rfcs/GraphQLOverSSE.md`), until it completes. */
import { StringDecoder } from 'node:string_decoder';
import { failure } from '../../../core/failure.js';
import { eventStreamParser } from '../../../core/graphql/stream/event-stream.js';
import type { HttpResponse } from '../../http/exchange.js';
import { tooLarge } from '../collect.js';
import type { RunEvent } from '../transport.js';

/**
 * Reads the stream. It ends at a failure from `read`, beyond `limit` bytes held, or at an end without `complete`.
 * @param read interprets an event; undefined skips it
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
    failure: failure('network', 'The server ended the event stream without saying that it is complete.', {
      hint: 'The connection may have been cut by a proxy.',
    }),
  };
}
