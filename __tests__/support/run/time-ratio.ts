/** Number of comparisons before a ratio under the limit counts, and before a ratio over the limit counts. */
const [fewest, most] = [3, 30];

/** CPU time of one measurement in microseconds. Interruptions would distort a shorter one. */
const leastMicros = 1000;

/** CPU time after which a ratio over the limit counts in any case, in microseconds. */
const mostMicros = 5_000_000;

/** CPU time in microseconds of `count` calls. */
function timeOf(work: () => unknown, count: number): number {
  const before = process.cpuUsage();
  for (let nth = 0; nth < count; nth++) work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}

/**
 * Fails if `large` takes at least `limit` times as much CPU time as `small`. For ten times as much work, the ratio is about ten
 * if the time is linear, and about a hundred if it is quadratic, so a limit of 40 distinguishes them.
 *
 * Elapsed time would include other processes on a busy machine. CPU time includes V8's warm-up and garbage collection, but these
 * only add to it. Therefore both are measured in turns, and the fastest call of each counts: after a few measurements if the
 * ratio is under the limit, but after many if it is over the limit.
 */
export function expectTimeRatioBelow(limit: number, large: () => unknown, small: () => unknown): void {
  const calls = Math.min(1000, Math.ceil(leastMicros / timeOf(small, 1)));
  let [spent, fastestLarge, fastestSmall] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let measurement = 1; measurement <= most; measurement++) {
    const [ofSmall, ofLarge] = [timeOf(small, calls), timeOf(large, 1)];
    fastestSmall = Math.min(fastestSmall, ofSmall / calls);
    fastestLarge = Math.min(fastestLarge, ofLarge);
    spent += ofSmall + ofLarge;
    if (measurement >= fewest && fastestLarge / fastestSmall < limit) return;
    if (measurement >= fewest && spent > mostMicros) break;
  }
  expect(fastestLarge / fastestSmall).toBeLessThan(limit);
}
