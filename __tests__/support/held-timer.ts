/** Timers that fire when a test fires them, so that no test depends on how fast a machine is. */

/** The longest delay of a timer in Node, in milliseconds. */
const maxDelayMs = 2 ** 31 - 1;

/** Undoes what the current test holds. */
const releases: (() => void)[] = [];

/** Restores normal timers. Call it in `afterEach`. */
export function releaseTimers(): void {
  for (const release of releases.splice(0).reverse()) release();
}

export interface HeldTimer {
  /** Waits until a timer is pending, and calls its callback. */
  fire(): Promise<void>;
}

/** Holds all timers and intervals of exactly this many milliseconds. Choose a delay that only the code under test uses. */
export function holdTimer(ms: number): HeldTimer {
  const { setTimeout: once, setInterval: often, clearTimeout: clearOnce, clearInterval: clearOften } = globalThis;
  const pending = new Map<unknown, () => void>();
  let onStart = (): void => {};
  const holding = (start: (callback: () => void, ms?: number) => NodeJS.Timeout, isOnce: boolean) =>
    Object.assign((callback: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) => {
      if (delay !== ms) return start(() => callback(...values), delay);
      const timer = start(() => {}, maxDelayMs);
      pending.set(timer, () => {
        if (isOnce) clear(timer);
        callback(...values);
      });
      onStart();
      return timer;
    }, start);
  const clear = (timer: Parameters<typeof clearTimeout>[0]): void => {
    pending.delete(timer);
    clearOnce(timer);
  };
  Object.assign(globalThis, {
    setTimeout: holding(once, true),
    setInterval: holding(often, false),
    clearTimeout: clear,
    clearInterval: clear,
  });
  releases.push(() => {
    for (const timer of pending.keys()) clear(timer as NodeJS.Timeout);
    Object.assign(globalThis, {
      setTimeout: once,
      setInterval: often,
      clearTimeout: clearOnce,
      clearInterval: clearOften,
    });
  });
  return {
    async fire() {
      while (pending.size === 0)
        await new Promise<void>(resolve => {
          onStart = resolve;
        });
      for (const callback of [...pending.values()]) callback();
    },
  };
}
