/** Files of ours that nobody has opened for long go, so that a folder of them does not grow forever. */
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../environment.js';

const dayMs = 24 * 60 * 60 * 1000;
/** In milliseconds: what has not been opened for this long is forgotten. */
export const forgottenAfterMs = 90 * dayMs;

/** Notes that a file was opened, at most once a day; a disk that keeps no times is no error. */
export async function markOpened(file: string, environment: Environment): Promise<void> {
  try {
    const now = environment.now();
    if (now - (await stat(file)).mtimeMs > dayMs) await utimes(file, now / 1000, now / 1000);
  } catch {
    // It is kept or removed by the time it was written.
  }
}

/**
 * Removes the files of a folder whose names are of ours and that were neither written nor opened for long. Never fails.
 * @param maxAgeMs for how long; 90 days unless told
 */
export async function pruneFolder(
  folder: string,
  isOurs: RegExp,
  environment: Environment,
  maxAgeMs = forgottenAfterMs,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(each => isOurs.test(each))) {
    const file = path.join(folder, name);
    try {
      if (environment.now() - (await stat(file)).mtimeMs > maxAgeMs) await rm(file);
    } catch {
      // Another program was faster, or it is not ours to remove.
    }
  }
}
