/**
 * Batches a subscription's events, one batch per frame. For backpressure, the reader awaits `room` while a batch is full. That
 * stops the connection, so excess events stay on the server.
 */

import type { NewEvent } from '../../model/events.js';

/** Interval of batches, in milliseconds. */
const frameMs = 33;
/** Maximum events and bytes of a batch. */
const maxEvents = 1000;
const maxBytes = 8_000_000;

/** Events waiting to be drawn. `add` always accepts an event, so the reader must await `room` before the next one. */
interface EventBatch {
  add(event: NewEvent): void;
  /** Resolves when there is room for another event. */
  room(): Promise<void>;
  /** Passes on the current batch. */
  flush(): void;
}

/** `take` receives each batch; never an empty one. */
export function eventBatch(take: (events: readonly NewEvent[]) => void): EventBatch {
  let waiting: NewEvent[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let wake: (() => void) | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    bytes = 0;
    if (events.length > 0) take(events);
    wake?.();
    wake = undefined;
  }

  return {
    add(event) {
      waiting.push(event);
      bytes += event.bytes;
      timer ??= setTimeout(flush, frameMs);
    },
    async room() {
      if (waiting.length < maxEvents && bytes < maxBytes) return;
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    },
    flush,
  };
}
