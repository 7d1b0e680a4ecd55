/** Finds the user of a host in `~/.netrc` or the file NETRC names (`--netrc`). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../../core/failure.js';
import { netrcLogin } from '../../core/request/netrc.js';
import type { Credentials } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { fileFailure } from '../sources.js';

/** Undefined if no entry fits. An unreadable file is a failure: the user asked for it. */
export async function readNetrc(host: string, environment: Environment): Promise<Credentials['basic'] | Failure> {
  const file = environment.variables.NETRC || path.join(environment.home, '.netrc');
  try {
    return netrcLogin(await readFile(path.resolve(environment.folder, file), 'utf8'), host);
  } catch (error) {
    return fileFailure(file, error);
  }
}
