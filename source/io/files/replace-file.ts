import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { inheritMode, privateFileMode } from '../../platform/permissions.js';

/**
 * Replaces or creates a file; a crash leaves the old or the new one. Rejects with the file system's error and then
 * leaves nothing behind.
 * @param take renames the finished file, given its path; absent: it replaces `file`
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
    const handle = await open(part, 'wx', privateFileMode);
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
  if (mode !== privateFileMode) inheritMode(handle.fd, mode);
  await handle.sync();
}
