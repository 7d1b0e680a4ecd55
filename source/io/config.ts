/** Reads the user's configuration file. A file in the current folder is never read. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { type Config, emptyConfig, readConfig } from '../core/config.js';
import { type Failure, failure, isFailure, usageError } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { nonBlocking } from '../platform/open-flags.js';
import { isAccessibleToOthers, isSticky, isWritableByOthers } from '../platform/permissions.js';
import { configFolder } from './directories.js';
import { errorReason } from './files/error-reason.js';

/** Path of the file, which may be missing. */
export const configFile = (environment: Environment): string => path.join(configFolder(environment), 'config.json');

/**
 * The configuration, or an empty one without a file. Synchronous, so that a request without one does not wait for a turn of the
 * event loop.
 */
export function loadConfig(environment: Environment): Config | Failure {
  const file = configFile(environment);
  let text: string;
  let stats: Stats;
  try {
    [text, stats] = readAtOnce(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return emptyConfig;
    return failure('usage', `The configuration ${file} cannot be read (${errorReason(error)}).`, {
      hint: 'Fix its permissions, or move it away.',
    });
  }
  const distrusted =
    whyDistrusted(file, stats, environment) ?? whyDistrusted(path.dirname(file), undefined, environment);
  if (distrusted) return distrusted;
  const config = readConfig(text, file);
  if (isFailure(config) || !config.holdsCredential || environment.platform === 'win32') return config;
  if (isAccessibleToOthers(stats)) {
    return usageError(
      `${file} contains a credential and can be read by others.`,
      `Run chmod 600 ${file}, or replace the credential with env:NAME or file:PATH.`,
    );
  }
  return config;
}

/**
 * Returns a failure if another user controls the configuration: `proxy`, `connect-to` and `insecure` can redirect credentials.
 * Root may own it, because root could do that anyway.
 * @param stats absent to stat the path
 */
function whyDistrusted(file: string, stats: Stats | undefined, { userId }: Environment): Failure | undefined {
  if (userId === undefined) return undefined;
  const about = stats ?? statSync(file);
  const words = stats ? `The configuration ${file}` : `The configuration folder ${file}`;
  if (about.uid !== userId && about.uid !== 0) {
    const hint = 'Move it away, or choose another folder with XDG_CONFIG_HOME.';
    return usageError(`${words} belongs to another user, so it is not read.`, hint);
  }
  // In a sticky folder other users cannot replace our file.
  if (!isWritableByOthers(about) || (!stats && isSticky(about))) return undefined;
  return usageError(
    `${words} can be written by others, so it is not read.`,
    `If its content is yours, run chmod go-w ${file}`,
  );
}

/** Never blocks: a signal could not end the wait for a FIFO's writer. */
function readAtOnce(file: string): [string, Stats] {
  const fd = openSync(file, constants.O_RDONLY | nonBlocking);
  try {
    const stats = fstatSync(fd);
    if (stats.isFIFO()) throw Object.assign(new Error('a FIFO'), { code: 'it is a FIFO' });
    return [readFileSync(fd, 'utf8'), stats];
  } finally {
    closeSync(fd);
  }
}
