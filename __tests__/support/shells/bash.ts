/** The built program as a job of an interactive bash, for what only a shell can do (inside `withPrograms(['bash'], …)`). */
import { cliFile } from '../program.js';
import { startInTerminal, type TerminalOptions, type TerminalProgram } from '../terminal.js';

/** What the shell's prompt is. */
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
