/** When each of many requests begins: after the one before, or on schedule. */
import { setTimeout as wait } from 'node:timers/promises';
import type { RepeatOptions } from '../../core/load/options.js';
import type { Lateness } from '../../core/load/summary.js';
import type { Environment } from '../../environment.js';

/** A timer may be so late, in milliseconds: it is not the server's doing. */
const timerMs = 2;

/**
 * Carries out work many times, some of it side by side, until all is done or the signal says stop. With `rate` each has a moment
 * at which it is due, however long those before it take; `lagMs` is how much later it began, and belongs to its time: leaving it
 * out would forget the wait of whoever comes while the server stalls (coordinated omission).
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
