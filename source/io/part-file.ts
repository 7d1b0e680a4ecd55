/**
 * Files that appear whole or not at all: bytes go to `FILE.part`, which takes the file's name at the end and stays where
 * it is when something breaks off. Devices, FIFOs and links are written through.
 */
import { constants, createWriteStream, fstatSync, openSync, type Stats } from 'node:fs';
import { access, chmod, link, lstat, open, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { numberedName } from '../core/response/file-name.js';
import { type PartMemory, readMemory } from '../core/response/resume.js';

/** As much is gathered before the disk is asked: with 64 KiB a long download takes half as long again. */
const highWaterMark = 1024 * 1024;

/** A file that is being written. `commit` throws the errors of the file system. */
export interface OpenFile {
  readonly stream: Writable;
  /** Gives the file its name, once the stream is closed. Answers the path. */
  commit(): Promise<string>;
  /** Where the bytes are if it is never committed. */
  readonly partPath: string;
  /** False where bytes are written through: nothing can be kept or gone on with. */
  readonly isPart: boolean;
}

/** How a path can be written: into a part file, or only through what is there. Throws errors of the file system. */
export async function writingWay(file: string): Promise<'part' | 'through'> {
  const found = await lstat(file).catch(missing);
  if (found?.isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR', syscall: 'open' });
  const folder = path.dirname(file);
  if (found && (!found.isFile() || found.nlink > 1)) {
    if (found.isSymbolicLink()) await throughLink(file);
    else await access(file, constants.W_OK);
    return 'through';
  }
  if (found) await access(file, constants.W_OK);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    // A file of ours in a folder of somebody else's can still be overwritten.
    if (found && (error as NodeJS.ErrnoException).code === 'EACCES') return 'through';
    throw error;
  }
  return 'part';
}

async function throughLink(file: string): Promise<void> {
  const target = await stat(file).catch(missing);
  if (target?.isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR', syscall: 'open' });
  if (target) await access(file, constants.W_OK);
}

const missing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/**
 * Opens a file as it is, to be overwritten. A FIFO is waited for until somebody reads it.
 * @param signal ends that wait
 */
export async function openThrough(file: string, signal: AbortSignal): Promise<OpenFile> {
  const isFifo = (await stat(file).catch(missing))?.isFIFO() ?? false;
  const stream = isFifo ? await openFifo(file, signal) : createWriteStream(file, { flags: 'w', highWaterMark });
  return { stream, partPath: file, isPart: false, commit: async () => file };
}

/** A blocked `open` or `write` of a FIFO sits in a thread that nothing can end; a socket over it can be let go. */
async function openFifo(file: string, signal: AbortSignal): Promise<Socket> {
  for (;;) {
    try {
      const fd = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
      return new Socket({ fd, readable: false, writable: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    }
    await delay(20, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Opens `FILE.part` anew for a file that will be overwritten at the end. */
export async function openPart(file: string): Promise<OpenFile> {
  const part = `${file}.part`;
  for (let tries = 1; ; tries++) {
    // Unlinked rather than emptied: it may be a link that somebody else put there.
    await unlink(part).catch(missing);
    try {
      return await opened(part, 'wx', () => overwrite(part, file));
    } catch (error) {
      // Another run that saves the same file made it in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (tries >= mostTries) throw stale();
    }
  }
}

/** How often another run may be faster. */
const mostTries = 5;

const stale = (): Error => Object.assign(new Error('ESTALE'), { code: 'ESTALE', syscall: 'rename' });

/** Puts a part file in the place of a file, with the rights that one had. */
async function overwrite(part: string, file: string): Promise<string> {
  const old = await stat(file).catch(missing);
  if (old) await chmod(part, old.mode & 0o777);
  await rename(part, file);
  return file;
}

/**
 * Opens the part file of an earlier run to append to it.
 * @param commit gives it its name; absent: it takes the place of the file it is a part of
 */
export const reopenPart = (part: string, commit?: (part: string) => Promise<string>): Promise<OpenFile> =>
  opened(part, 'a', () => (commit ? commit(part) : overwrite(part, part.slice(0, -'.part'.length))));

/** Opens a part file for a name that must not be taken: neither by a file nor by another download. */
export async function openFreePart(folder: string, name: string): Promise<OpenFile & { readonly name: string }> {
  for (let number = 0; ; number++) {
    const file = path.join(folder, numberedName(name, number));
    if (await lstat(file).catch(missing)) continue;
    try {
      const found = await opened(`${file}.part`, 'wx', () => takeFreeName(`${file}.part`, folder, name));
      return { ...found, name: path.basename(file) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Gives a part file the first free of `name`, `name-1` …, never over something that is there. */
export async function takeFreeName(part: string, folder: string, name: string): Promise<string> {
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

async function opened(part: string, flags: 'wx' | 'a', commit: () => Promise<string>): Promise<OpenFile> {
  // A plain descriptor: a stream over a FileHandle takes a promise more for each piece.
  const fd = openSync(part, flags, 0o666);
  const mine = fstatSync(fd);
  const stream = createWriteStream(part, { fd, highWaterMark });
  return {
    stream,
    partPath: part,
    isPart: true,
    commit: async () => {
      const isMine = async (): Promise<boolean> => {
        const there: Stats | undefined = await lstat(part).catch(missing);
        return there?.ino === mine.ino && there.dev === mine.dev;
      };
      if (!(await isMine())) throw stale();
      const file = await commit().catch(async (error: unknown) => {
        // Another run may have taken it away just now.
        throw (await isMine()) ? error : stale();
      });
      await unlink(memoryPath(part)).catch(() => {});
      return file;
    },
  };
}

const memoryPath = (part: string) => `${part}.json`;

/** Writes what a later run needs to go on. Best effort: without it the download begins anew. */
export async function remember(part: string, memory: PartMemory): Promise<void> {
  // URLs may hold what is nobody else's business.
  await writeFile(memoryPath(part), `${JSON.stringify(memory)}\n`, { mode: 0o600 }).catch(() => {});
}

/** A part file and its memory, from which a download can go on. */
export interface KeptPart {
  readonly part: string;
  readonly memory: PartMemory;
  /** Bytes that are there. */
  readonly size: number;
}

/** What an earlier run left of this file; absent if nothing can be gone on with. */
export async function keptPart(part: string): Promise<KeptPart | undefined> {
  try {
    const found = await lstat(part);
    // Whoever else writes to this folder may have put a FIFO there.
    if (!found.isFile() || !(await lstat(memoryPath(part))).isFile()) return undefined;
    const memory = readMemory(await readFile(memoryPath(part), 'utf8'));
    return memory ? { part, memory, size: found.size } : undefined;
  } catch {
    return undefined;
  }
}

/** The part file in a folder that belongs to this URL; the fullest if there are several. */
export async function keptPartOf(folder: string, url: string): Promise<KeptPart | undefined> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.part.json'));
  let best: KeptPart | undefined;
  for (const name of names) {
    const found = await keptPart(path.join(folder, name.slice(0, -'.json'.length)));
    if (found?.memory.url === url && found.size > (best?.size ?? -1)) best = found;
  }
  return best;
}
