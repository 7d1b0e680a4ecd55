/**
 * Events of a subscription in batches of one frame. A reader that asks for `room` waits while a batch is full, and so stops
 * the connection: what the screen cannot keep up with stays on the server.
 */

import type { NewEvent } from '../../model/events.js';

/** A batch is handed over this often, in milliseconds. */
const frameMs = 33;
/** A batch holds this many events, or this many bytes. */
const maxEvents = 1000;
const maxBytes = 8_000_000;

/** Events on their way to the screen. `add` never refuses: the reader waits for `room` before the next one. */
export interface EventBatch {
  add(event: NewEvent): void;
  /** Resolves when there is room for another event. */
  room(): Promise<void>;
  /** Hands over what is waiting. */
  flush(): void;
}

/** `take` gets each batch, never an empty one. */
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
