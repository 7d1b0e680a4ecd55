/** Runs a shell command that owns the terminal until it ends: editors and pagers. */
import { spawn } from 'node:child_process';
import type { Environment, ProcessHooks } from '../environment.js';
import { openJob } from './job-control.js';
import { descendantsOf, isEnded, isStopped } from './processes.js';
import { withChildInput } from './terminal-device.js';

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const killDelayMs = 1000;
/** Interval between checks whether the program has stopped itself, in milliseconds. */
const pollMs = 250;
/** Interval while it is stopping, and the maximum number of checks. */
const stoppingPollMs = 10;
const maxTries = 50;
/**
 * Number of remaining checks at which the signal is sent again. With fewer, a signal sent just before it waits for a key would
 * be lost.
 */
const resendAt = 25;

/**
 * Through sh, because EDITOR may contain arguments (`code --wait`); the file name is a parameter, never part of the script. The
 * shell continues to wait, whatever Ctrl-C does to the program, and restores the terminal's modes after a crash. Canonical mode and
 * echo are switched on as a shell does it: a process continued in the background (`bg`) saw the shell's modes as the
 * terminal's.
 */
const script = (command: string): string =>
  `stty icanon icrnl echo isig opost 2>/dev/null; modes=$(stty -g 2>/dev/null); trap : INT QUIT
${command} "$1"
code=$?
[ -z "$modes" ] || stty "$modes" 2>/dev/null
exit $code`;

/**
 * Runs `command` with `argument` on our three streams, in our process group: Ctrl-Z stops both together.
 * @param ended ends it: SIGTERM, then SIGKILL
 * @returns the problem, as a sentence without its full stop
 */
export function runOnTerminal(
  command: string,
  argument: string,
  environment: Environment,
  ended: AbortSignal,
): Promise<string | undefined> {
  const { hooks } = environment;
  return new Promise(resolve => {
    const child = withChildInput(environment, input =>
      spawn('/bin/sh', ['-c', script(command), 'sh', argument], {
        stdio: [input, 'inherit', 'inherit'],
        cwd: environment.folder,
        env: { ...environment.variables },
      }),
    );
    let last: NodeJS.Timeout | undefined;
    let soon: NodeJS.Timeout | undefined;
    let wasStopped = false;
    const running = (): readonly number[] =>
      child.pid === undefined ? [] : descendantsOf(child.pid).filter(pid => !isEnded(pid));
    const withShell = (): readonly number[] => (child.pid === undefined ? [] : [...running(), child.pid]);
    const signal = (pids: readonly number[], ...signals: readonly NodeJS.Signals[]): void =>
      signalAll(hooks, pids, signals);
    const end = (): void => {
      // The shell ends after the program. A stopped process must be continued to end.
      const programs = running();
      signal(programs.length === 0 ? withShell() : programs, 'SIGTERM', 'SIGCONT');
      last = setTimeout(() => signal(withShell(), 'SIGKILL'), killDelayMs);
    };
    /**
     * Stops this process after the program: our shell takes the terminal as soon as we stop, and the program may still be
     * restoring its screen. Also for an editor that only stops itself (`raise(SIGSTOP)`), which would leave a terminal that no
     * process reads.
     */
    const follow = (tries: number): void => {
      const programs = running();
      if (tries === 0 || programs.every(isStopped)) {
        wasStopped = false;
        job?.stop(false);
        return;
      }
      if (tries === resendAt)
        signal(
          programs.filter(pid => !isStopped(pid)),
          'SIGTSTP',
        );
      soon = setTimeout(() => follow(tries - 1), stoppingPollMs);
    };
    const job =
      hooks &&
      openJob(hooks, {
        stopAsked: () => follow(maxTries),
        continued: () => {},
        notStopped: () => signal(withShell().filter(isStopped), 'SIGCONT'),
      });
    job?.listen(true);
    const look = setInterval(() => {
      const programs = running();
      // A shell that is stopped alone would never report that its program has ended.
      const stopped = (programs.length === 0 ? withShell() : programs).some(isStopped);
      // Checked twice: after fg we may run before the program does, and a poll is overdue by then.
      if (stopped && wasStopped) follow(1);
      else wasStopped = stopped;
    }, pollMs);
    const done = (problem: string | undefined): void => {
      clearTimeout(last);
      clearInterval(look);
      clearTimeout(soon);
      job?.close();
      ended.removeEventListener('abort', end);
      resolve(problem);
    };
    if (ended.aborted) end();
    else ended.addEventListener('abort', end);
    child.once('error', error => done(`Cannot start ${command} (${error.message})`));
    child.once('exit', (code, by) => done(problemOf(command, code, by)));
  });
}

function signalAll(hooks: ProcessHooks | undefined, pids: readonly number[], signals: readonly NodeJS.Signals[]): void {
  for (const pid of pids) {
    try {
      for (const each of signals) hooks?.kill(pid, each);
    } catch {
      // Already ended.
    }
  }
}

/**
 * Waits for a key below the output, as vim does after a command. One read consumes all pending input: the rest of an arrow
 * key's sequence would be a command of the screen. Ctrl-C is read like any key: as a signal it could hit dd between fork and
 * exec, and be lost. The shell of `runOnTerminal` restores the terminal's modes.
 */
export const untilKey = `sh -c 'stty -icanon -echo -isig min 1 time 0 2>/dev/null; printf "\\nAny key goes back to apiclient. "
dd bs=64 count=1 >/dev/null 2>&1; :' sh`;

/** sh's exit codes for a command that is missing, not executable or killed by a signal. */
function problemOf(command: string, code: number | null, signal: string | null): string | undefined {
  if (code === 0) return undefined;
  if (code === 127) return `There is no ${command}`;
  if (code === 126) return `${command} cannot be run`;
  if (code === null) return `${command} was ended by ${signal}`;
  return code > 128 ? `${command} was ended by signal ${code - 128}` : `${command} exited with code ${code}`;
}
