/** Folders of the program: creates them, and restricts those that others can access, without following links. */
import { chmod, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/failure.js';
import { permissionsOf, privateFolderMode } from '../../platform/permissions.js';

/**
 * Creates a folder and its missing parents. Rejects with the file system's error. In /proc, new names give ENOENT, which
 * `recursive` mistakes for a missing parent and retries forever.
 * @param mode of each folder created
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  for (let each = path.resolve(folder); !(await exists(each)); each = path.dirname(each)) missing.push(each);
  for (const each of missing.reverse()) {
    await mkdir(each, { mode }).catch((error: unknown) => {
      // Another process created it first.
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function exists(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Returns the target of a link, or undefined if it is not a link or is dangling. */
export const linkTarget = async (file: string): Promise<string | undefined> =>
  (await lstat(file)).isSymbolicLink() ? realpath(file).catch(() => undefined) : undefined;

/** Makes a folder private if possible. The mode of a link's target is not changed. */
export async function closeFolder(folder: string): Promise<void> {
  try {
    const stats = await lstat(folder);
    if (!stats.isSymbolicLink() && permissionsOf(stats) !== privateFolderMode) await chmod(folder, privateFolderMode);
  } catch {
    // If it fails, later checks report it.
  }
}
