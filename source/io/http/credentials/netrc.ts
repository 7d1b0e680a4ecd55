/** Finds the user of a host in `~/.netrc` or the file NETRC names (`--netrc`). */
import path from 'node:path';
import { type Failure, isFailure } from '../../../core/failure.js';
import { netrcLogin } from '../../../core/request/netrc.js';
import type { Credentials } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';
import { readBytes } from '../../sources.js';

/** Undefined if no entry fits. An unreadable file is a failure: the user asked for it. */
export async function readNetrc(
  host: string,
  environment: Environment,
  user?: string,
): Promise<Credentials['basic'] | Failure> {
  const file = environment.variables.NETRC || path.join(environment.home, '.netrc');
  const bytes = await readBytes({ from: 'file', path: file }, environment);
  // A comment in another encoding is no reason to refuse the file.
  return isFailure(bytes) ? bytes : netrcLogin(Buffer.from(bytes).toString('utf8'), host, user);
}
