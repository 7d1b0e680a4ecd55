/** Writes a text to a file atomically. Overwrites an existing file only with consent. */
import { link, lstat, rename } from 'node:fs/promises';
import { errorCode } from '../../../core/failure.js';
import { systemErrors } from '../../../core/system-errors.js';
import type { Environment } from '../../../environment.js';
import { systemReason } from '../../../io/files/own-file.js';
import { replaceFile } from '../../../io/files/replace-file.js';
import { writeModeOf } from '../../../io/files/write-mode.js';
import { writeNamed } from '../../../io/files/write-named.js';

const words: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its parent is not a folder',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * @param overwrite false to leave an existing file unchanged
 * @returns `exists` if the file exists; the problem, to be appended to "Cannot write FILE:"; or undefined on success
 */
export async function writeWhole(
  file: string,
  text: string | Uint8Array,
  overwrite: boolean,
  environment: Environment,
): Promise<'exists' | { readonly problem: string } | undefined> {
  try {
    if (!overwrite && (await exists(file))) return 'exists';
    if (overwrite || (await writeModeOf(file, environment)) === 'through') await writeNamed(file, text, environment);
    else {
      const isReplaced = await replaceFile(file, text, environment.newFileMode, environment, part => take(part, file));
      if (!isReplaced) return 'exists';
    }
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const reason = systemReason(error);
    return { problem: reason === undefined ? (words[code] ?? systemErrors[code]?.[0] ?? code) : `it ${reason}` };
  }
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Gives the finished file its name. Returns false if another file has taken the name meanwhile. */
async function take(part: string, file: string): Promise<boolean> {
  try {
    await link(part, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
    // The file system does not support hard links.
    if (await exists(file)) return false;
    await rename(part, file);
  }
  return true;
}
