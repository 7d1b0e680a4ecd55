/** Parent folder of a run's temporary folders, removed at the end. A run creates thousands of them. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Path of the folder, which also becomes TMPDIR. */
export default function makeOwnFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'apiclient-'));
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
  return folder;
}
