/** Decides whether a file named by the user is replaced or overwritten in place. */
import { constants, createWriteStream, fstatSync, ftruncateSync, type Stats, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { isFifo } from '../../platform/fifo.js';
import { nonBlocking } from '../../platform/open-flags.js';
import { isSticky } from '../../platform/permissions.js';
import { fileKindAt, openNamed, plantedReason, rejectPlanted } from './named-file.js';
import { fileError } from './own-file.js';

/** Bytes buffered before writing. With 64 KiB a long download takes half as long again. */
export const writeAhead = 1024 * 1024;

const aFolder = (): Error => fileError('EISDIR', 'is a folder');

/** Throws the file system's errors, and a `fileError` if another user may have planted the file. */
export async function writeModeOf(file: string, environment: Environment): Promise<'part' | 'through'> {
  const stats = fileKindAt(file);
  if (stats?.isDirectory()) throw aFolder();
  // In another user's folder, a second hard link may belong to another user, so replace the file.
  const isLinked = stats?.isFile() === true && stats.nlink > 1;
  if (!isLinked || stats.uid !== environment.userId) rejectPlanted(file, stats, environment);
  if (stats && (!stats.isFile() || (isLinked && plantedReason(file, stats, environment) === undefined))) {
    if (stats.isSymbolicLink()) await throughLink(file);
    else await access(file, constants.W_OK);
    return 'through';
  }
  if (stats) await access(file, constants.W_OK);
  try {
    await access(path.dirname(file), constants.W_OK | constants.X_OK);
  } catch (error) {
    // Our file in another user's folder can still be overwritten.
    if (stats && errorCode(error) === 'EACCES') return 'through';
    throw error;
  }
  return 'part';
}

async function throughLink(file: string): Promise<void> {
  const target = statSync(file, { throwIfNoEntry: false });
  if (target?.isDirectory()) throw aFolder();
  if (target) await access(file, constants.W_OK);
}

/** Returns why a file cannot be removed from its folder, to follow "it", or undefined if it seems possible. */
export function obstacleAt(file: string, environment: Environment): string | undefined {
  const stats = fileKindAt(file);
  if (stats?.isDirectory()) return 'is a folder';
  return stats && isStuck(stats, path.dirname(file), environment) ? plantedReason(file, stats, environment) : undefined;
}

const isStuck = (stats: Stats, folder: string, { userId }: Environment): boolean => {
  const of = statSync(folder);
  return isSticky(of) && userId !== undefined && ![0, stats.uid, of.uid].includes(userId);
};

/**
 * Opens a file for overwriting in place, or for appending. Opening a FIFO waits for its reader.
 * @param environment its signal ends that wait
 */
export async function openThrough(file: string, environment: Environment, isAppended = false): Promise<Writable> {
  if (await isFifo(file)) return openFifo(file, environment);
  const fd = openNamed(file, isAppended ? constants.O_APPEND : 0, environment.newFileMode, environment);
  if (!isAppended && fstatSync(fd).isFile()) ftruncateSync(fd);
  return createWriteStream(file, { fd, highWaterMark: writeAhead });
}

/** A blocked `open` or `write` of a FIFO occupies a thread that cannot be interrupted; a socket can be destroyed. */
async function openFifo(file: string, environment: Environment): Promise<Socket> {
  const { signal } = environment;
  for (;;) {
    try {
      const fd = openNamed(file, nonBlocking, environment.newFileMode, environment);
      return new Socket({ fd, readable: false, writable: true });
    } catch (error) {
      if (errorCode(error) !== 'ENXIO') throw error;
    }
    await delay(20, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
