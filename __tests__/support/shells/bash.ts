/** The built program as a job of an interactive bash, for tests that need a shell (inside `withPrograms(['bash'], …)`). */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { cliFile } from '../program.js';
import { startInTerminal, type TerminalOptions, type TerminalProgram } from '../terminal.js';

/** The shell's prompt. */
export const prompt = 'shell> ';

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The line that starts the program from a shell. */
export const programLine = (argv: readonly string[]): string =>
  [process.execPath, cliFile, ...argv].map(quoted).join(' ');

/** An interactive bash in a terminal, waiting at its prompt. */
export async function startBash(options: TerminalOptions = {}): Promise<TerminalProgram> {
  const terminal = startInTerminal([], {
    columns: 100,
    rows: 30,
    ...options,
    command: ['bash', '--norc', '--noprofile', '-i'],
    variables: { PS1: prompt, ...options.variables },
  });
  await terminal.untilShown(prompt.trim());
  return terminal;
}

/** Waits until bash has the terminal again and shows its prompt. */
export const untilPrompt = (terminal: TerminalProgram): Promise<void> =>
  terminal.untilScreen((screen, { alternate }) => !alternate && screen.endsWith(prompt.trim()), "the shell's prompt");

function childrenOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  } catch {
    // It has just exited.
    return '';
  }
}

/** The descendants of this process. Needs `procfs`. */
export function below(pid: number): readonly number[] {
  const children = childrenOf(pid);
  return children === '' ? [] : children.split(' ').flatMap(each => [Number(each), ...below(Number(each))]);
}

function runsIn(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}

/** The program's process below this one, which may be a shell, ssh or an editor's parent. Needs `procfs`. */
export function programBelow(pid: number): number {
  const found = below(pid).find(each => runsIn(each) === realpathSync(process.execPath));
  if (found === undefined) throw new Error(`No program of ours runs below ${pid}.`);
  return found;
}

/** Returns whether a process is running or stopped. A zombie counts as ended. Needs `procfs`. */
function isThere(pid: number): boolean {
  try {
    return !/\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Waits until a process that is not our child has ended. Needs `procfs`. */
export async function untilGone(pid: number): Promise<void> {
  for (let tries = 0; isThere(pid); tries++) {
    if (tries > 1500) throw new Error(`Process ${pid} goes on.`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/**
 * Resolves when a program that continued in the background has accessed the terminal, for which the kernel stops it. If the
 * shell brought it to the foreground earlier, it would set modes over those that the program has just set. Checks all threads:
 * the shell is notified when the last one stops, and sends no SIGCONT to a job that it believes to be running. Needs `procfs`.
 */
export async function untilStoppedAgain(pid: number): Promise<void> {
  const end = performance.now() + 30_000;
  const isStopped = (thread: string): boolean =>
    /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1'));
  while (!readdirSync(`/proc/${pid}/task`).every(isStopped)) {
    if (performance.now() > end) throw new Error(`${pid} is not stopped.`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
