/** The programs that the packages are made with, and the moment that their files bear. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

const isExecutable = file => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The first of these programs that is on the PATH, or of these files that is there; undefined: none is. */
export const findTool = (...names) =>
  names.find(name => path.isAbsolute(name) && existsSync(name)) ??
  names
    .flatMap(name => (process.env.PATH ?? '').split(path.delimiter).map(folder => path.join(folder, name)))
    .find(isExecutable);

/** Runs a program and returns its standard output. Its own words, if it fails, are those of the error. */
export const run = (file, argv, options = {}) =>
  execFileSync(file, argv, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'], ...options });

/**
 * Seconds since 1970 for all times in the packages, so that two builds of one commit are the same bytes: SOURCE_DATE_EPOCH
 * (reproducible-builds.org), or the time of the last commit. Throws where there is none.
 * @param complaints where git's own words go
 */
export function sourceDate(root, complaints = 'inherit') {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given === undefined)
    return Number(run('git', ['-C', root, 'log', '-1', '--format=%ct'], { stdio: ['ignore', 'pipe', complaints] }));
  if (!/^\d{1,10}$/.test(given)) throw new Error('SOURCE_DATE_EPOCH is no number of seconds since 1970.');
  return Number(given);
}
