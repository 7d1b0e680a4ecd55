/** Asks the user a question on the terminal. */
import { expectedFailure, type Failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';

/** Whether there is a terminal for the question. */
export const canAsk = ({ stderr, controllingTerminal }: Environment): boolean =>
  stderr.isTTY === true && controllingTerminal !== undefined;

/** The reply as typed; undefined at the end of input, or without a terminal. */
export async function askText(question: string, environment: Environment): Promise<string | Failure | undefined> {
  const { controllingTerminal, signal } = environment;
  if (controllingTerminal === undefined) return undefined;
  const { askLine } = await import('../../io/ask-line.js');
  try {
    return await askLine(question, controllingTerminal, environment, signal);
  } catch (error) {
    return expectedFailure(error);
  }
}

/** The reply in lower case without surrounding blanks; '' at the end of input, or without a terminal. */
export async function ask(question: string, environment: Environment): Promise<string | Failure> {
  const reply = await askText(question, environment);
  return isFailure(reply) ? reply : (reply ?? '').trim().toLowerCase();
}

/** Returns true for the replies `y` and `yes`. */
export const isYes = (reply: string): boolean => /^\s*y(?:es)?\s*$/i.test(reply);
