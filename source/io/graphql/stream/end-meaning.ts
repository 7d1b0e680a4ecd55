/** Decides what the end of a connection means for the run: done, failed, or retry. */

import { loginHints } from '../../../core/credentials/challenges.js';
import { type Failure, failure } from '../../../core/failure.js';
import { closeFailure, closeMeaning } from '../../../core/graphql/stream/close-code.js';
import { flagsOnly, hint } from '../../../core/hint.js';
import { heldLimit, tooLarge } from '../../http/collect.js';
import type { Endpoint, RunEvent } from '../transport.js';
import type { ConnectionEnd } from './connection.js';
import { resultEvent } from './event-results.js';

/**
 * Failure codes for rejected credentials that new ones may fix. True if certainly the credentials, false if possibly their
 * permissions.
 */
export const tokenRefusals: ReadonlyMap<string, boolean> = new Map([
  ['HTTP_401', true],
  ['WS_4401', true],
  ['WS_4403', false],
  ['WS_REFUSED', false],
]);

/** A stream that lasted this long counts as successful and resets the retry count, in milliseconds. */
export const stableMs = 30_000;

export type Once =
  | { readonly ended: 'done' }
  | { readonly ended: 'failed'; readonly failure: Failure }
  | {
      readonly ended: 'broken';
      readonly failure: Failure;
      readonly text: string;
      readonly retry: boolean;
      readonly wrongProtocol: boolean;
      /** Whether the server responded: the connection opened, or HTTP asked to come back later. */
      readonly wasOpen: boolean;
    };

/** @param push receives the result that contains an operation's errors */
export function meaningOf(end: ConnectionEnd, endpoint: Endpoint, push: (event: RunEvent) => void): Once {
  switch (end.how) {
    case 'complete':
    case 'cancelled':
      return { ended: 'done' };
    case 'errors':
      push(resultEvent(`{"errors":${end.text}}`));
      return { ended: 'done' };
    case 'refused': {
      const text = `The server refused the connection${end.message === '' ? '' : `: ${end.message}`}`;
      return {
        ended: 'broken',
        failure: failure('login', `${text}.`, { code: 'WS_REFUSED', hint: loginHints.socket }),
        text,
        retry: false,
        wrongProtocol: false,
        wasOpen: true,
      };
    }
    case 'too-large':
      return { ended: 'failed', failure: tooLarge(heldLimit(endpoint), 'A server message') };
    case 'malformed':
      return {
        ended: 'failed',
        failure: failure('protocol', `The server violated the WebSocket protocol: ${end.problem}.`, {
          hint: hint`${flagsOnly('Pass --subscription-protocol to choose another protocol, or -v to see the exchange.')}`,
        }),
      };
    case 'closed': {
      const meaning = closeMeaning(end.code, end.reason);
      return {
        ended: 'broken',
        failure: closeFailure(end.code, end.reason),
        text: meaning.text,
        retry: meaning.retry,
        wrongProtocol: end.code === 4406 || end.code === 1002,
        wasOpen: true,
      };
    }
  }
}
