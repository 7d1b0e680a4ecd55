/** Finds the user for a host in `~/.netrc` or in the file named by NETRC (`--netrc`). */
import path from 'node:path';
import { type Failure, isFailure } from '../../../core/failure.js';
import { netrcLogin, netrcProblem } from '../../../core/request/netrc.js';
import type { Credentials } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';
import { readBytes } from '../../sources.js';

/**
 * Returns undefined if no entry matches. An unreadable file is a failure, because the user requested it.
 * @param note receives the reason if a malformed file gives no user
 */
export async function readNetrc(
  host: string,
  environment: Environment,
  user?: string,
  note: (text: string) => void = () => {},
): Promise<Credentials['basic'] | Failure> {
  const file = environment.variables.NETRC || path.join(environment.home, '.netrc');
  const bytes = await readBytes({ from: 'file', path: file }, environment);
  // A comment in another encoding is no reason to reject the file.
  if (isFailure(bytes)) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  const login = netrcLogin(text, host, user);
  const problem = login?.user ? undefined : netrcProblem(text);
  if (problem)
    note(
      `${file}, line ${problem.line}: ${problem.why}, so no user is read for ${host}. Expected: machine HOST login USER password PASS, with spaces in double quotes.`,
    );
  return login;
}
