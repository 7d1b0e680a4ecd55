/** `apiclient sessions`: lists, shows without secrets, removes. */
import type { SessionsCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { maskedWord } from '../../core/masking/by-name.js';
import { safeLine } from '../../core/response/safe-text.js';
import { bullets } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { removeSession, type StoredSession, storedSessions } from '../../io/sessions/session.js';

/** Returns the exit code, or the failure to print. */
export async function runSessions(
  { action, name = '', origin }: SessionsCommand,
  environment: Environment,
): Promise<number | Failure> {
  const { stdout, stderr } = environment;
  if (action === 'remove') {
    const removed = await removeSession(name, origin, environment);
    if (isFailure(removed)) return removed;
    if (removed) return 0;
    return unknown(origin === undefined ? name : `${name} for ${origin}`);
  }
  const sessions = await storedSessions(environment);
  if (isFailure(sessions)) return sessions;
  if (action === 'list') {
    if (sessions.length === 0) stderr.write('No sessions are stored. Pass --session NAME to create one.\n');
    for (const session of sessions) stdout.write(listed(session));
    return 0;
  }
  const session = sessions.find(each => each.name === name);
  if (!session) return unknown(name);
  stdout.write(shown(session));
  return 0;
}

const unknown = (name: string): Failure =>
  usageError(`No session named ${name}.`, 'Run apiclient sessions to list them.');

const listed = ({ name, parts }: StoredSession): string =>
  parts.map(({ origin }) => `${safeLine(name)}\t${safeLine(origin)}\n`).join('');

/** Each origin with its flags as typed, and the names of its cookies and values. */
function shown({ parts }: StoredSession): string {
  const lines = parts.flatMap(({ origin, words, cookies, values }) => [
    origin,
    ...words.map(word => `  ${maskedWord(word)}`),
    ...cookies.map(cookie => `  cookie ${cookie}=${bullets}`),
    ...[...values.keys()].map(name => `  {{${name}}}=${bullets}`),
  ]);
  return lines.map(line => `${safeLine(line)}\n`).join('');
}
