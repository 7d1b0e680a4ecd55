/** Start times of many requests, with a simulated clock. */
import type { RepeatOptions } from '../../../source/core/load/options.js';
import { pace } from '../../../source/plain/load/pace.js';
import { testEnvironment } from '../../support/environment.js';

const base: RepeatOptions = { times: 5, jobs: 1, checkAll: false, asserts: [], reports: [] };

function clocked() {
  const clock = { now: 0 };
  return { clock, environment: { ...testEnvironment(), monotonic: () => clock.now } };
}

test('a stall counts in the time of all requests scheduled during it', async () => {
  const { clock, environment } = clocked();
  const lags: number[] = [];
  const late = await pace({ ...base, rate: 10 }, environment, async lagMs => {
    lags.push(lagMs);
    // The first takes a second; the others none.
    if (lags.length === 1) clock.now += 1000;
  });
  expect(lags).toEqual([0, 900, 800, 700, 600]);
  expect(late).toEqual({ count: 4, maxMs: 900 });
});

test('without a schedule nothing is late', async () => {
  const { clock, environment } = clocked();
  const lags: number[] = [];
  const late = await pace(base, environment, async lagMs => {
    lags.push(lagMs);
    clock.now += 1000;
  });
  expect([lags, late]).toEqual([[0, 0, 0, 0, 0], { count: 0, maxMs: 0 }]);
});

test('only this many requests are in progress at a time', async () => {
  const { environment } = clocked();
  let open = 0;
  let most = 0;
  await pace({ ...base, times: 30, jobs: 7 }, environment, async () => {
    most = Math.max(most, ++open);
    await new Promise(setImmediate);
    open--;
  });
  expect(most).toBe(7);
});

test('the signal ends scheduled work and work that has not begun', async () => {
  const stop = new AbortController();
  let done = 0;
  await pace(
    { ...base, times: 1000, rate: 0.001, jobs: 3 },
    { ...testEnvironment(), signal: stop.signal },
    async () => {
      done++;
      stop.abort();
    },
  );
  expect(done).toBe(1);
});
