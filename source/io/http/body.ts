/** The body of an answer as a stream that errs with a `FailureError` and never ends early in silence. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type Failure, FailureError, failure, failureIn, isFailure } from '../../core/failure.js';
import { codingsOf, decode, tooLarge } from './decode.js';
import type { Stop } from './stop.js';

export interface BodyOptions {
  readonly method: string;
  readonly maxSize?: number;
  readonly stop: Stop;
  readonly onNote: (text: string) => void;
  /** Called once, when the body has ended, well or not. */
  readonly onEnd: () => void;
}

/** Wraps the message's body: errors into words, codings undone, size bounded, ended by the stop. */
export async function bodyOf(message: IncomingMessage, options: BodyOptions): Promise<Readable | Failure> {
  const { status, headers } = { status: message.statusCode ?? 0, headers: message.headersDistinct };
  const empty = options.method === 'HEAD' || status === 204 || status === 304;
  const codings = empty ? [] : codingsOf(headers['content-encoding'] ?? []);
  guard(message, codings.length === 0 ? options.maxSize : undefined);
  const decoded = await decode(message, codings, options.maxSize);
  if (isFailure(decoded)) return decoded;
  if (decoded.unknown) {
    options.onNote(
      `The server used the content coding ${decoded.unknown}, which is unknown here: the body is as it came.`,
    );
  }
  const { body } = decoded;
  const forget = options.stop.onStop(why => body.destroy(new FailureError(why)));
  body.once('close', () => {
    forget();
    options.onEnd();
    // A consumer that leaves early leaves no connection behind.
    if (!message.complete) message.destroy();
  });
  return body;
}

/**
 * Counts what comes in and turns the errors of the connection into words, in the message itself: another stream in
 * between would cost a copy of every byte.
 */
function guard(message: IncomingMessage, maxSize: number | undefined): void {
  const expected = Number(message.headers['content-length'] ?? Number.NaN);
  let size = 0;
  const push = message.push.bind(message);
  message.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    size += chunk?.length ?? 0;
    if (maxSize !== undefined && size > maxSize) {
      message.destroy(new FailureError(tooLarge(maxSize)));
      return false;
    }
    return push(chunk, encoding);
  };
  const destroy = message._destroy.bind(message);
  message._destroy = (error, callback) => {
    const early = error && !failureIn(error) ? new FailureError(cutOff(error, size, expected)) : error;
    destroy(early, callback);
  };
}

function cutOff(error: Error, size: number, expected: number): Failure {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('HPE_')) {
    return failure('protocol', `The body broke the rules of HTTP after ${size} bytes (${code}).`, {
      code,
      hint: 'What came before is shown; the server is at fault.',
      cause: error,
    });
  }
  const of = Number.isNaN(expected) ? `after ${size} bytes` : `after ${size} of ${expected} bytes`;
  return failure('truncated', `The connection was closed in the middle of the body, ${of}.`, {
    code,
    hint: 'Try again; --download -C goes on where it stopped.',
    cause: error,
  });
}
