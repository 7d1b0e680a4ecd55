/** Parent folder of a run's temporary folders, removed at the end. A run creates thousands of them. */
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Folder in memory, on Linux. On a disk, creating and removing the folders of a run takes a minute. */
const inMemory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/** Creates a folder in memory. Returns undefined without enough memory, or if scripts there cannot run (`noexec`). */
function folderInMemory() {
  if (process.env.TMPDIR) return undefined;
  let folder;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize < neededBytes) return undefined;
    folder = mkdtempSync(path.join(inMemory, 'apiclient-'));
    const script = path.join(folder, 'script');
    writeFileSync(script, '', { mode: 0o700 });
    accessSync(script, constants.X_OK);
    return folder;
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

/** Path of the folder, which also becomes TMPDIR. */
export default function makeOwnFolder() {
  const folder = folderInMemory() ?? mkdtempSync(path.join(tmpdir(), 'apiclient-'));
  // Same mode as /tmp, because some tests start programs as other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  globalThis.removeOwnFolder = () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Without root, folders that a test has locked cannot be removed.
    }
  };
  // An interrupted run ends without Jest's teardown, and must not use up memory.
  process.once('exit', globalThis.removeOwnFolder);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}
