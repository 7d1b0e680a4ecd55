import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Progress } from '../../source/plain/progress.js';
import { testEnvironment } from '../support/environment.js';

/** The first line drawn for a long transfer. */
async function drawn(amounts: ConstructorParameters<typeof Progress>[2], read: number): Promise<string> {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let now = 0;
  const environment = { ...testEnvironment(), stderr, monotonic: () => now };
  const progress = new Progress(environment, true, amounts);
  progress.add(read);
  now = 1000;
  const [line] = await once(stderr, 'data');
  progress.stop();
  return String(line);
}

test.each<[string, ConstructorParameters<typeof Progress>[2], number, string]>([
  ['bytes read, of the announced length', { total: 200 }, 50, ' 25% '],
  ['bytes on the wire of a body with a coding', { total: 200, received: (): number => 100 }, 9000, ' 50% '],
  ['bytes that existed before', { from: 100, total: 100 }, 50, ' 75% '],
  ['both', { from: 100, total: 100, received: (): number => 20 }, 9000, ' 60% '],
])('percentages count %s', async (_, amounts, read, share) => {
  expect(await drawn(amounts, read)).toContain(share);
});

test('a complete transfer has no time left', async () => {
  expect(await drawn({ total: 200 }, 150)).toContain(' left');
  expect(await drawn({ total: 200 }, 200)).not.toContain(' left');
});

test('without a length the amount is shown', async () => {
  expect(await drawn({}, 50)).toMatch(/50 B {2}/);
});
