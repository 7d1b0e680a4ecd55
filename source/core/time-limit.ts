/**
 * Regular expressions of others (of a description, a response, a file of requests): one that backtracks without end would leave
 * the program deaf, to Ctrl-C too, because no timer and no signal is heard while it runs.
 */
import { type Context, createContext, Script } from 'node:vm';

/** In milliseconds. */
const limitMs = 1000;

/** Thrown where the work did not end in time. */
export class TimeLimitError extends Error {}

let runner: { readonly script: Script; readonly context: Context } | undefined;

/** Ends synchronous work that takes longer than a second. @throws TimeLimitError */
export function withinTimeLimit<T>(work: () => T): T {
  runner ??= { script: new Script('work()'), context: createContext({}) };
  const { script, context } = runner;
  context.work = work;
  try {
    return script.runInContext(context, { timeout: limitMs }) as T;
  } catch (error) {
    const isLimit = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isLimit ? new TimeLimitError('It took longer than a second') : error;
  }
}
