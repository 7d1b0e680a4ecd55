/** Writes complete files named by the user. */
import { lstat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../../environment.js';
import { permissionsOf } from '../../platform/permissions.js';
import { replaceFile } from './replace-file.js';
import { openThrough, writeModeOf } from './write-mode.js';

/**
 * Replaces or creates a file. After an error or a crash, the old content is unchanged. Links, devices, FIFOs and files in other
 * users' folders are written through. Rejects with the file system's error, or with the signal's if that ends the wait for a
 * FIFO's reader.
 */
export async function writeNamed(file: string, content: Uint8Array | string, environment: Environment): Promise<void> {
  if ((await writeModeOf(file, environment)) === 'part') {
    await replaceFile(file, content, await modeOf(file, environment), environment);
    return;
  }
  const { signal } = environment;
  // The file is written even after an interruption.
  await pipeline([content], await openThrough(file, environment), signal.aborted ? {} : { signal });
}

/** Permissions of the file to replace, or of a new one. */
const modeOf = (file: string, { newFileMode }: Environment): Promise<number> =>
  lstat(file).then(permissionsOf, () => newFileMode);
