import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { markedState, ownerMark, thisOwner } from '../../platform/lock-owner.js';
import { inheritMode, privateFileMode } from '../../platform/permissions.js';

/**
 * Replaces or creates a file. After a crash, either the old or the new one exists. Rejects with the file system's error,
 * leaving nothing behind.
 * @param take renames the finished file, given its path; absent to replace `file`
 */
export async function replaceFile<T = void>(
  file: string,
  content: Uint8Array | string,
  mode: number,
  environment: Environment,
  take?: (part: string) => Promise<T>,
): Promise<T | undefined> {
  const folder = path.dirname(file);
  const mark = `${ownerMark(thisOwner(environment))}.${Buffer.from(environment.random(6)).toString('hex')}`;
  const part = path.join(folder, `.${path.basename(file).slice(0, 180)}.${mark}.part`);
  if (mode === privateFileMode && !cleaned.has(folder)) {
    cleaned.add(folder);
    await removeStaleParts(folder, environment);
  }
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

/** Folders whose stale parts this process has removed. */
const cleaned = new Set<string>();

const partName = /^\..+\.(\d+-[\da-f]{8}-[\da-f]{8})\.[\da-f]{12}\.part$/;

/** Age after which a part from another host is stale, in milliseconds. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Removes parts that a process left in the folder when it was killed while writing. Never fails. */
export async function removeStaleParts(folder: string, environment: Environment): Promise<void> {
  const { userId, now } = environment;
  for (const name of await readdir(folder).catch(() => [])) {
    const mark = partName.exec(name)?.[1];
    if (mark === undefined) continue;
    const part = path.join(folder, name);
    const stats = await lstat(part).catch(() => undefined);
    if (!stats?.isFile() || (userId !== undefined && stats.uid !== userId)) continue;
    const state = markedState(mark, environment);
    const isStale = state === 'gone' || (state === 'elsewhere' && now() - stats.mtimeMs > abandonedAfterMs);
    if (isStale) await rm(part, { force: true }).catch(() => {});
  }
}
