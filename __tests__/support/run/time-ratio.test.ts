import { expectTimeRatioBelow } from './time-ratio.js';

const linear = (length: number) => () => 'a'.repeat(length).replaceAll('a', 'b');

/** Tries each of the blanks as the first one of a match. */
const quadratic = (length: number) => () => `${' '.repeat(length)}b`.replace(/ +$/, '');

test('linear time is accepted, also for work of microseconds, and quadratic time is rejected', () => {
  for (const length of [10, 1000]) expectTimeRatioBelow(40, linear(10 * length), linear(length));
  expect(() => expectTimeRatioBelow(40, quadratic(5000), quadratic(500))).toThrow('Expected: < ');
});
