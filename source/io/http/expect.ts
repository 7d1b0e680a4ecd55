/** `Expect: 100-continue` (RFC 9110 10.1.1): the body waits until the server wants it, but not for long. */
import { reveal } from '../../core/secret.js';
import type { AttemptRequest } from './wire.js';

/** A server that says nothing may not know of the expectation: RFC 9110 forbids to wait for ever, and curl waits as long. */
const patienceMs = 1000;

/** What says how the wait ends: a request of node:http or a stream of node:http2. */
interface ContinueSource {
  once(event: 'continue' | 'response' | 'close', listener: () => void): unknown;
}

/** Whether the body of a request is to wait. Other expectations are sent as they were typed and change nothing. */
export const waitsForContinue = ({ headers }: Pick<AttemptRequest, 'headers'>): boolean =>
  headers.some(({ name, value }) => /^expect$/i.test(name) && /^100-continue$/i.test(reveal(value)));

/** Resolves once the body may go (100, or a second without a word): true; false: the answer came first, or the end. */
export function whenContinue(exchange: ContinueSource): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(true), patienceMs);
    const end = (wanted: boolean) => () => {
      clearTimeout(timer);
      resolve(wanted);
    };
    exchange.once('continue', end(true));
    exchange.once('response', end(false));
    exchange.once('close', end(false));
  });
}
