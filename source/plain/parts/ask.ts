/** Asks the user a question on the terminal. */
import { type Failure, failureIn, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';

/** Whether there is a terminal for the question. */
export const canAsk = ({ stderr, controllingTerminal }: Environment): boolean =>
  stderr.isTTY === true && controllingTerminal !== undefined;

/** The reply in lower case without surrounding blanks; '' at the end of input, or without a terminal. */
export async function ask(question: string, environment: Environment): Promise<string | Failure> {
  const { controllingTerminal, signal } = environment;
  if (controllingTerminal === undefined) return '';
  const { askLine } = await import('../../io/ask-line.js');
  try {
    return ((await askLine(question, controllingTerminal, environment, signal)) ?? '').trim().toLowerCase();
  } catch (error) {
    const failure = isFailure(error) ? error : failureIn(error);
    if (failure) return failure;
    throw error;
  }
}
