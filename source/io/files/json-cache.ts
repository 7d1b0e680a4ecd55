/** Compressed JSON files of caches, readable by their owner only. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Environment } from '../../environment.js';
import { readOwn } from './own-file.js';
import { writePrivate } from './private-file.js';
import { markOpened } from './prune.js';

/**
 * Reads a cached file and marks it as used. Returns undefined if it is missing, damaged or writable by others.
 * @param maxBytes maximum size of the decompressed text
 */
export async function readJsonCache(file: string, maxBytes: number, environment: Environment): Promise<unknown> {
  try {
    const bytes = readOwn(file, environment);
    if (!bytes) return undefined;
    await markOpened(file, environment);
    return JSON.parse((await promisify(gunzip)(bytes, { maxOutputLength: maxBytes })).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Writes the same content to all files. Rejects if it cannot. */
export async function writeJsonCache(
  files: readonly string[],
  content: unknown,
  environment: Environment,
): Promise<void> {
  const bytes = await promisify(gzip)(JSON.stringify(content), { level: 5 });
  for (const file of files) await writePrivate(file, bytes, environment);
}
