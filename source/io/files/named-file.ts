/**
 * Writes to files named by the user, through links, devices and FIFOs. In a world-writable folder, files planted by another
 * user are rejected, as Linux does with `fs.protected_symlinks` and related settings.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { noFollow } from '../../platform/open-flags.js';
import { isShared } from '../../platform/permissions.js';
import { fileError } from './own-file.js';

/** Returns undefined if missing. Throws other file system errors. */
export const fileKindAt = (file: string): Stats | undefined => lstatSync(file, { throwIfNoEntry: false });

/** Returns why another user may have planted the file, to follow "it", or undefined if that is impossible. */
export function plantedReason(file: string, stats: Stats, { userId }: Environment): string | undefined {
  if (userId === undefined) return undefined;
  const isOurs = stats.uid === userId;
  if (isOurs && (!stats.isFile() || stats.nlink === 1)) return undefined;
  const folder = statSync(path.dirname(file));
  if (!isShared(folder) || (!isOurs && stats.uid === folder.uid)) return undefined;
  const what = isOurs ? 'has another name (a hard link)' : 'belongs to another user';
  return `${what}, in a folder that everybody can write to`;
}

/** Throws a `fileError` (`EPERM`) if another user may have planted the file. */
export function rejectPlanted(file: string, stats: Stats | undefined, environment: Environment): void {
  const why = stats && plantedReason(file, stats, environment);
  if (why !== undefined) throw fileError('EPERM', why);
}

/** How often the path may change between check and open. */
const maxTries = 5;

/**
 * Opens a file for writing without truncating it. Throws the file system's error, or a `fileError` (`EPERM`).
 * @param flags in addition to `O_WRONLY`
 * @param mode of a created file
 */
export function openNamed(file: string, flags: number, mode: number, environment: Environment): number {
  for (let tries = 1; ; tries++) {
    const stats = fileKindAt(file);
    rejectPlanted(file, stats, environment);
    try {
      return openAs(file, stats, flags | constants.O_WRONLY, mode);
    } catch (error) {
      // The path has changed since the check.
      const { code } = error as NodeJS.ErrnoException;
      if (tries >= maxTries || (code !== 'EEXIST' && code !== 'ESTALE')) throw error;
    }
  }
}

function openAs(file: string, stats: Stats | undefined, flags: number, mode: number): number {
  if (!stats) return openSync(file, flags | constants.O_CREAT | constants.O_EXCL, mode);
  // A dangling link: its target is created.
  if (stats.isSymbolicLink()) return openSync(file, flags | constants.O_CREAT, mode);
  const fd = openSync(file, flags | noFollow);
  const there = fstatSync(fd);
  if (there.ino === stats.ino && there.dev === stats.dev) return fd;
  closeSync(fd);
  throw fileError('ESTALE', 'was replaced while it was opened');
}
