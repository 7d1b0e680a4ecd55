/**
 * Stopping and going on as a job of a shell (Ctrl-Z, `fg`): what the full screen and every prompt on a terminal share. Node
 * has no job control of its own beyond signals, so what the kernel did is seen by what comes after.
 */
import { readFileSync } from 'node:fs';
import type { Environment, ProcessHooks } from './environment.js';

/** Who still runs this long after asking to be stopped was not stopped, in milliseconds. */
const graceMs = 50;

/** What a job is told. */
export interface JobListener {
  /** SIGTSTP came from outside, and was heard. */
  stopAsked(): void;
  /** SIGCONT. */
  continued(): void;
  /**
   * Nothing stopped us: the process group is orphaned (`ssh -t host apiclient`, `tmux new-window apiclient`), so the kernel
   * drops the signal, because no shell could ever continue it.
   */
  notStopped(): void;
}

/** A process that can be stopped and hears of it. */
export interface Job {
  /** Stops this process, or with `group` all of its job: a wrapper script in front of it stops too, and the shell takes over. */
  stop(group: boolean): void;
  /** Whether SIGTSTP is heard before the kernel acts on it. */
  listen(heard: boolean): void;
  /** Listens no more. */
  close(): void;
}

/** Listens to SIGCONT, and to SIGTSTP while it is heard. Exactly one of `continued` and `notStopped` follows each `stop`. */
export function openJob(hooks: ProcessHooks, listener: JobListener): Job {
  let heard = false;
  let timer: NodeJS.Timeout | undefined;
  const onStop = (): void => listener.stopAsked();
  const onContinue = (): void => {
    clearTimeout(timer);
    listener.continued();
  };
  function listen(wanted: boolean): void {
    if (wanted === heard) return;
    heard = wanted;
    if (wanted) hooks.on('SIGTSTP', onStop);
    else hooks.off('SIGTSTP', onStop);
  }
  hooks.on('SIGCONT', onContinue);
  return {
    stop(group) {
      const before = heard;
      // Without a listener the kernel does what the signal says.
      listen(false);
      // A timer also keeps Node's loop alive until SIGCONT is heard: nothing else may be there to do so.
      clearTimeout(timer);
      timer = setTimeout(() => {
        // The timers of a loop's round come first: a SIGCONT that is there already is heard later in the same round.
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

/**
 * Whether somebody else has the terminal now, because the job was started with `&` or continued with `bg`: its process group is not
 * the one in front (tpgid). False where the system does not tell (not Linux).
 */
export function isInBackground({ platform }: Environment): boolean {
  if (platform !== 'linux') return false;
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Behind the name, which may hold anything: state, parent, group, session, terminal, and the group in front; -1 without a terminal.
    const [, , group, , , front] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(front) > 0 && front !== group;
  } catch {
    return false;
  }
}
