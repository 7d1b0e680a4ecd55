/** `Expect: 100-continue` (RFC 9110 10.1.1): the body waits for the server, but not for long. */
import { reveal } from '../../core/secret.js';
import type { AttemptRequest } from './wire.js';

/**
 * RFC 9110 forbids waiting forever, because a server may not know the expectation. The same time as in curl, in milliseconds.
 */
const continueTimeoutMs = 1000;

interface ContinueSource {
  once(event: 'continue' | 'response' | 'close', listener: () => void): unknown;
}

/** Whether the body must wait. Other expectations are sent as typed and have no effect. */
export const waitsForContinue = ({ headers }: Pick<AttemptRequest, 'headers'>): boolean =>
  headers.some(({ name, value }) => /^expect$/i.test(name) && /^100-continue$/i.test(reveal(value)));

/** True to send the body (after 100, or a second of silence); false if the final response came first, or the exchange ended. */
export function whenContinue(exchange: ContinueSource): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(true), continueTimeoutMs);
    const end = (wanted: boolean) => () => {
      clearTimeout(timer);
      resolve(wanted);
    };
    exchange.once('continue', end(true));
    exchange.once('response', end(false));
    exchange.once('close', end(false));
  });
}
