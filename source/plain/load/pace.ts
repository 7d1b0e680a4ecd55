/** Start times of many requests: after the previous one, or on schedule. */
import { setTimeout as wait } from 'node:timers/promises';
import type { RepeatOptions } from '../../core/load/options.js';
import type { Lateness } from '../../core/load/summary.js';
import type { Environment } from '../../environment.js';

/** Tolerated delay of a timer in milliseconds, which is not caused by the server. */
const timerMs = 2;

/**
 * Runs work many times, some of it concurrently, until all of it is done or the signal aborts. With `rate` each run has a
 * scheduled time, however long the previous ones take. `lagMs` is the delay after that time and counts as part of the response
 * time; otherwise waiting time would be lost while the server stalls (coordinated omission).
 */
export async function pace(
  { times, jobs, rate }: RepeatOptions,
  { monotonic, signal }: Environment,
  work: (lagMs: number) => Promise<void>,
): Promise<Lateness> {
  const started = monotonic();
  const late = { count: 0, maxMs: 0 };
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < times && !signal.aborted; at = next++) {
      let lagMs = 0;
      if (rate !== undefined) {
        const due = started + (at / rate) * 1000;
        const early = due - monotonic();
        if (early > 0) await wait(early, undefined, { signal }).catch(() => {});
        if (signal.aborted) return;
        lagMs = Math.max(0, monotonic() - due);
        if (early < -timerMs) {
          late.count++;
          late.maxMs = Math.max(late.maxMs, lagMs);
        }
      }
      await work(lagMs);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, times) }, worker));
  return late;
}
