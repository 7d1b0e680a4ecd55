/** Files that may be believed and added to: ours alone. What is opened is looked at, not the name, which may change hands. */
import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import type { Environment } from '../../environment.js';

/** Neither a link is followed nor a FIFO waited for. Windows has neither flag, and no need of them. */
const carefully = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** An error as the file system's own, with a reason in words that follow "it". */
export const fileError = (code: string, reason: string): Error =>
  Object.assign(new Error(reason), { code, reason, syscall: 'open' });

/** The reason of a `fileError`. */
export const systemReason = (error: unknown): string | undefined =>
  (error as { readonly reason?: string } | null | undefined)?.reason;

/** Why others have had, or may have, a hand in a file, in words that follow "it"; absent: it is ours alone. */
export function untrustedReason(found: Stats, userId: number | undefined): string | undefined {
  if (!found.isFile()) return 'is no ordinary file';
  if (userId === undefined) return undefined;
  if (found.uid !== userId) return 'belongs to another user';
  return (found.mode & 0o022) === 0 ? undefined : 'can be written by others';
}

/**
 * Opens a file that is ours alone. Throws the file system's error, or a `fileError` (`EPERM`) that says why it is not.
 * @param flags as `open` takes them
 */
export function openOwn(
  file: string,
  flags: number,
  { userId }: Environment,
): { readonly fd: number; readonly found: Stats } {
  let fd: number;
  try {
    fd = openSync(file, flags | carefully);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? fileError('EPERM', 'is a link') : error;
  }
  try {
    const found = fstatSync(fd);
    // Somebody who cannot write to a file of ours elsewhere may still give it a name in this folder.
    const why = untrustedReason(found, userId) ?? (found.nlink > 1 ? 'has another name (a hard link)' : undefined);
    if (why !== undefined) throw fileError('EPERM', why);
    return { fd, found };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * The content of a file in a folder of ours; absent if there is none that can be read, or if anybody else may have written
 * it. A link is followed and further names do not count: backups and keepers of dotfiles make them.
 */
export function readOwn(file: string, { userId }: Environment): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return untrustedReason(fstatSync(fd), userId) === undefined ? readFileSync(fd) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Sets the rights of an open file of ours, as far as its disk has any to give (FAT and some network disks have not). */
export function inheritMode(fd: number, mode: number): void {
  try {
    fchmodSync(fd, mode);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String((error as NodeJS.ErrnoException).code)))
      throw error;
  }
}
