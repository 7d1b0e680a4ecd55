import { failure } from '../../../../source/core/failure.js';
import {
  isIdempotent,
  isTransientFailure,
  retryAfterMs,
  retryDelayMs,
} from '../../../../source/core/request/again/retry.js';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each([
  ['0', 0],
  [' 120 ', 120_000],
  ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms', (value, expected) => {
  expect(retryAfterMs(value, now)).toBe(expected);
});

test('without Retry-After the delay doubles up to a minute', () => {
  expect([1, 2, 3, 4, 10].map(retry => retryDelayMs(retry, undefined))).toEqual([1000, 2000, 4000, 8000, 60_000]);
  expect(retryDelayMs(1, 5)).toBe(5);
});

test('repeatable requests', () => {
  expect(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'POST', 'PATCH'].filter(isIdempotent)).toEqual([
    'GET',
    'HEAD',
    'PUT',
    'DELETE',
    'OPTIONS',
  ]);
  expect(isTransientFailure(failure('network', '', { code: 'ECONNREFUSED' }))).toBe(true);
  expect(isTransientFailure(failure('network', '', { code: 'ENOTFOUND' }))).toBe(false);
  expect(isTransientFailure(failure('tls', ''))).toBe(false);
});
