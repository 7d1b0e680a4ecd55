import { PassThrough, Readable } from 'node:stream';
import { readChunks } from '../../source/plain/read-chunks.js';

const read = async (body: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  await readChunks(body, chunk => chunks.push(chunk));
  return Buffer.concat(chunks).toString();
};

test('a body is read to its end, whether it has begun, is empty or has ended', async () => {
  expect(await read(Readable.from([Buffer.from('a'), Buffer.from('b')]))).toBe('ab');
  expect(await read(Readable.from([]))).toBe('');
  const over = Readable.from([Buffer.from('c')]);
  expect(await read(over)).toBe('c');
  expect(await read(over)).toBe('');
});

test('a body that ends early rejects with the available reason', async () => {
  const broken = new PassThrough();
  broken.write('abc');
  const reading = read(broken);
  broken.destroy(new Error('cut off'));
  await expect(reading).rejects.toThrow('cut off');
  await expect(read(broken)).rejects.toThrow('cut off');
  const left = new PassThrough();
  const leaving = read(left);
  left.destroy();
  await expect(leaving).rejects.toThrow('ended early');
  await expect(read(left)).rejects.toThrow('ended early');
});

test('the consumer of the chunks may end the body', async () => {
  const body = new PassThrough();
  body.write('abc');
  await expect(readChunks(body, () => body.destroy(new Error('enough')))).rejects.toThrow('enough');
});
