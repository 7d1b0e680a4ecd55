/** The time limit of cleanups after an interruption. */
import { failure } from '../../core/failure.js';

const cleanupMs = 5000;

/** Starts the limit for all cleanups together. The signal aborts with a failure that reports it. */
export function cleanupLimit(limitMs = cleanupMs): AbortSignal {
  const limit = new AbortController();
  const tooLate = failure('timeout', `The cleanups took longer than ${limitMs / 1000} s.`);
  setTimeout(() => limit.abort(tooLate), limitMs).unref();
  return limit.signal;
}
