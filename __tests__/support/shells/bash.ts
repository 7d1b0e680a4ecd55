/** The built program as a job of an interactive bash, for what only a shell can do (inside `withPrograms(['bash'], …)`). */
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

/** Waits until bash has the terminal again and asks for the next command. */
export const untilPrompt = (terminal: TerminalProgram): Promise<void> =>
  terminal.untilScreen((screen, { alternate }) => !alternate && screen.endsWith(prompt.trim()), "the shell's prompt");

function childrenOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  } catch {
    // It has just ended.
    return '';
  }
}

/** The processes below this one. Needs `procfs`. */
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

/** Whether a process runs or is stopped; one that only its parent has not heard of yet has ended. Needs `procfs`. */
function isThere(pid: number): boolean {
  try {
    return !/\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Waits until a process that is not a child of ours has ended. Needs `procfs`. */
export async function untilGone(pid: number): Promise<void> {
  for (let tries = 0; isThere(pid); tries++) {
    if (tries > 500) throw new Error(`Process ${pid} goes on.`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/**
 * Resolves when a program that went on in the background has touched the terminal, for which the kernel stops it: a shell that
 * has it in front before that sets modes of its own over those it has just set. All threads: the shell hears of it with the last, and
 * gives a job that it believes to run no SIGCONT. Needs `procfs`.
 */
export async function untilStoppedAgain(pid: number): Promise<void> {
  const end = performance.now() + 10_000;
  const isStopped = (thread: string): boolean =>
    /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1'));
  while (!readdirSync(`/proc/${pid}/task`).every(isStopped)) {
    if (performance.now() > end) throw new Error(`${pid} is not stopped.`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
