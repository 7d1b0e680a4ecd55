/** A lock between processes. (token-store.test.ts tests its waiting and breaking.) */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../../../source/io/files/file-lock.js';
import { temporaryFolder } from '../../support/program.js';

test('work done under a lock is not lost if the lock cannot be removed', async () => {
  const lock = path.join(temporaryFolder(), 'lock');
  const done = withLock(lock, new AbortController().signal, async () => {
    // `unlink` cannot remove a folder, not even as root.
    rmSync(lock);
    mkdirSync(lock);
    return 'a response';
  });
  expect(await done).toBe('a response');
});
