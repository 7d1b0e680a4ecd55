/** Reports the messages of a WebSocket or an event stream of an `.http` text to the log of the response. */
import { sizeText } from '../../../core/response/sizes.js';
import type { StreamObserver } from '../../../io/http/text-request.js';
import type { EntryRequest } from '../../model/effect.js';
import type { Dispatch, EffectContext } from '../context.js';
import { eventBatch } from './event-batch.js';

interface StreamReport {
  readonly observer: StreamObserver;
  /** Reports the last messages. No more messages can be sent. */
  end(): void;
}

/** @param took returns the milliseconds since the run began */
export function streamReport(
  id: number,
  { stream, isSilent }: EntryRequest['entries'][number],
  { environment, messageSenders }: EffectContext,
  dispatch: Dispatch,
  took: () => number,
): StreamReport {
  const batch = eventBatch(events => dispatch({ type: 'response/events', id, events, tookMs: took() }));
  const sent = (text: string): void => {
    batch.flush();
    dispatch({ type: 'response/sent', id, text, at: environment.now() });
  };
  return {
    observer: {
      staysOpen: true,
      sent,
      opened(_head, send) {
        dispatch({ type: 'response/state', id, state: 'connected', text: 'receiving messages', at: environment.now() });
        if (stream !== 'websocket') return;
        messageSenders.set(id, text => {
          send(text);
          sent(text);
        });
        // The text contains no message, so the user types one.
        if (isSilent) dispatch({ type: 'response/message' });
      },
      async message({ bytes, isBinary }) {
        const text = isBinary ? `binary message of ${sizeText(bytes.length)}` : bytes.toString('utf8');
        batch.add({ at: environment.now(), bytes: bytes.length, text, bad: false });
        await batch.room();
      },
    },
    end() {
      messageSenders.delete(id);
      batch.flush();
    },
  };
}
