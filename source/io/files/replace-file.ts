/** Files written whole or not at all: beside the old one, where nobody else can read, and then in its place. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { inheritMode } from './own-file.js';

/**
 * Puts a new file in the place of one that is there or not. A crash leaves one or the other, whole. Rejects with the file
 * system's error; then nothing is left of the new one.
 * @param mode its rights
 * @param take gives the finished file, whose path it is called with, its name; absent: it replaces what has that name
 */
export async function replaceFile<T = void>(
  file: string,
  content: Uint8Array | string,
  mode: number,
  environment: Environment,
  take?: (part: string) => Promise<T>,
): Promise<T | undefined> {
  const mark = Buffer.from(environment.random(6)).toString('hex');
  const part = path.join(path.dirname(file), `.${path.basename(file).slice(0, 200)}.${mark}.part`);
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      await fill(handle, content, mode);
    } finally {
      await handle.close();
    }
    if (take) return await take(part);
    await rename(part, file);
    return undefined;
  } finally {
    await rm(part, { force: true });
  }
}

async function fill(handle: FileHandle, content: Uint8Array | string, mode: number): Promise<void> {
  await handle.writeFile(content);
  if (mode !== 0o600) inheritMode(handle.fd, mode);
  await handle.sync();
}
