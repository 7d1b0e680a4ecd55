/** Milliseconds of the quickest of six calls: what else the machine does, and V8's warming up, only adds to the others. */
function quickest(work: () => unknown): number {
  const times = [1, 2, 3, 4, 5, 6].map(() => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}

/**
 * How many times as long `large` takes as `small`, measured side by side: a busy machine slows both. Work that is ten times as
 * much takes about ten times as long where it is linear, and a hundred times where it is quadratic.
 */
export const timesLonger = (large: () => unknown, small: () => unknown): number => quickest(large) / quickest(small);
