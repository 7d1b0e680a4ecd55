/** An HTTP/2 stream as a message of Node's HTTP/1.1, and why a stream was closed. */
import type { IncomingMessage } from 'node:http';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { Readable } from 'node:stream';
import { FailureError, failure } from '../../../core/failure.js';

export const cancel = 8;

/** The parts of an IncomingMessage that got and the engine read. */
export function messageOf(stream: ClientHttp2Stream, headers: IncomingHttpHeaders, raw: string[]): IncomingMessage {
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
      if (!stream.closed) stream.close(complete ? 0 : cancel);
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
    // A reset stream ends, too; only its code differs.
    if (stream.rstCode !== 0 || stream.aborted) return;
    (message as unknown as IncomingMessage).complete = true;
    message.push(null);
  });
  stream.once('close', () => {
    if (!(message as unknown as IncomingMessage).complete) message.destroy(streamClosed(stream));
  });
  return message as unknown as IncomingMessage;
}

const codes: Readonly<Record<number, string>> = {
  1: 'it met an error of the protocol',
  2: 'it met an error of its own',
  3: 'too much was sent at once',
  7: 'it refused the request',
  11: 'it was asked for too much',
  12: 'the connection is not safe enough for it',
  13: 'it wants HTTP/1.1 for this',
};

export function streamClosed(stream: ClientHttp2Stream): Error {
  const { rstCode = 0 } = stream;
  // Node also reports 8 (CANCEL) for a lost connection.
  if (rstCode === 0 || rstCode === 8) return Object.assign(new Error('closed'), { code: 'ECONNRESET' });
  return brokenOff(rstCode);
}

/** @param code of a stream or of a session (RFC 9113, section 7) */
export const brokenOff = (code: number): Error =>
  new FailureError(
    failure('protocol', `The server broke the HTTP/2 exchange off: ${codes[code] ?? `its code is ${code}`}.`, {
      code: `h2_${code}`,
      hint: 'Try with --http1.1.',
    }),
  );
