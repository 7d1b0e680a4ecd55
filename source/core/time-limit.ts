/**
 * Regular expressions of others (of a description, a response, a file of requests): one that backtracks without end would leave
 * the program deaf, to Ctrl-C too, because no timer and no signal is heard while it runs.
 */
import { type Context, createContext, Script } from 'node:vm';

/**
 * How long each attempt may take by the clock, in milliseconds. On a busy machine, or in a container whose processor is
 * rationed, a second may pass in which the program hardly runs: an attempt that had too little of the processor is made again.
 */
const attemptsMs = [1000, 2000, 4000, 8000];

/** An attempt that had this much processor time is the last one, in milliseconds. */
const enoughMs = 500;

/** Thrown where the work did not end in time. */
export class TimeLimitError extends Error {}

let processorMs = (): number => performance.now();

/**
 * Says how to read the processor time that the program has used so far, in milliseconds. Until then the clock stands in for it,
 * so that no work is tried twice.
 */
export function limitByProcessorTime(read: () => number): void {
  processorMs = read;
}

let runner: { readonly script: Script; readonly context: Context } | undefined;

/**
 * Ends synchronous work that takes longer than a second, or than half a second of the processor where the program gets less.
 * @param work without side effects: it may run several times
 * @throws TimeLimitError
 */
export function withinTimeLimit<T>(work: () => T): T {
  runner ??= { script: new Script('work()'), context: createContext({}) };
  const { script, context } = runner;
  for (const timeout of attemptsMs) {
    const before = processorMs();
    // Set anew each time: the work may have set limits of its own.
    context.work = work;
    try {
      return script.runInContext(context, { timeout }) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (processorMs() - before >= enoughMs) break;
    }
  }
  throw new TimeLimitError('It took longer than a second');
}
