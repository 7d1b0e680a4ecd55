/** `downloads.json` in the state folder describes complete downloads, so that repeating one with `-C` transfers nothing. */
import path from 'node:path';
import { isObject } from '../../core/json/loose.js';
import { type PartMemory, readMemory } from '../../core/response/resume.js';
import type { Environment } from '../../environment.js';
import { JsonStore, looseObject, withLatest } from './json-store.js';
import { fileKindAt } from './named-file.js';

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

/** Downloads by path. */
const store = new JsonStore('downloads.json', looseObject);

/** Replaces the URL by its digest, because it may be confidential. */
async function withDigest(memory: PartMemory): Promise<PartMemory> {
  const { createHash } = await import('node:crypto');
  return { ...memory, url: createHash('sha256').update(memory.url).digest('base64url') };
}

/** Stores the validators of a complete download. Never fails. @param file absolute */
export async function rememberComplete(file: string, memory: PartMemory, environment: Environment): Promise<void> {
  try {
    const found = regularFile(file);
    if (!found) return;
    const stored = { ...(await withDigest(memory)), size: found.size, modifiedAt: found.modifiedAt };
    await store.change(environment, downloads => withLatest(downloads, file, stored, maxDownloads));
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
  return withMemory(found, (await withDigest({ url })).url, store.read(environment)[file]);
}

/** Returns the last complete download of the URL in a folder. @param folder absolute */
export async function completeIn(
  folder: string,
  url: string,
  environment: Environment,
): Promise<CompleteFile | undefined> {
  const digest = (await withDigest({ url })).url;
  const files = Object.entries(store.read(environment)).filter(([file]) => path.dirname(file) === folder);
  const complete = files.map(([file, stored]) => {
    const found = regularFile(file);
    return found && withMemory(found, digest, stored);
  });
  return complete.findLast(each => each?.memory);
}
