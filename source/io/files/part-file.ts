/**
 * Files that appear whole or not at all: bytes go to `FILE.part`, which only its owner may read. At the end it takes the file's
 * name and rights; when something breaks off it stays where it is.
 */
import { closeSync, constants, createWriteStream, fstatSync, ftruncateSync, openSync, type Stats } from 'node:fs';
import { link, open, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { numberedName } from '../../core/response/file-name.js';
import type { Environment } from '../../environment.js';
import { fileKindAt } from './named-file.js';
import { fileError, inheritMode, openOwn, untrustedReason } from './own-file.js';
import { forgetPart, type KeptPart } from './partial-download.js';
import { writeAhead } from './write-mode.js';

/** A part file that is being written. All but `stream` is for when that is closed, and throws errors of the file system. */
export interface PartFile {
  readonly stream: Writable;
  readonly path: string;
  /** False where rights mean nothing (FAT, some network disks): what is kept there is never gone on with. */
  readonly isOurs: boolean;
  /** Gives the file its name. Returns the path. */
  commit(): Promise<string>;
  /** Takes it away. */
  discard(): Promise<void>;
  /** Takes away what is behind `size` bytes. */
  cut(size: number): void;
  /** Bytes that are on the disk: fewer than were written where it was full. */
  size(): number;
}

/** The path a part file takes, and how. */
interface PartCommit {
  /** The rights it has then. */
  mode(): Promise<number>;
  take(part: string): Promise<string>;
}

/** Opens `FILE.part` anew for a file that will be overwritten at the end. */
export async function openPart(file: string, environment: Environment): Promise<PartFile> {
  const part = `${file}.part`;
  for (let tries = 1; ; tries++) {
    // Unlinked rather than emptied: they may be links that somebody else put there.
    await forgetPart(part);
    await unlink(part).catch(absent);
    try {
      return opened(part, create(part), overwriting(file, environment), environment);
    } catch (error) {
      // Another run that saves the same file made it in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (tries >= maxTries) throw stale();
    }
  }
}

/** How often another run may be faster. */
const maxTries = 5;

const absent = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

/** Never through a link, and never into a file of somebody else's. */
const create = (part: string): number => openSync(part, 'wx', 0o600);

const stale = (): Error => fileError('ESTALE', 'was replaced');

/** Puts a part file in the place of a file, with the rights that one had. */
const overwriting = (file: string, { newFileMode }: Environment): PartCommit => ({
  mode: () =>
    stat(file).then(
      old => old.mode & 0o777,
      () => newFileMode,
    ),
  async take(part) {
    await rename(part, file);
    return file;
  },
});

/** Gives a part file the first free of `name`, `name-1` …. */
const takingFreeName = (folder: string, name: string, { newFileMode }: Environment): PartCommit => ({
  mode: async () => newFileMode,
  take: part => takeFreeName(part, folder, name),
});

/**
 * Opens the part file of an earlier run to append to it.
 * @param as how it was begun: for a file that is overwritten, or for a name that is free
 * @param whole false: its bytes are dropped
 */
export function reopenPart(
  kept: KeptPart,
  as: 'overwrite' | 'free',
  whole: boolean,
  environment: Environment,
): PartFile {
  const { part } = kept;
  const file = part.slice(0, -'.part'.length);
  const { fd, found } = openOwn(part, constants.O_WRONLY | constants.O_APPEND, environment);
  if (found.ino !== kept.ino || found.dev !== kept.dev || found.size !== kept.size) {
    closeSync(fd);
    throw stale();
  }
  if (!whole) ftruncateSync(fd);
  const ending =
    as === 'overwrite'
      ? overwriting(file, environment)
      : takingFreeName(path.dirname(file), path.basename(file), environment);
  return opened(part, fd, ending, environment);
}

/** Opens a part file for a name that must not be taken: neither by a file nor by another download. */
export async function openFreePart(folder: string, name: string, environment: Environment): Promise<PartFile> {
  for (let number = 0; ; number++) {
    const file = path.join(folder, numberedName(name, number));
    if (fileKindAt(file)) continue;
    try {
      const part = `${file}.part`;
      const fd = create(part);
      // Without its part file a JSON of an earlier run says nothing.
      await forgetPart(part);
      return opened(part, fd, takingFreeName(folder, name, environment), environment);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Gives a file the first free of `name`, `name-1` …, never over something that is there. */
async function takeFreeName(part: string, folder: string, name: string): Promise<string> {
  for (let number = 0; ; number++) {
    const file = path.join(folder, numberedName(name, number));
    try {
      await link(part, file);
      await unlink(part);
      return file;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EEXIST') continue;
      if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
      // No hard links here (FAT, some network disks): claim the name, then move over it.
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

// A plain descriptor: a stream over a FileHandle takes a promise more for each piece.
function opened(part: string, fd: number, ending: PartCommit, { userId }: Environment): PartFile {
  const mine = fstatSync(fd);
  const isMine = (): boolean => isSame(fileKindAt(part), mine);
  return {
    stream: createWriteStream(part, { fd, highWaterMark: writeAhead }),
    path: part,
    isOurs: untrustedReason(mine, userId) === undefined,
    async commit() {
      const mode = await ending.mode();
      withSame(part, mine, constants.O_RDONLY, fd => inheritMode(fd, mode));
      const file = await ending.take(part).catch((error: unknown) => {
        // Another run may have taken it away just now.
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
    cut: size => withSame(part, mine, constants.O_WRONLY, fd => ftruncateSync(fd, size)),
  };
}

const isSame = (one: Stats | undefined, other: Stats): boolean => one?.ino === other.ino && one.dev === other.dev;

/** Opens a part file once more; throws where another run has put its own in the place. */
function withSame(part: string, mine: Stats, flags: number, use: (fd: number) => void): void {
  if (!isSame(fileKindAt(part), mine)) throw stale();
  const fd = openSync(part, flags | (constants.O_NOFOLLOW ?? 0));
  try {
    if (!isSame(fstatSync(fd), mine)) throw stale();
    use(fd);
  } finally {
    closeSync(fd);
  }
}
