/**
 * Loads scripts with V8's code cache, stored in the user's cache folder: compiling got and the other modules takes more than
 * half of a short run. The cache is executable code, so a file that others could have written is ignored. A bad or missing
 * cache only costs time.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { noFollow, nonBlocking } from './platform/open-flags.js';
import { privateFileMode, privateFolderMode, writersProblem } from './platform/permissions.js';

export interface CachePlace {
  /** Absolute path, or undefined to read and write no cache. */
  readonly folder: string | undefined;
  /** Our user ID, or undefined if the system has none (then no cache is trusted). */
  readonly userId: number | undefined;
  /** Depends on program version, V8 and processor, so that V8 is never given an incompatible cache. */
  readonly name: string;
}

/** Path of a script's cache. The name includes a hash of the script's last line, which identifies the build. */
const fileName = (name: string, source: string): string => `${name}-${source.slice(source.lastIndexOf('/') + 1)}.v8`;

interface Compiled {
  readonly script: Script;
  /** Saves the code that V8 has compiled so far, if no usable cache was found. Call it at the end. Never throws. */
  readonly save: (() => void) | undefined;
}

/** Number of caches to retain after writing one: four scripts for each of three Node versions. */
const maxCaches = 12;

function read({ folder, userId }: CachePlace, name: string): Buffer | undefined {
  if (folder === undefined || userId === undefined) return undefined;
  let file: number | undefined;
  try {
    const folderStat = fs.lstatSync(folder);
    if (!folderStat.isDirectory() || writersProblem(folderStat, userId) !== undefined) return undefined;
    file = fs.openSync(path.join(folder, name), fs.constants.O_RDONLY | noFollow | nonBlocking);
    const stat = fs.fstatSync(file);
    if (!stat.isFile() || writersProblem(stat, userId) !== undefined || stat.size < 2) return undefined;
    const bytes = fs.readFileSync(file);
    // V8 trusts the payload, and a single changed byte can crash the process. So the payload is stored twice and compared. A
    // digest would need node:crypto, which takes longer to load than the rest of this file takes to run.
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
  for (const { file } of files.slice(maxCaches)) fs.unlinkSync(file);
}

/** Creates missing folders one at a time. Node 20's `recursive` never returns if new names give ENOENT, as in /proc. */
function makeFolder(folder: string): void {
  for (const each of [path.dirname(path.dirname(folder)), path.dirname(folder), folder]) {
    if (!fs.existsSync(each)) fs.mkdirSync(each, { mode: privateFolderMode });
  }
}

function write({ folder, userId }: CachePlace, name: string, data: Buffer): void {
  if (folder === undefined || userId === undefined) return;
  try {
    makeFolder(folder);
    const stat = fs.lstatSync(folder);
    if (!stat.isDirectory() || writersProblem(stat, userId) !== undefined) return;
    const target = path.join(folder, name);
    const own = fs.mkdtempSync(`${target}.`);
    try {
      const partial = path.join(own, 'part');
      fs.writeFileSync(partial, Buffer.concat([data, data]), { flag: 'wx', mode: privateFileMode });
      fs.renameSync(partial, target);
    } finally {
      fs.rmSync(own, { recursive: true, force: true });
    }
    prune(folder);
  } catch {
    // A home that cannot be written to costs time only.
  }
}

export function compile(file: string, place: CachePlace): Compiled {
  // The build writes ASCII only, and one-byte strings are the fastest to read.
  const source = fs.readFileSync(file, 'latin1');
  const name = fileName(place.name, source);
  const cachedData = read(place, name);
  const script = new Script(source, cachedData ? { filename: file, cachedData } : { filename: file });
  const usable = cachedData !== undefined && script.cachedDataRejected === false;
  return { script, save: usable ? undefined : () => write(place, name, script.createCachedData()) };
}
