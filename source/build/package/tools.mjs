/** External programs for packaging, and the timestamp of packaged files. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';

const isExecutable = file => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the first of these programs on the PATH, or of these existing files, or undefined if there is none. */
export const findTool = (...names) =>
  names.find(name => path.isAbsolute(name) && existsSync(name)) ??
  names
    .flatMap(name => (process.env.PATH ?? '').split(path.delimiter).map(folder => path.join(folder, name)))
    .find(isExecutable);

/** Runs a program and returns its standard output. A failure throws with its error output. */
export const run = (file, argv, options = {}) =>
  execFileSync(file, argv, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'], ...options });

/**
 * Timestamp of all packaged files in seconds since 1970, so that builds of one commit are identical: SOURCE_DATE_EPOCH
 * (reproducible-builds.org), or the last commit's time. A source archive has no git, but its files have the commit's time.
 * @param complaints destination of git's errors
 */
export function sourceDate(root, complaints = 'inherit') {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) {
    if (!/^\d{1,10}$/.test(given)) throw new Error('SOURCE_DATE_EPOCH is not a number of seconds since 1970.');
    return Number(given);
  }
  // Ignore the commit of an outer repository that the archive was unpacked in.
  if (findTool('git') !== undefined && existsSync(path.join(root, '.git')))
    return Number(run('git', ['-C', root, 'log', '-1', '--format=%ct'], { stdio: ['ignore', 'pipe', complaints] }));
  return Math.floor(statSync(path.join(root, 'package.json')).mtimeMs / 1000);
}
