/** A lock between processes. (Its waits and breaks: token-store.test.ts.) */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../../../source/io/files/file-lock.js';
import { temporaryFolder } from '../../support/program.js';

test('work done under a lock is not lost if the lock cannot be removed', async () => {
  const lock = path.join(temporaryFolder(), 'lock');
  const done = withLock(lock, new AbortController().signal, async () => {
    // No `unlink` removes it, whoever tries.
    rmSync(lock);
    mkdirSync(lock);
    return 'a response';
  });
  expect(await done).toBe('a response');
});
