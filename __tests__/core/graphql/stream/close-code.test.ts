import { exitCodeOf } from '../../../../source/core/failure.js';
import { backoffMs } from '../../../../source/core/graphql/stream/backoff.js';
import { closeFailure, closeMeaning } from '../../../../source/core/graphql/stream/close-code.js';

test.each([
  [4400, false, 1],
  [4401, false, 7],
  [4403, false, 7],
  [4406, false, 1],
  [4408, true, 1],
  [4409, false, 1],
  [4429, false, 1],
  [4500, false, 1],
  [4504, true, 1],
  [1006, true, 1],
  [1011, true, 1],
  [1012, true, 1],
  [4999, false, 1],
])('close code %i: retried %s, exit code %i, and an explanation of the number', (code, retry, exit) => {
  const meaning = closeMeaning(code, '');
  expect(meaning.retry).toBe(retry);
  expect(exitCodeOf(closeFailure(code, ''))).toBe(exit);
  expect(meaning.text).toMatch(new RegExp(`^closed with ${code}: [a-z].{5,}`));
});

test('the server’s reason is shown once', () => {
  expect(closeMeaning(4403, 'Forbidden').text).toBe('closed with 4403: forbidden');
  expect(closeMeaning(4403, 'tenant 7').text).toBe('closed with 4403: forbidden (tenant 7)');
});

test('the delay doubles from half a second to eight, minus a random part', () => {
  expect([1, 2, 3, 4, 5, 6].map(attempt => backoffMs(attempt, 0))).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  expect(backoffMs(3, 1)).toBe(1000);
});
