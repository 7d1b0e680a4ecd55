/** `downloads.json` in the state folder describes complete downloads, so that repeating one with `-C` transfers nothing. */
import path from 'node:path';
import { isObject } from '../../core/json/loose.js';
import { type PartMemory, readMemory } from '../../core/response/resume.js';
import type { Environment } from '../../environment.js';
import { stateFolder } from '../directories.js';
import { withLock } from './file-lock.js';
import { fileKindAt } from './named-file.js';
import { readOwn } from './own-file.js';
import { privateFolder, writePrivate } from './private-file.js';

/** A file that may be a complete download. */
export interface CompleteFile {
  /** Absolute path. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Modification time in milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Validators of the response, or undefined if an earlier run did not store them. */
  readonly memory?: PartMemory;
}

/** Maximum number of stored downloads; the oldest are removed first. */
const maxDownloads = 1000;

const listFile = (environment: Environment): string => path.join(stateFolder(environment), 'downloads.json');

/** Returns the stored downloads by path, or an empty object if there is no list, or others can write to it. */
function storedDownloads(environment: Environment): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(readOwn(listFile(environment), environment)?.toString('utf8') ?? '{}');
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** Replaces the URL by its digest, because it may be confidential. */
async function withDigest(memory: PartMemory): Promise<PartMemory> {
  const { createHash } = await import('node:crypto');
  return { ...memory, url: createHash('sha256').update(memory.url).digest('base64url') };
}

/** Stores the validators of a complete download. Never fails. @param file absolute */
export async function rememberComplete(file: string, memory: PartMemory, environment: Environment): Promise<void> {
  const list = listFile(environment);
  try {
    const found = regularFile(file);
    if (!found) return;
    const stored = { ...(await withDigest(memory)), size: found.size, modifiedAt: found.modifiedAt };
    await privateFolder(path.dirname(list), environment);
    await withLock(`${list}.lock`, environment.signal, async () => {
      const others = Object.entries(storedDownloads(environment)).filter(([name]) => name !== file);
      const next = Object.fromEntries([...others.slice(1 - maxDownloads), [file, stored]]);
      await writePrivate(list, `${JSON.stringify(next, undefined, 1)}\n`, environment);
    });
  } catch {
    // The next run compares sizes only.
  }
}

/** Returns a regular file that is not empty, or undefined. @param file absolute */
export function regularFile(file: string): CompleteFile | undefined {
  const stats = fileKindAt(file);
  return stats?.isFile() && stats.size > 0 ? { path: file, size: stats.size, modifiedAt: stats.mtimeMs } : undefined;
}

/** Adds the stored validators of a URL, unless the file has changed since. */
function withMemory(found: CompleteFile, url: string, stored: unknown): CompleteFile {
  if (!isObject(stored) || stored.size !== found.size || stored.modifiedAt !== found.modifiedAt) return found;
  const memory = readMemory(JSON.stringify(stored));
  return memory?.url === url ? { ...found, memory } : found;
}

/** Returns a file that may be a complete download of the URL, or undefined if there is no file. @param file absolute */
export async function completeAt(
  file: string,
  url: string,
  environment: Environment,
): Promise<CompleteFile | undefined> {
  const found = regularFile(file);
  if (!found) return undefined;
  return withMemory(found, (await withDigest({ url })).url, storedDownloads(environment)[file]);
}

/** Returns the last complete download of the URL in a folder. @param folder absolute */
export async function completeIn(
  folder: string,
  url: string,
  environment: Environment,
): Promise<CompleteFile | undefined> {
  const digest = (await withDigest({ url })).url;
  const files = Object.entries(storedDownloads(environment)).filter(([file]) => path.dirname(file) === folder);
  const complete = files.map(([file, stored]) => {
    const found = regularFile(file);
    return found && withMemory(found, digest, stored);
  });
  return complete.findLast(each => each?.memory);
}
