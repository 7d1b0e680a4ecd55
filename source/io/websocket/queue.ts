/**
 * Converts pushed events to an async iterator with backpressure. The producer is asked to pause while values wait, so a reader
 * that stops also stops the network. The queue ends when `end()` is called or the reader stops.
 */

/** A queue for one reader. Values pushed after the end are dropped. */
export interface Queue<T> {
  push(value: T): void;
  /** Ends the iterator after the waiting values. */
  end(): void;
  /** Throws after the waiting values. Only for bugs: expected failures are values. */
  fail(error: unknown): void;
  [Symbol.asyncIterator](): AsyncIterator<T>;
}

interface QueueOptions {
  /** Called with true when the reader falls behind, and with false when it catches up. */
  readonly onPressure?: (pressed: boolean) => void;
  /** Called if the reader stops before the end. */
  readonly onReturn?: () => void | Promise<void>;
}

/** Unbounded: a producer that does not pause can fill the memory. */
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

  function clear(): void {
    waiting = [];
    head = 0;
  }

  function takeFirst(): T {
    const value = waiting[head] as T;
    head++;
    if (head === waiting.length) clear();
    return value;
  }

  async function next(): Promise<IteratorResult<T>> {
    for (;;) {
      if (head < waiting.length) return { done: false, value: takeFirst() };
      if (broken) throw broken.error;
      if (ended) return { done: true, value: undefined };
      setPressed(false);
      // Resuming may push immediately.
      if (head < waiting.length || ended) continue;
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
  }

  return {
    push(value) {
      if (ended) return;
      waiting.push(value);
      // A waiting reader takes this value at once, so there is no pressure.
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
      next,
      async return() {
        ended = true;
        clear();
        await options.onReturn?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
