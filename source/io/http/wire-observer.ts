/** Adds the request to the events of its attempt. */
import type { BodySpec } from '../../core/request/spec.js';
import { watchSocket } from './connection/watch.js';
import type { SentHead } from './exchange.js';
import type { WireObserver } from './wire.js';
import type { WireEvent } from './wire-event.js';

/**
 * @param sent the request as sent over this version of HTTP
 * @param through a hop that reports nothing itself: a SOCKS proxy
 */
export function wireObserver(
  onEvent: (event: WireEvent) => void,
  sent: (httpVersion: '1.1' | '2') => SentHead,
  body: BodySpec | undefined,
  through?: string,
): WireObserver {
  return {
    onEvent,
    socket(socket, again) {
      if (again) onEvent({ kind: 'again' });
      else {
        if (through !== undefined) onEvent({ kind: 'connected', to: through });
        watchSocket(socket, onEvent);
      }
    },
    sent: (httpVersion, facts) => onEvent({ kind: 'sent', request: sent(httpVersion), body, ...facts }),
    head: (bytes, httpVersion = '1.1') => onEvent({ kind: 'head', request: sent(httpVersion), bytes }),
  };
}
