/** A prompt on a terminal is a job like any other: Ctrl-Z stops it, and after `fg` it asks again and hears what is typed. */
import type { ReadStream } from 'node:tty';
import type { Environment } from '../environment.js';
import { openJob } from '../job-control.js';

/** The job of one prompt. */
export interface PromptJob {
  /** Ctrl-Z was typed. */
  stop(): void;
  /** Listens no more. The terminal's mode is left to the prompt. */
  close(): void;
}

/**
 * @param input the terminal, in raw mode while the prompt waits
 * @param again shows the question and what was typed
 */
export function promptJob(input: ReadStream, { hooks }: Environment, again: () => void): PromptJob {
  function back(): void {
    // Node believes what it set last, which after a SIGSTOP is no longer so.
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
