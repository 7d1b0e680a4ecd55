/** Writing a text to a file: whole or not at all, and over another file only when that was agreed to. */
import { chmod, link, lstat, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../../environment.js';
import { writingWay } from '../../../io/part-file.js';

const words: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is no folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the name is too long',
};

/** A path as the user wrote it: relative to the current folder, or from home with `~/`. */
export const pathOf = (typed: string, { folder, home }: Environment): string =>
  path.resolve(folder, typed.replace(/^~(?=\/|$)/, home));

/**
 * Writes a file.
 * @param overwrite false: a file of that name is left alone
 * @returns `exists` if it was; what is wrong, in words that follow "Cannot write FILE:"; undefined: written
 */
export async function writeWhole(
  file: string,
  text: string,
  overwrite: boolean,
  environment: Environment,
): Promise<'exists' | { readonly problem: string } | undefined> {
  const mark = Buffer.from(environment.random(6)).toString('hex');
  try {
    if (!overwrite && (await exists(file))) return 'exists';
    if ((await writingWay(file)) === 'through') await writeFile(file, text);
    else if (!(await place(file, text, overwrite, mark))) return 'exists';
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    return { problem: words[code] ?? code };
  }
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Gives a finished file its name. False: another file has taken the name meanwhile. */
async function place(file: string, text: string, overwrite: boolean, mark: string): Promise<boolean> {
  const part = path.join(path.dirname(file), `.${path.basename(file).slice(0, 200)}.${mark}.part`);
  try {
    await writeFile(part, text, { flag: 'wx' });
    if (!overwrite) return await take(part, file);
    const old = await lstat(file).catch(() => undefined);
    if (old !== undefined) await chmod(part, old.mode & 0o777);
    await rename(part, file);
    return true;
  } finally {
    await rm(part, { force: true });
  }
}

async function take(part: string, file: string): Promise<boolean> {
  try {
    await link(part, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
    // No hard links on this disk.
    if (await exists(file)) return false;
    await rename(part, file);
  }
  return true;
}
