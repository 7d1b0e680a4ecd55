/** Microseconds of the processor in the quickest of six calls: V8's warming up and its collections only add to the others. */
function quickest(work: () => unknown): number {
  const times = [1, 2, 3, 4, 5, 6].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

/**
 * How many times as long `large` takes as `small`, measured side by side, by what the processor did: on a busy machine a
 * clock runs on while others work. Work that is ten times as
 * much takes about ten times as long where it is linear, and a hundred times where it is quadratic.
 */
export const timesLonger = (large: () => unknown, small: () => unknown): number => quickest(large) / quickest(small);
