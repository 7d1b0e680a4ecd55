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
  if (isShown) return runRequest(withCookies(command, await session.jar.header(command.url)), environment);
  const ended = await runRequest(command, environment, { jar: session.jar });
  if (isReadOnly || isFailure(ended) || words.length === 0) return ended;
  const unkept = await session.keep(words);
  if (unkept) note(environment, unkept.text);
  return ended;
}

/** A request that is only shown has the cookies of the session as `-b` would give them. */
function withCookies(command: RequestCommand, header: string): RequestCommand {
  const { network } = command;
  const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';
  const typed = new Set(network.cookies.map(nameOf));
  const kept = header.split('; ').filter(pair => pair !== '' && !typed.has(nameOf(pair)));
  return { ...command, network: { ...network, cookies: [...network.cookies, ...kept] } };
}
