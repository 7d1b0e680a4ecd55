/**
 * Loads the program's bundle with V8's code cache, kept between runs in the user's cache folder: compiling got and the
 * rest anew costs more than half of a short run. The cache is executable code, so one that anybody else could have
 * written is ignored; a bad or missing cache costs time only.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';

/** Where the caches are, who must own them, and which of them are for this program. */
export interface CachePlace {
  /** Absolute folder of the caches; undefined: no cache is read or kept. */
  readonly folder: string | undefined;
  /** Our user id; undefined where the system has none (then nothing is trusted). */
  readonly userId: number | undefined;
  /** Changes with the program's version, V8 and the processor: a cache made for another is never offered to V8. */
  readonly name: string;
}

/** A cache file's name also holds the last line of the script, where the build wrote what tells it from all others. */
const fileName = (name: string, source: string): string => `${name}-${source.slice(source.lastIndexOf('/') + 1)}.v8`;

/** A script that is compiled and has not run yet. */
export interface Compiled {
  readonly script: Script;
  /** Keeps what V8 has compiled so far, if no usable cache was found. Call it when the work is done. Never throws. */
  readonly save: (() => void) | undefined;
}

/** Caches of other versions are removed when one is written, but for this many (four scripts, and three versions of Node side by side). */
const kept = 12;

/** Ours, and nobody else may write to it. */
const isPrivate = (stat: fs.Stats, userId: number): boolean => stat.uid === userId && (stat.mode & 0o022) === 0;

/** The cache's bytes; undefined when there is none that may be trusted. */
function read({ folder, userId }: CachePlace, name: string): Buffer | undefined {
  if (folder === undefined || userId === undefined) return undefined;
  let file: number | undefined;
  try {
    const place = fs.lstatSync(folder);
    if (!place.isDirectory() || !isPrivate(place, userId)) return undefined;
    file = fs.openSync(
      path.join(folder, name),
      fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK,
    );
    const stat = fs.fstatSync(file);
    if (!stat.isFile() || !isPrivate(stat, userId) || stat.size < 2) return undefined;
    const bytes = fs.readFileSync(file);
    // V8 trusts the payload: one changed byte can end the process with a segmentation fault. So it is kept twice, and
    // compared; a digest would find the same damage, but loading node:crypto costs more than all the rest of this file.
    const data = bytes.subarray(bytes.length / 2);
    return data.equals(bytes.subarray(0, bytes.length / 2)) ? data : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

/** Removes the oldest caches, so that updates do not fill the folder. */
function prune(folder: string): void {
  const files = fs
    .readdirSync(folder)
    .filter(each => each.endsWith('.v8'))
    .map(each => ({ file: path.join(folder, each), time: fs.statSync(path.join(folder, each)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { file } of files.slice(kept)) fs.unlinkSync(file);
}

/**
 * Makes the folder, its parent and that one's parent. One by one: Node 20's `recursive` never returns where a file system
 * answers ENOENT for whatever is made in it, as /proc does.
 */
function makeFolder(folder: string): void {
  for (const each of [path.dirname(path.dirname(folder)), path.dirname(folder), folder]) {
    if (!fs.existsSync(each)) fs.mkdirSync(each, { mode: 0o700 });
  }
}

function write({ folder, userId }: CachePlace, name: string, data: Buffer): void {
  if (folder === undefined || userId === undefined) return;
  try {
    makeFolder(folder);
    const place = fs.lstatSync(folder);
    if (!place.isDirectory() || !isPrivate(place, userId)) return;
    const target = path.join(folder, name);
    const own = fs.mkdtempSync(`${target}.`);
    try {
      const partial = path.join(own, 'part');
      fs.writeFileSync(partial, Buffer.concat([data, data]), { flag: 'wx', mode: 0o600 });
      fs.renameSync(partial, target);
    } finally {
      fs.rmSync(own, { recursive: true, force: true });
    }
    prune(folder);
  } catch {
    // A home that cannot be written to costs time only.
  }
}

/** Compiles a script file, from the cache where that is possible. */
export function compile(file: string, place: CachePlace): Compiled {
  // The build writes ASCII only, and one-byte strings are read fastest.
  const source = fs.readFileSync(file, 'latin1');
  const name = fileName(place.name, source);
  const cachedData = read(place, name);
  const script = new Script(source, cachedData ? { filename: file, cachedData } : { filename: file });
  const usable = cachedData !== undefined && script.cachedDataRejected === false;
  return { script, save: usable ? undefined : () => write(place, name, script.createCachedData()) };
}
