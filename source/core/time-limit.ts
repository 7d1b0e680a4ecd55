/**
 * Limits the time of third-party regular expressions (from a description, a response or a request file). Endless backtracking
 * would make the program unresponsive, even to Ctrl-C, because no timers or signals are handled meanwhile.
 */
import { type Context, createContext, Script } from 'node:vm';
import { errorCode } from './failure.js';

/** Limit in milliseconds. */
let limitMs = 1000;

/**
 * Maximum duration of each attempt as a multiple of the limit. On a busy machine, or in a container with limited processor time,
 * a second may pass in which the program hardly runs. An attempt that received too little processor time is therefore repeated.
 */
const attempts = [1, 2, 4, 8];

/** Share of the limit, in processor time, after which an attempt is not repeated. */
const enough = 0.5;

/** Thrown if the work did not finish in time. */
export class TimeLimitError extends Error {}

let processorMs = (): number => performance.now();

/**
 * Sets the function that returns the processor time used so far, in milliseconds. Until then, elapsed time is used instead, so
 * that no work is tried twice.
 */
export function limitByProcessorTime(read: () => number): void {
  processorMs = read;
}

/** Sets the limit in milliseconds, for tests of work that exceeds it. */
export function setTimeLimit(ms: number): void {
  limitMs = ms;
}

let runner: { readonly script: Script; readonly context: Context } | undefined;

/**
 * Stops synchronous work that takes longer than a second, or longer than half a second of processor time if the program gets
 * less.
 * @param work function without side effects, since it may run several times
 * @throws TimeLimitError
 */
export function withinTimeLimit<T>(work: () => T): T {
  runner ??= { script: new Script('work()'), context: createContext({}) };
  const { script, context } = runner;
  for (const factor of attempts) {
    const before = processorMs();
    // Set it each time, because nested work may have set its own limits.
    context.work = work;
    try {
      return script.runInContext(context, { timeout: factor * limitMs }) as T;
    } catch (error) {
      if (errorCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (processorMs() - before >= enough * limitMs) break;
    }
  }
  throw new TimeLimitError('It took longer than a second');
}
