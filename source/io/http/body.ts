/** The body of a response as a stream that fails with a `FailureError` and never ends early unnoticed. */
import type { Readable } from 'node:stream';
import { type Failure, FailureError, isFailure } from '../../core/failure.js';
import { codingsOf, decode, tooLarge } from './decode.js';
import type { GuardedMessage } from './message.js';
import type { Stop } from './stop.js';

/** Limits of a body: the method, `--max-size` in bytes, and the end of the exchange. */
interface BodyOptions {
  readonly method: string;
  /** Transfer codings other than chunked (RFC 9112, section 7), in the order they were applied. */
  readonly transferCodings: readonly string[];
  readonly maxSize?: number;
  readonly stop: Stop;
  readonly onNote: (text: string) => void;
  /** Called once when the body has ended, successfully or not. */
  readonly onEnd: () => void;
}

interface Body {
  readonly body: Readable;
  /** Bytes received, still coded; absent without a content coding. */
  readonly received?: () => number;
}

/** Removes transfer and content codings, limits the size, and ends the body with the exchange. */
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
    options.onNote(`The server used the unknown content coding ${decoded.unknown}, so the body is not decoded.`);
  }
  const { body, received } = decoded;
  const forget = stop.onStop(why => body.destroy(new FailureError(why)));
  const closed = (): void => {
    forget();
    options.onEnd();
    // A reader that stops early must not leave a connection open.
    if (!message.complete) message.destroy();
  };
  // An empty body may have ended before it is read.
  if (body.closed) closed();
  else body.once('close', closed);
  if (body === message && maxSize !== undefined) guarded.limit(maxSize, tooLarge(maxSize));
  return { body, received };
}
