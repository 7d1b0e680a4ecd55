/** Start times of many requests: after the previous one, or on schedule. */
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
  options: RepeatOptions,
  environment: Environment,
  work: (lagMs: number) => Promise<void>,
): Promise<Lateness> {
  const { times, jobs, rate } = options;
  if (rate !== undefined) return runOnSchedule({ ...options, rate }, environment, work);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next++ < times && !environment.signal.aborted) await work(0);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, times) }, worker));
  return { count: 0, maxMs: 0 };
}

/** Starts each run at its time, or as soon as fewer than `jobs` are running. One timer serves all of them. */
async function runOnSchedule(
  { times, jobs, rate }: RepeatOptions & { readonly rate: number },
  { monotonic, signal, sleep }: Environment,
  work: (lagMs: number) => Promise<void>,
): Promise<Lateness> {
  const started = monotonic();
  const late = { count: 0, maxMs: 0 };
  let running = 0;
  let failed: { readonly error: unknown } | undefined;
  let onEnd: (() => void) | undefined;
  const run = async (lagMs: number): Promise<void> => {
    try {
      await work(lagMs);
    } catch (error) {
      failed ??= { error };
    }
    running--;
    onEnd?.();
  };
  const untilEnd = (): Promise<void> =>
    new Promise(resolve => {
      onEnd = resolve;
    });
  for (let at = 0; at < times && !signal.aborted && !failed; at++) {
    const due = started + (at / rate) * 1000;
    const early = due - monotonic();
    if (early > 0) await sleep(early, signal);
    const isFull = running >= jobs;
    while (running >= jobs) await untilEnd();
    if (signal.aborted) break;
    const lagMs = monotonic() - due;
    if (isFull && lagMs > timerMs) {
      late.count++;
      late.maxMs = Math.max(late.maxMs, lagMs);
    }
    running++;
    void run(lagMs > timerMs ? lagMs : 0);
  }
  while (running > 0) await untilEnd();
  if (failed) throw failed.error;
  return late;
}
