/** Job control (Ctrl-Z, `fg`) for the full screen and prompts. Node only has signals; the rest is inferred. */
import type { ReadStream } from 'node:tty';
import type { Environment, ProcessHooks } from '../environment.js';
import { processStat } from './processes.js';

/** If the process is still running this long after stopping itself, in milliseconds, it was not stopped. */
const graceMs = 50;

interface JobListener {
  /** SIGTSTP came from another process and was caught. */
  stopAsked(): void;
  continued(): void;
  /**
   * The process was not stopped because its process group is orphaned (`ssh -t host apiclient`, `tmux new-window apiclient`):
   * the kernel ignores the signal, because no shell could ever continue it.
   */
  notStopped(): void;
}

interface Job {
  /** Stops this process, or with `group` its entire job, including a wrapper script, so that the shell takes over. */
  stop(group: boolean): void;
  /** Sets whether SIGTSTP is caught. */
  listen(caught: boolean): void;
  close(): void;
}

/** Listens to SIGCONT, and to SIGTSTP while that is caught. Exactly one of `continued` and `notStopped` follows each `stop`. */
export function openJob(hooks: ProcessHooks, listener: JobListener): Job {
  let isCaught = false;
  let timer: NodeJS.Timeout | undefined;
  const onStop = (): void => listener.stopAsked();
  const onContinue = (): void => {
    clearTimeout(timer);
    listener.continued();
  };
  function listen(wanted: boolean): void {
    if (wanted === isCaught) return;
    isCaught = wanted;
    if (wanted) hooks.on('SIGTSTP', onStop);
    else hooks.off('SIGTSTP', onStop);
  }
  hooks.on('SIGCONT', onContinue);
  return {
    stop(group) {
      const before = isCaught;
      // Without a listener the kernel applies the default action.
      listen(false);
      // The timer also prevents Node from exiting until SIGCONT arrives.
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Timers run first in each round of the loop, so a pending SIGCONT is delivered later in the same round.
        timer = setTimeout(listener.notStopped.bind(listener), 0);
      }, graceMs);
      hooks.kill(group ? 0 : hooks.pid, 'SIGTSTP');
      listen(before);
    },
    listen,
    close() {
      clearTimeout(timer);
      listen(false);
      hooks.off('SIGCONT', onContinue);
    },
  };
}

/** Whether the process is in the background: its process group is not the terminal's. False if unknown (outside Linux). */
export function isInBackground(): boolean {
  const stat = processStat('self');
  return Number(stat?.foregroundGroup) > 0 && stat?.foregroundGroup !== stat?.group;
}

/** Job control for a prompt: Ctrl-Z stops it; after `fg` it is redrawn and reads again. */
interface PromptJob {
  stop(): void;
  /** Stops listening. The prompt restores the terminal's mode. */
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
