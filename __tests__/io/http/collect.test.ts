import { Readable } from 'node:stream';
import { collect, maxHeldBytes } from '../../../source/io/http/collect.js';

const piece = Buffer.alloc(2 ** 24);

/** Repeats the same 16 MiB this many times, so that a response of any length needs the memory of one piece. */
const answer = (pieces: number): Readable => Readable.from(Array.from({ length: pieces }, () => piece));

test('without --max-size, a response in memory is limited to 512 MiB, and its stream stops at the limit', async () => {
  const body = answer(40);
  const sizes: number[] = [];
  const found = await collect(body, undefined, (_, size) => {
    sizes.push(size);
    return true;
  });
  expect(found).toMatchObject({
    kind: 'limit',
    text: `The response exceeds ${maxHeldBytes} bytes.`,
    hint: expect.stringContaining('512 MiB'),
  });
  expect(sizes).toHaveLength(31);
  expect(body.destroyed).toBe(true);
});

test('a larger --max-size does not raise the limit, and a smaller one lowers it', async () => {
  expect(await collect(answer(40), 2 ** 40)).toMatchObject({ kind: 'limit', hint: expect.stringContaining('512 MiB') });
  expect(await collect(answer(40), 2 ** 25)).toMatchObject({ text: `The response exceeds ${2 ** 25} bytes.` });
  expect(await collect(answer(2), 2 ** 25)).toHaveLength(2 ** 25);
});
