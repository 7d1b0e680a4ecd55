/** Atomic output files: bytes go to a private `FILE.part`, which is renamed at the end and preserved if interrupted. */
import { closeSync, constants, createWriteStream, fstatSync, ftruncateSync, openSync, type Stats } from 'node:fs';
import { link, open, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { errorCode } from '../../core/failure.js';
import { numberedName } from '../../core/response/file-name.js';
import type { Environment } from '../../environment.js';
import { noFollow } from '../../platform/open-flags.js';
import { inheritMode, permissionsOf, privateFileMode } from '../../platform/permissions.js';
import { fileKindAt } from './named-file.js';
import { fileError, openOwn, untrustedReason } from './own-file.js';
import { forgetPart, type PartialFile } from './partial-download.js';
import { writeAhead } from './write-mode.js';

/** An open part file. Everything but `stream` must wait until that is closed, and throws the file system's errors. */
export interface PartFile {
  readonly stream: Writable;
  readonly path: string;
  /** False if modes have no effect (FAT, some network disks). Such a part is never resumed. */
  readonly isOurs: boolean;
  /** Renames the part file to its final path and returns that path. */
  commit(): Promise<string>;
  discard(): Promise<void>;
  cut(size: number): void;
  /** Bytes on disk; fewer than written if the disk is full. */
  size(): number;
}

interface PartCommit {
  mode(): Promise<number>;
  take(part: string): Promise<string>;
}

/** Creates `FILE.part` for a file that will be overwritten at the end. */
export async function openPart(file: string, environment: Environment): Promise<PartFile> {
  const part = `${file}.part`;
  for (let tries = 1; ; tries++) {
    // Unlinked rather than truncated, because another user may have put links there.
    await forgetPart(part);
    await unlink(part).catch(absent);
    try {
      return opened(part, create(part), overwriting(file, environment), environment);
    } catch (error) {
      // Another run that saves the same file was faster.
      if (errorCode(error) !== 'EEXIST') throw error;
      if (tries >= maxTries) throw stale();
    }
  }
}

const maxTries = 5;

const absent = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

/** Never opens a link or another user's file. */
const create = (part: string): number => openSync(part, 'wx', privateFileMode);

const stale = (): Error => fileError('ESTALE', 'was replaced');

const overwriting = (file: string, { newFileMode }: Environment): PartCommit => ({
  mode: () => stat(file).then(permissionsOf, () => newFileMode),
  async take(part) {
    await rename(part, file);
    return file;
  },
});

const takingFreeName = (folder: string, name: string, { newFileMode }: Environment): PartCommit => ({
  mode: async () => newFileMode,
  take: part => takeFreeName(part, folder, name),
});

/**
 * Opens an earlier run's part file for appending.
 * @param as whether it overwrites a file or takes a free name
 * @param isComplete false to truncate it
 */
export function reopenPart(
  kept: PartialFile,
  as: 'overwrite' | 'free',
  isComplete: boolean,
  environment: Environment,
): PartFile {
  const { part } = kept;
  const file = part.slice(0, -'.part'.length);
  const { fd, stats: found } = openOwn(part, constants.O_WRONLY | constants.O_APPEND, environment);
  if (found.ino !== kept.ino || found.dev !== kept.dev || found.size !== kept.size) {
    closeSync(fd);
    throw stale();
  }
  if (!isComplete) ftruncateSync(fd);
  const ending =
    as === 'overwrite'
      ? overwriting(file, environment)
      : takingFreeName(path.dirname(file), path.basename(file), environment);
  return opened(part, fd, ending, environment);
}

/** Opens a part file with a name that no file or other download uses. */
export async function openFreePart(folder: string, name: string, environment: Environment): Promise<PartFile> {
  for (let number = 0; ; number++) {
    const file = path.join(folder, numberedName(name, number));
    if (fileKindAt(file)) continue;
    try {
      const part = `${file}.part`;
      const fd = create(part);
      // The JSON of an earlier run is meaningless without its part file.
      await forgetPart(part);
      return opened(part, fd, takingFreeName(folder, name, environment), environment);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Renames to the first free name of `name`, `name-1` …, never over an existing file. */
async function takeFreeName(part: string, folder: string, name: string): Promise<string> {
  for (let number = 0; ; number++) {
    const file = path.join(folder, numberedName(name, number));
    try {
      await link(part, file);
      await unlink(part);
      return file;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') continue;
      if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
      // No hard links here (FAT, some network disks): reserve the name, then rename over it.
      const claimed = await open(file, 'wx').catch((taken: NodeJS.ErrnoException) => {
        if (taken.code === 'EEXIST') return undefined;
        throw taken;
      });
      if (!claimed) continue;
      await claimed.close();
      await rename(part, file);
      return file;
    }
  }
}

// A plain descriptor: a stream over a FileHandle costs one more promise per chunk.
function opened(part: string, fd: number, ending: PartCommit, { userId }: Environment): PartFile {
  const ownStat = fstatSync(fd);
  const isMine = (): boolean => isSame(fileKindAt(part), ownStat);
  return {
    stream: createWriteStream(part, { fd, highWaterMark: writeAhead }),
    path: part,
    isOurs: untrustedReason(ownStat, userId) === undefined,
    async commit() {
      const mode = await ending.mode();
      withSame(part, ownStat, constants.O_RDONLY, fd => inheritMode(fd, mode));
      const file = await ending.take(part).catch((error: unknown) => {
        // Another run may just have removed it.
        throw isMine() ? error : stale();
      });
      await forgetPart(part);
      return file;
    },
    async discard() {
      if (!isMine()) return;
      await unlink(part).catch(absent);
      await forgetPart(part);
    },
    size: () => (isMine() ? (fileKindAt(part)?.size ?? 0) : 0),
    cut: size => withSame(part, ownStat, constants.O_WRONLY, fd => ftruncateSync(fd, size)),
  };
}

const isSame = (one: Stats | undefined, other: Stats): boolean => one?.ino === other.ino && one.dev === other.dev;

/** Reopens a part file. Throws if another run has replaced it. */
function withSame(part: string, ownStat: Stats, flags: number, use: (fd: number) => void): void {
  if (!isSame(fileKindAt(part), ownStat)) throw stale();
  const fd = openSync(part, flags | noFollow);
  try {
    if (!isSame(fstatSync(fd), ownStat)) throw stale();
    use(fd);
  } finally {
    closeSync(fd);
  }
}
