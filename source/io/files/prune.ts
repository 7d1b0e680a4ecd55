/** Removes our files that have been unused for long, so that folders do not grow forever. */
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../environment.js';

const dayMs = 24 * 60 * 60 * 1000;
export const forgottenAfterMs = 90 * dayMs;

/** Updates a file's last-use time, at most once a day. Never fails. */
export async function markOpened(file: string, environment: Environment): Promise<void> {
  try {
    const now = environment.now();
    if (now - (await stat(file)).mtimeMs > dayMs) await utimes(file, now / 1000, now / 1000);
  } catch {
    // Then its modification time counts.
  }
}

/** Removes our files that have been neither written nor opened for long. Never fails. @param maxAgeMs 90 days by default */
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
      // Another program was faster, or we lack the right.
    }
  }
}
