/** Reads the configuration file of the user, never one of the current folder. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import path from 'node:path';
import { type Config, emptyConfig, readConfig } from '../core/config.js';
import { type Failure, failure, isFailure, usageError } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { whyOf } from './files/why.js';
import { configFolder } from './places.js';

/** Where the configuration would be; it need not be there. */
export const configFile = (environment: Environment): string => path.join(configFolder(environment), 'config.json');

/**
 * The configuration; an empty one where there is no file. Synchronous on purpose: a request that has none must not pay a
 * turn of the event loop for finding out.
 */
export function loadConfig(environment: Environment): Config | Failure {
  const file = configFile(environment);
  let text: string;
  let found: Stats;
  try {
    [text, found] = readAtOnce(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return emptyConfig;
    return failure('usage', `The configuration ${file} cannot be read (${whyOf(error)}).`, {
      hint: 'Repair its permissions, or move it away.',
    });
  }
  const config = readConfig(text, file);
  if (isFailure(config) || !config.holdsCredential || environment.platform === 'win32') return config;
  if ((found.mode & 0o077) !== 0) {
    return usageError(
      `${file} holds a credential and can be read by others.`,
      `chmod 600 ${file}, or write env:NAME or file:PATH in its place.`,
    );
  }
  return config;
}

/** Reads without ever waiting: no signal would end the wait for somebody who writes to a FIFO. */
function readAtOnce(file: string): [string, Stats] {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(fd);
    if (found.isFIFO()) throw Object.assign(new Error('a FIFO'), { code: 'it is a FIFO' });
    return [readFileSync(fd, 'utf8'), found];
  } finally {
    closeSync(fd);
  }
}
