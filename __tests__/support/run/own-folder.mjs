/** All temporary folders of a run stand in one, which goes with it: thousands of them are no souvenir for who runs the tests. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder, which is also TMPDIR from now on. */
export default function makeOwnFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'apiclient-'));
  // As /tmp itself: some tests start programs as other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  globalThis.removeOwnFolder = () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Whoever is not root cannot take away what a test has locked.
    }
  };
  return folder;
}
