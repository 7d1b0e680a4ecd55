/**
 * From pushed events to an async iterator with backpressure: the producer is told to pause while values wait, so a
 * reader that stops also stops the wire. The queue ends by `end()` or by the reader.
 */

/** A queue for one reader. Values pushed after the end are dropped. */
export interface Queue<T> {
  push(value: T): void;
  /** No more values: the iterator ends after those waiting. */
  end(): void;
  /** Throws after the waiting values. Only for bugs: expected failures are values. */
  fail(error: unknown): void;
  [Symbol.asyncIterator](): AsyncIterator<T>;
}

interface QueueOptions {
  /** Called when the reader falls behind (true) and catches up (false). */
  readonly onPressure?: (pressed: boolean) => void;
  /** The reader left before the end. */
  readonly onReturn?: () => void | Promise<void>;
}

/** Unbounded: a producer that does not pause fills the memory. */
export function queue<T>(options: QueueOptions = {}): Queue<T> {
  let waiting: T[] = [];
  let head = 0;
  let ended = false;
  let broken: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  let pressed = false;

  function setPressed(now: boolean): void {
    if (now === pressed) return;
    pressed = now;
    options.onPressure?.(now);
  }

  function wakeReader(): void {
    wake?.();
    wake = undefined;
  }

  return {
    push(value) {
      if (ended) return;
      waiting.push(value);
      // A waiting reader takes this value at once: no pressure.
      if (wake === undefined) setPressed(true);
      wakeReader();
    },
    end() {
      ended = true;
      wakeReader();
    },
    fail(error) {
      ended = true;
      broken = { error };
      wakeReader();
    },
    [Symbol.asyncIterator]: () => ({
      async next() {
        for (;;) {
          if (head < waiting.length) {
            const value = waiting[head] as T;
            head++;
            if (head === waiting.length) {
              waiting = [];
              head = 0;
            }
            return { done: false, value };
          }
          if (broken) throw broken.error;
          if (ended) return { done: true, value: undefined };
          setPressed(false);
          // Resuming may push at once.
          if (head < waiting.length || ended) continue;
          await new Promise<void>(resolve => {
            wake = resolve;
          });
        }
      },
      async return() {
        ended = true;
        waiting = [];
        head = 0;
        await options.onReturn?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
