/** `--max-events` of a request: ends an event stream (WHATWG HTML 9.2) after a number of events. A separate chunk. */
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { FailureError } from '../../core/failure.js';
import { mediaType } from '../../core/graphql/response.js';
import { eventStreamParser } from '../../core/graphql/stream/event-stream.js';
import { maxHeldBytes, tooLarge } from '../../io/http/collect.js';
import { type HttpResponse, headerOf } from '../../io/http/exchange.js';

/**
 * Returns the response with a body that ends after the blank line of the last event. Responses of other content types are
 * unchanged. An event that exceeds `maxLength` characters fails.
 */
export function withMaxEvents(response: HttpResponse, maxEvents: number, maxLength = maxHeldBytes): HttpResponse {
  if (mediaType(headerOf(response, 'content-type')) !== 'text/event-stream') return response;
  return { ...response, body: Readable.from(firstEvents(response.body, maxEvents, maxLength), { objectMode: false }) };
}

async function* firstEvents(body: Readable, maxEvents: number, maxLength: number): AsyncGenerator<Buffer> {
  const decoder = new StringDecoder('utf8');
  const parser = eventStreamParser();
  let count = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let taken = '';
    for (const line of decoder.write(chunk).split(/(?<=\n)/)) {
      count += parser.push(line).length;
      taken += line;
      if (count >= maxEvents) break;
    }
    if (parser.held() > maxLength) throw new FailureError(tooLarge(maxLength, 'An event'));
    yield Buffer.from(taken);
    // Leaving the loop destroys the body.
    if (count >= maxEvents) return;
  }
}
