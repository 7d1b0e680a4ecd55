/** Work that is ended when it takes too long. Here it sleeps; the clocks determine its processor time. */
import { limitByProcessorTime, setTimeLimit, TimeLimitError, withinTimeLimit } from '../../source/core/time-limit.js';

beforeAll(() => setTimeLimit(100));

const waitLong = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);

test('work that got no processor time within its limit is retried: a busy machine is not a slow pattern', () => {
  limitByProcessorTime(() => 0);
  let tries = 0;
  const work = (): number => {
    if (++tries === 1) waitLong();
    return tries;
  };
  expect(withinTimeLimit(work)).toBe(2);
});

test.each([
  ['itself', waitLong],
  ['within other work', () => withinTimeLimit(waitLong)],
])('work that had the processor is not retried: %s', (_, slow) => {
  let usedMs = 0;
  limitByProcessorTime(() => (usedMs += 50));
  let tries = 0;
  const work = (): void => {
    tries++;
    slow();
  };
  expect(() => withinTimeLimit(work)).toThrow(TimeLimitError);
  expect(tries).toBe(1);
});

test.each([new Error('no'), undefined])('an exception of the work is rethrown: %s', value => {
  let caught: unknown = 'nothing';
  try {
    withinTimeLimit(() => {
      throw value;
    });
  } catch (error) {
    caught = error;
  }
  expect(caught).toBe(value);
});
