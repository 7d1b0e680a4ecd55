/** The body of an answer as a stream that errs with a `FailureError` and never ends early in silence. */
import type { Readable } from 'node:stream';
import { type Failure, FailureError, isFailure } from '../../core/failure.js';
import { codingsOf, decode, tooLarge } from './decode.js';
import type { GuardedMessage } from './message.js';
import type { Stop } from './stop.js';

/** What bounds a body: the method, `--max-size` in bytes, and the end of the exchange. */
export interface BodyOptions {
  readonly method: string;
  /** Transfer codings below chunked (RFC 9112, section 7), in the order in which they were applied. */
  readonly transferCodings: readonly string[];
  readonly maxSize?: number;
  readonly stop: Stop;
  readonly onNote: (text: string) => void;
  /** Called once, when the body has ended, well or not. */
  readonly onEnd: () => void;
}

/** A body on its way. */
export interface Body {
  readonly body: Readable;
  /** Bytes that have come, before any coding was undone; absent where none is. */
  readonly received?: () => number;
}

/** Undoes the transfer and content codings of the body, bounds its size and ends it with the exchange. */
export async function bodyOf(guarded: GuardedMessage, options: BodyOptions): Promise<Body | Failure> {
  const { message } = guarded;
  const { maxSize, method, stop } = options;
  const status = message.statusCode ?? 0;
  const empty = method === 'HEAD' || status === 204 || status === 304;
  const contentCodings = codingsOf(message.headersDistinct['content-encoding'] ?? []);
  const codings = empty ? [] : [...contentCodings, ...options.transferCodings];
  const decoded = await decode(message, codings, maxSize);
  if (isFailure(decoded)) return decoded;
  if (decoded.unknown) {
    options.onNote(
      `The server used the content coding ${decoded.unknown}, which is unknown here: the body is as it came.`,
    );
  }
  const { body, received } = decoded;
  const forget = stop.onStop(why => body.destroy(new FailureError(why)));
  const closed = (): void => {
    forget();
    options.onEnd();
    // A reader that leaves early leaves no connection behind.
    if (!message.complete) message.destroy();
  };
  // An empty body may be over before anybody asks for it.
  if (body.closed) closed();
  else body.once('close', closed);
  if (body === message && maxSize !== undefined) guarded.limit(maxSize, tooLarge(maxSize));
  return { body, ...(received ? { received } : {}) };
}
