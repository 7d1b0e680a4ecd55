/** The `npm run soak` report, and a few repetitions of each part with the built program. */

import { soakPlain } from './plain.js';
import { soakRequests } from './requests.js';
import { page } from './result.js';
import { soakScreen } from './screen.js';

const quiet = (): void => {};

test('a few operations accumulate nothing', async () => {
  const [operations, idle] = await soakScreen(['operations'], { scale: 0.002, tell: quiet });
  expect(operations).toMatchObject({ part: 'operations', done: '10 operations', wrong: [] });
  expect(operations?.heapMiB?.[0]).toBeGreaterThan(5);
  expect(operations?.descriptors?.[0]).toBeGreaterThan(5);
  expect(idle).toMatchObject({ part: 'idle', files: operations?.files });
}, 180_000);

test('one plain run of each kind exits as expected and leaves no more files than the first run', async () => {
  expect(await soakPlain(0, quiet)).toMatchObject({ wrong: [] });
}, 180_000);

test('memory does not grow during a run of a few hundred requests', async () => {
  const { done, wrong, heapMiB } = await soakRequests(0.004, quiet);
  expect([done, wrong]).toEqual(['400 requests of one run, captured and checked', []]);
  expect(heapMiB?.[0]).toBeGreaterThan(3);
}, 180_000);

test('the table lists an exceeded limit', () => {
  const lost = { part: 'tabs', done: '9 tabs', seconds: 1, files: [1, 3] as const, wrong: ['2 files left'] };
  expect(page([lost], 1)).toContain('| 9 tabs | 1 |  |  |  |  | 1 → 3 |  | **2 files left** |');
});
