/** Bodies that are held in memory. */
import { Readable } from 'node:stream';
import { failureIn } from '../../source/core/failure.js';
import { readHeld } from '../../source/plain/read-chunks.js';

test('a body is buffered up to a limit, at which an endless one ends', async () => {
  expect((await readHeld(Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3)).toString()).toBe('abc');
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(1000));
    },
  });
  const error = await readHeld(endless, 10_000).catch((reason: unknown) => reason);
  expect(failureIn(error)).toMatchObject({ kind: 'limit', text: 'The response exceeds 512 MiB.' });
  expect(endless.destroyed).toBe(true);
});
