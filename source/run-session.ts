/** `--session NAME`: a request over what the session keeps for its origin. A chunk of its own. */
import { sessionWords } from './command/session-words.js';
import type { RequestCommand } from './core/command.js';
import { type Failure, isFailure } from './core/failure.js';
import { wordsLeft } from './core/session/words.js';
import type { Environment } from './environment.js';
import { openSession } from './io/sessions/session.js';
import { note } from './plain/note.js';
import { runRequest } from './plain/run-request.js';

/**
 * Returns the exit code, or the failure to print.
 * @param typed the line by itself
 * @param read reads a line over flags that give way to its own
 */
export async function runInSession(
  argv: readonly string[],
  typed: RequestCommand,
  environment: Environment,
  read: (argv: readonly string[], under: readonly string[]) => RequestCommand | Failure,
): Promise<number | Failure> {
  const { name = '', isReadOnly = false } = typed.session ?? {};
  const { origin } = new URL(typed.url);
  const { curl, dryRun } = typed.output;
  const isShown = curl || dryRun;
  const session = await openSession(name, origin, isReadOnly || isShown, environment);
  if (isFailure(session)) return session;
  const words = sessionWords(argv);
  const command = read(argv, wordsLeft(session.words, words));
  if (isFailure(command)) return command;
  const ended = await runRequest(command, environment, { jar: session.jar });
  if (isReadOnly || isShown || isFailure(ended) || words.length === 0) return ended;
  const unkept = await session.keep(words);
  if (unkept) note(environment, unkept.text);
  return ended;
}
