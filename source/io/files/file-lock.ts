/**
 * A lock between processes: a file that only one can create. Its holder touches it every second; one that was not touched
 * for five belongs to a process that died, and is broken. (A process id would say nothing across containers that share a
 * home.)
 */
import { open, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const beatMs = 1000;
const staleMs = 5000;
const retryMs = 25;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

/** Takes a lock away, as far as it can be: one that stays is stale soon, and what was done under it is done. */
const release = (file: string): Promise<void> => rm(file, { force: true }).catch(() => {});

/** Creates the file if nobody has; answers whether it did. */
async function create(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      // Our clock stamps it, as later touches do, not a file server's. A file system that keeps no times gives its own.
      await handle.utimes(new Date(), new Date()).catch(() => {});
    } finally {
      await handle.close().catch(() => {});
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the holder is dead. A stamp from the future counts too: a living holder would have renewed it after the clock was set. */
async function isStale(file: string): Promise<boolean> {
  try {
    return Math.abs(Date.now() - (await stat(file)).mtimeMs) > staleMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Breaks a lock whose holder died. The breaking is itself under a lock: else a second breaker could take a fresh one away. */
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
 * Runs `work` while holding the lock. Rejects with the abort's reason, with `work`'s error, or with the file system's
 * error where no lock file can be made (a read-only home).
 * @param work is told when the wait for the lock began, in milliseconds since 1970; nothing if it was free
 * @param onWait hears that another holds it, before the wait
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
    // A person may take minutes; nobody notices a quarter of a second then.
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
