/**
 * Owners and modes of files. If the system has no user IDs (Windows), `userId` is undefined and every file counts as trusted;
 * `platform/readme.md` describes what a port would check instead.
 */
import { fchmodSync, type Stats } from 'node:fs';
import { errorCode } from '../core/failure.js';

export const privateFileMode = 0o600;
export const privateFolderMode = 0o700;

type Mode = Pick<Stats, 'mode'>;

/** The permission bits without the file type. */
export const permissionsOf = ({ mode }: Mode): number => mode & 0o777;

/** Whether others may write, including the group. */
export const isWritableByOthers = ({ mode }: Mode): boolean => (mode & 0o022) !== 0;

export const isAccessibleToOthers = ({ mode }: Mode): boolean => (mode & 0o077) !== 0;

/** In a sticky folder only the owners of file and folder, and root, may rename or remove a file. */
export const isSticky = ({ mode }: Mode): boolean => (mode & 0o1000) !== 0;

/** A folder such as /tmp, where others may create files. */
export const isShared = (folder: Mode): boolean =>
  (folder.mode & 0o002) !== 0 || (isSticky(folder) && (folder.mode & 0o020) !== 0);

/** Returns why others may have written to a file or into a folder, to follow "it", or undefined if only we can. */
export function writersProblem(stats: Pick<Stats, 'mode' | 'uid'>, userId: number | undefined): string | undefined {
  if (userId === undefined) return undefined;
  if (stats.uid !== userId) return 'belongs to another user';
  return isWritableByOthers(stats) ? 'can be written by others' : undefined;
}

/** Best effort: FAT and some network disks have no modes. */
export function inheritMode(fd: number, mode: number): void {
  try {
    fchmodSync(fd, mode);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(errorCode(error)))) throw error;
  }
}
