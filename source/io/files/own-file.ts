/** Private files that can be trusted. The open file is checked rather than its name, which could be redirected. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { errorCode } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { noFollow, nonBlocking } from '../../platform/open-flags.js';
import { writersProblem } from '../../platform/permissions.js';

/** An error shaped like a file system error, with a reason to follow "it". */
export const fileError = (code: string, reason: string): Error =>
  Object.assign(new Error(reason), { code, reason, syscall: 'open' });

export const systemReason = (error: unknown): string | undefined =>
  (error as { readonly reason?: string } | null | undefined)?.reason;

/** Returns why others may have written to a file, to follow "it", or undefined if only we can write to it. */
export function untrustedReason(stats: Stats, userId: number | undefined): string | undefined {
  return stats.isFile() ? writersProblem(stats, userId) : 'is not an ordinary file';
}

/**
 * Opens a private file. Throws the file system's error, or a `fileError` (`EPERM`) if others can access the file.
 * @param flags as for `open`
 */
export function openOwn(
  file: string,
  flags: number,
  { userId }: Environment,
): { readonly fd: number; readonly stats: Stats } {
  let fd: number;
  try {
    fd = openSync(file, flags | noFollow | nonBlocking);
  } catch (error) {
    throw errorCode(error) === 'ELOOP' ? fileError('EPERM', 'is a link') : error;
  }
  try {
    const stats = fstatSync(fd);
    // A user who cannot write to our file elsewhere may still have linked it into this folder.
    const why = untrustedReason(stats, userId) ?? (stats.nlink > 1 ? 'has another name (a hard link)' : undefined);
    if (why !== undefined) throw fileError('EPERM', why);
    return { fd, stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Returns the content of a file in one of our folders, or undefined if it is unreadable or others may have written it. Symbolic
 * and hard links are allowed: backup and dotfile tools create them.
 */
export function readOwn(file: string, { userId }: Environment): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | nonBlocking);
    return untrustedReason(fstatSync(fd), userId) === undefined ? readFileSync(fd) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
