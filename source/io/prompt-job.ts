/** Job control for a prompt: Ctrl-Z stops it; after `fg` it is redrawn and reads again. */
import type { ReadStream } from 'node:tty';
import type { Environment } from '../environment.js';
import { openJob } from '../job-control.js';

export interface PromptJob {
  stop(): void;
  /** Stops listening. Restoring the terminal's mode is up to the prompt. */
  close(): void;
}

/**
 * @param input the terminal, in raw mode during the prompt
 * @param again redraws the prompt and the input so far
 */
export function promptJob(input: ReadStream, { hooks }: Environment, again: () => void): PromptJob {
  function back(): void {
    // Node assumes the mode it set last, which is wrong after a SIGSTOP.
    input.setRawMode(false);
    input.setRawMode(true);
    again();
  }
  function stop(group: boolean): void {
    input.setRawMode(false);
    job?.stop(group);
  }
  const job = hooks && openJob(hooks, { stopAsked: () => stop(false), continued: back, notStopped: back });
  job?.listen(true);
  return { stop: () => stop(true), close: () => job?.close() };
}
