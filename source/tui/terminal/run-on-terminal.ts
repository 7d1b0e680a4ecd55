/** A shell command that has the terminal for itself until it ends: editors and pagers. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Environment } from '../../environment.js';
import { openJob } from '../../job-control.js';

/** How long it may take to end when it is told to, in milliseconds. */
const patienceMs = 1000;
/** How often it is looked at whether it stopped itself, in milliseconds. */
const lookMs = 250;
/** How often while it is stopping, and how many times at most. */
const soonMs = 10;
const maxTries = 50;
/** Tries that are left when it is asked once more: less loses a signal that comes just before it waits for a key. */
const secondAsk = 25;

/**
 * Through sh, because EDITOR may hold arguments (`code --wait`); the file's name is a parameter, never part of the script. The
 * shell waits on, whatever Ctrl-C does to the program, and puts the terminal's own modes right after one that crashed. Lines and
 * echo are switched on as a shell does it: who was continued in the background (`bg`) took the shell's own modes for the terminal's.
 */
const script = (command: string): string =>
  `stty icanon icrnl echo isig opost 2>/dev/null; modes=$(stty -g 2>/dev/null); trap : INT QUIT
${command} "$1"
code=$?
[ -z "$modes" ] || stty "$modes" 2>/dev/null
exit $code`;

/**
 * Runs `command` with `argument` on our three streams, in our process group: what Ctrl-Z stops, it stops together with us.
 * @param ended ends it: it is terminated, and killed if it does not obey
 * @returns what went wrong, as a sentence without its full stop
 */
export function runOnTerminal(
  command: string,
  argument: string,
  environment: Environment,
  ended: AbortSignal,
): Promise<string | undefined> {
  const { hooks } = environment;
  return new Promise(resolve => {
    const child = spawn('/bin/sh', ['-c', script(command), 'sh', argument], {
      stdio: 'inherit',
      cwd: environment.folder,
      env: { ...environment.variables },
    });
    let last: NodeJS.Timeout | undefined;
    let soon: NodeJS.Timeout | undefined;
    const running = (): readonly number[] => (child.pid === undefined ? [] : below(child.pid));
    const signal = (pids: readonly number[], ...signals: readonly NodeJS.Signals[]): void => {
      for (const pid of pids) {
        try {
          for (const each of signals) hooks?.kill(pid, each);
        } catch {
          // It has ended already.
        }
      }
    };
    const end = (): void => {
      // The shell ends by itself, after what it runs. What is stopped cannot end before it goes on.
      const programs = running();
      signal(programs.length === 0 && child.pid !== undefined ? [child.pid] : programs, 'SIGTERM', 'SIGCONT');
      last = setTimeout(() => signal(child.pid === undefined ? [] : [...running(), child.pid], 'SIGKILL'), patienceMs);
    };
    /**
     * Stops with the program, after it: our shell takes the terminal as soon as we stop, and the program may still have its
     * screen to give back. Also with an editor that stops only itself (`raise(SIGSTOP)`), which would leave us with a terminal
     * that nobody reads.
     */
    const follow = (tries: number): void => {
      const programs = running();
      if (tries === 0 || programs.every(isStopped)) {
        job?.stop(false);
        return;
      }
      if (tries === secondAsk)
        signal(
          programs.filter(pid => !isStopped(pid)),
          'SIGTSTP',
        );
      soon = setTimeout(() => follow(tries - 1), soonMs);
    };
    const job =
      hooks &&
      openJob(hooks, {
        stopAsked: () => follow(maxTries),
        continued: () => {},
        notStopped: () => signal(running().filter(isStopped), 'SIGCONT'),
      });
    job?.listen(true);
    const look = setInterval(() => {
      const programs = running();
      if (programs.length > 0 && programs.some(isStopped)) follow(1);
    }, lookMs);
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

/** How sh tells that a program is missing or cannot be run, or was killed by a signal. */
function problemOf(command: string, code: number | null, signal: string | null): string | undefined {
  if (code === 0) return undefined;
  if (code === 127) return `There is no ${command}`;
  if (code === 126) return `${command} cannot be run`;
  if (code === null) return `${command} was ended by ${signal}`;
  return code > 128 ? `${command} was ended by signal ${code - 128}` : `${command} ended with code ${code}`;
}

/** The processes below this one, where the system tells (Linux). */
function below(pid: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    return children === '' ? [] : children.split(' ').flatMap(each => [...below(Number(each)), Number(each)]);
  } catch {
    return [];
  }
}

/** Whether a process is stopped, as `T` in its state says. */
function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in front of the state may hold anything, also blanks and brackets.
    return stat.startsWith('T', stat.lastIndexOf(')') + 2);
  } catch {
    return false;
  }
}
