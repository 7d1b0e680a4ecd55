/**
 * A lock file that its holder touches every second. After five seconds without a touch it is broken. Works across containers.
 */
import { open, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '../../core/failure.js';
import { privateFileMode } from '../../platform/permissions.js';

const beatMs = 1000;
const staleMs = 5000;
const retryMs = 25;

/** Best effort: a lock that cannot be removed is soon stale. */
const release = (file: string): Promise<void> => rm(file, { force: true }).catch(() => {});

/** Returns false if the file exists. */
async function create(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', privateFileMode);
    try {
      // Our clock, as for later touches, not the file server's. A file system without times uses its own.
      await handle.utimes(new Date(), new Date()).catch(() => {});
    } finally {
      await handle.close().catch(() => {});
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Whether the holder is dead. A timestamp in the future counts: a living holder would have updated it since the clock was set.
 */
async function isStale(file: string): Promise<boolean> {
  try {
    return Math.abs(Date.now() - (await stat(file)).mtimeMs) > staleMs;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Breaks a stale lock. This needs a lock as well: otherwise a second process could remove a fresh one. */
async function breakStale(file: string): Promise<void> {
  const breaker = `${file}.break`;
  if (!(await create(breaker))) {
    if (await isStale(breaker)) await rm(breaker, { force: true });
    return;
  }
  try {
    if (await isStale(file)) await rm(file, { force: true });
  } finally {
    await release(breaker);
  }
}

/**
 * Runs `work` while holding the lock. Rejects with the abort reason, with `work`'s error, or with the file system's error if no
 * lock file can be created (a read-only home).
 * @param work receives the start of the wait in milliseconds since 1970, or undefined if the lock was free
 * @param onWait called before waiting for another holder
 */
export async function withLock<T>(
  file: string,
  signal: AbortSignal,
  work: (waitedSince: number | undefined) => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  let waitedSince: number | undefined;
  while (!(await create(file))) {
    signal.throwIfAborted();
    if (waitedSince === undefined) {
      waitedSince = Date.now();
      onWait?.();
    }
    if (await isStale(file)) await breakStale(file);
    // A person logging in may take minutes; a quarter of a second goes unnoticed.
    else await wait(Date.now() - waitedSince < 2000 ? retryMs : 10 * retryMs);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, beatMs);
  beat.unref();
  try {
    return await work(waitedSince);
  } finally {
    clearInterval(beat);
    await release(file);
  }
}
