/** What an attempt tells, put together with the request it tells of. */
import type { BodySpec } from '../../core/request/spec.js';
import { watchSocket } from './connection/watch.js';
import type { SentHead } from './exchange.js';
import type { WireObserver } from './wire.js';
import type { WireEvent } from './wire-event.js';

/**
 * @param sent the request as it goes out over this version of HTTP
 * @param through what leads there without telling how: a SOCKS proxy
 */
export function wireObserver(
  tell: (event: WireEvent) => void,
  sent: (httpVersion: '1.1' | '2') => SentHead,
  body: BodySpec | undefined,
  through?: string,
): WireObserver {
  return {
    tell,
    socket(socket, again) {
      if (again) tell({ kind: 'again' });
      else {
        if (through !== undefined) tell({ kind: 'connected', to: through });
        watchSocket(socket, tell);
      }
    },
    sent: httpVersion => tell({ kind: 'sent', request: sent(httpVersion), ...(body ? { body } : {}) }),
    head: bytes => tell({ kind: 'head', request: sent('1.1'), bytes }),
  };
}
