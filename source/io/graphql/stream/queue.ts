/**
 * From pushed events to an async iterator with backpressure: the producer is told to pause while anything waits to be
 * read, so a reader that stops stops the wire. A value is handed over once; the queue ends by `end()` or by the reader.
 */

/** A queue for one reader. What is pushed after its end is dropped. */
export interface Queue<T> {
  push(value: T): void;
  /** No more values: the iterator ends when it has given out what waits. */
  end(): void;
  /** Breaks the iterator off with an exception after what waits. Only for bugs: expected failures are values. */
  fail(error: unknown): void;
  [Symbol.asyncIterator](): AsyncIterator<T>;
}

/** How the producer hears of its reader. */
export interface QueueOptions {
  /** Called when the reader falls behind (true) and when it has caught up (false). */
  readonly onPressure?: (pressed: boolean) => void;
  /** The reader left before the end. */
  readonly onReturn?: () => void | Promise<void>;
}

/** An empty queue, under no pressure. It has no bound of its own: a producer that does not pause fills the memory. */
export function queue<T>(options: QueueOptions = {}): Queue<T> {
  let waiting: T[] = [];
  let head = 0;
  let ended = false;
  let broken: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  let pressed = false;

  function press(now: boolean): void {
    if (now === pressed) return;
    pressed = now;
    options.onPressure?.(now);
  }

  function stir(): void {
    wake?.();
    wake = undefined;
  }

  return {
    push(value) {
      if (ended) return;
      waiting.push(value);
      // A reader that is waiting takes this value at once: no pressure.
      if (wake === undefined) press(true);
      stir();
    },
    end() {
      ended = true;
      stir();
    },
    fail(error) {
      ended = true;
      broken = { error };
      stir();
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
          press(false);
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
