/** Makes Node's message safe in place: when the connection breaks, received data comes before the failure. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type Failure, FailureError, failure, failureIn } from '../../core/failure.js';
import { explainParserWords } from './errors.js';

/** A message that fails with `FailureError`s and whose size can be limited. */
export interface GuardedMessage {
  readonly message: IncomingMessage;
  /** Fails the body beyond this many bytes, including those already received. */
  limit(maxSize: number, why: Failure): void;
}

/** Must be called in the tick of the response event: HTTP/1.1 continues to read in the same tick, and may fail. */
export function guardMessage(request: ClientRequest, message: IncomingMessage): GuardedMessage {
  const expected = Number(message.headers['content-length'] ?? Number.NaN);
  let size = message.readableLength;
  let bound = Number.POSITIVE_INFINITY;
  let tooMuch: Failure | undefined;
  let isBroken = false;
  let cause: Error | undefined;
  request.on('error', error => {
    cause ??= error;
  });

  const push = message.push.bind(message);
  const destroy = message.destroy.bind(message);
  const check = (): boolean => {
    if (size <= bound || !tooMuch) return true;
    destroy(new FailureError(tooMuch));
    return false;
  };
  message.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    size += chunk?.length ?? 0;
    return check() && push(chunk, encoding);
  };
  message.destroy = error => {
    const reported = error && failureIn(error);
    // A limit or the user ends it at once; a server that disconnects does not.
    if (!error || (reported && !reported.code?.startsWith('h2_')) || message.readableEnded) return destroy(error);
    if (isBroken) return message;
    isBroken = true;
    failAfterData(message, reported ? error : new FailureError(cutOff(cause ?? error, size, expected)), destroy);
    message.push(null);
    return message;
  };
  // Without a listener Node throws or drops the error of a body that has no reader yet.
  message.on('error', () => {});
  return {
    message,
    limit(maxSize, why) {
      bound = maxSize;
      tooMuch = why;
      check();
    },
  };
}

/** Streams that will fail at their end. Only the first error counts. */
const failing = new WeakSet<Readable>();

/**
 * Fails a stream after its buffered data, which Node would discard on an immediate error. The caller then ends the stream. If
 * nothing is buffered, it fails at once: to a reader that starts later, Node presents an ended, empty stream as complete.
 * @param destroy the stream's original method, if it was replaced
 */
export function failAfterData(
  stream: Readable,
  error: Error,
  destroy: (error: Error) => unknown = stream.destroy.bind(stream),
): void {
  if (failing.has(stream)) return;
  failing.add(stream);
  const push = stream.push.bind(stream);
  const emit = stream.emit.bind(stream) as (event: string, ...values: unknown[]) => boolean;
  stream.push = (chunk, encoding) => {
    if (chunk !== null || stream.readableLength > 0) return push(chunk, encoding);
    destroy(error);
    return false;
  };
  stream.emit = ((event: string, ...values: unknown[]) => {
    if (event !== 'end') return emit(event, ...values);
    destroy(error);
    return true;
  }) as typeof stream.emit;
}

/** For a body that is not saved. When saving, it is known whether the download can be resumed. */
export const cutHint = 'Try again. --download -C resumes the download.';

function cutOff(error: Error, size: number, expected: number): Failure {
  const carried = failureIn(error);
  if (carried) return carried;
  const { code = '' } = error as NodeJS.ErrnoException;
  const words = explainParserWords(error);
  if (words) {
    return failure('protocol', `The body violates HTTP after ${size} bytes: ${words}.`, {
      code,
      hint: 'The server is broken. Only the part before that was received.',
      cause: error,
    });
  }
  // Beyond exact integers the length is unknown.
  const where = Number.isSafeInteger(expected) ? `after ${size} of ${expected} bytes` : `after ${size} bytes`;
  const what =
    code === 'h2_0'
      ? 'The server reset the HTTP/2 stream in the middle of the body'
      : 'The connection was closed in the middle of the body';
  return failure('truncated', `${what}, ${where}.`, {
    code,
    hint: cutHint,
    cause: error,
  });
}
