/** An HTTP/2 stream as a Node HTTP/1.1 message. */
import type { IncomingMessage } from 'node:http';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { Readable } from 'node:stream';
import { errorCodes } from './errors.js';

interface StreamEnd {
  /** Whether the server sent END_STREAM. */
  isEnded(): boolean;
  /** Why the stream was closed before its end. */
  reason(): Error;
  /** Resolves once the message may end. */
  readonly released: Promise<void>;
}

/** The parts of an IncomingMessage that got and the engine read. */
export function messageOf(
  stream: ClientHttp2Stream,
  headers: IncomingHttpHeaders,
  raw: string[],
  end: StreamEnd,
): IncomingMessage {
  const pairs =
    raw.length > 0
      ? raw
      : Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap(one => [name, String(one)]));
  const rawHeaders = pairs.filter((_, at) => !pairs[at - (at % 2)]?.startsWith(':'));
  const distinct: Record<string, string[]> = Object.create(null);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    distinct[name] = [...(distinct[name] ?? []), rawHeaders[at + 1] ?? ''];
  }
  const message = new Readable({
    highWaterMark: 1024 * 1024,
    read: () => stream.resume(),
    destroy(error, callback) {
      const { complete } = message as unknown as IncomingMessage;
      if (!stream.closed) stream.close(complete ? errorCodes.none : errorCodes.cancel);
      if (!complete) stream.destroy();
      callback(error);
    },
  });
  const fields = {
    statusCode: Number(headers[':status']),
    statusMessage: '',
    httpVersion: '2',
    rawHeaders,
    headers: Object.fromEntries(Object.entries(distinct).map(([name, values]) => [name, values.join(', ')])),
    headersDistinct: distinct,
    rawTrailers: [],
    complete: false,
  };
  Object.assign(message, fields);
  stream.on('data', (chunk: Buffer) => {
    if (!message.push(chunk)) stream.pause();
  });
  stream.once('trailers', (_headers, _flags, lines?: string[]) => {
    Object.assign(message, { rawTrailers: lines ?? [] });
  });
  stream.once('end', () => {
    // A reset stream ends as well. With NO_ERROR, the server only stops reading the request (RFC 9113, section 8.1).
    if (!end.isEnded() || stream.rstCode !== 0) return;
    (message as unknown as IncomingMessage).complete = true;
    end.released.then(() => message.push(null));
  });
  stream.once('close', () => {
    if ((message as unknown as IncomingMessage).complete) return;
    const reason = end.reason();
    end.released.then(() => message.destroy(reason));
  });
  return message as unknown as IncomingMessage;
}
