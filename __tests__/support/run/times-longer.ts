/** CPU time in microseconds of the fastest of six calls. V8's warm-up and garbage collection only add to the others. */
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
 * Ratio of the CPU times of `large` and `small`, measured side by side. Wall-clock time would include other processes on a busy
 * machine. For ten times as much work, the ratio is about ten if it is linear, and about a hundred if it is quadratic.
 */
export const timesLonger = (large: () => unknown, small: () => unknown): number => quickest(large) / quickest(small);
