/** `--repeat` statistics: percentiles, ranges, the table, and checks on all responses. */
import { Measurements } from '../../../source/core/load/measurements.js';
import { isOverAll, type RepeatOptions } from '../../../source/core/load/options.js';
import { histogramOf, type LoadResult, reportOfLoad, statisticOf, tableOf } from '../../../source/core/load/summary.js';
import * as fc from '../../support/property.js';

function measured(times: readonly number[], name = 'GET /'): Measurements {
  const found = new Measurements(name);
  for (const ms of times) found.response(ms, 200);
  return found;
}

const options: RepeatOptions = { times: 4, jobs: 2, checkAll: false, asserts: [], reports: [] };
const resultOf = (all: Measurements, requests = [all]): LoadResult => ({
  requests,
  all,
  elapsedMs: 2000,
  options,
  busy: 0.5,
  late: { count: 0, maxMs: 0 },
  checks: [],
});

const someTimes = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 3000 });

test('a percentile is the nearest rank of the sorted times', () => {
  fc.assert(
    fc.property(someTimes, fc.double({ min: 0.1, max: 100, noNaN: true }), (times, percent) => {
      const sorted = [...times].sort((a, b) => a - b);
      const found = measured(times);
      expect(found.percentile(percent)).toBe(sorted[Math.ceil((percent / 100) * times.length) - 1]);
      expect([found.min, found.max]).toEqual([sorted[0], sorted.at(-1)]);
    }),
  );
});

test('every time is in exactly one range, and the ranges are contiguous', () => {
  fc.assert(
    fc.property(someTimes, times => {
      const buckets = measured(times).histogram();
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(times.length);
      for (const [at, { from, to }] of buckets.entries()) {
        expect(from).toBeLessThanOrEqual(to);
        expect(buckets[at + 1]?.from ?? to).toBe(to);
      }
    }),
  );
});

test('measurements after a percentile was read are included', () => {
  const found = measured([3, 1]);
  expect(found.percentile(50)).toBe(1);
  found.response(0, 200);
  expect([found.percentile(50), found.min, found.mean]).toEqual([1, 0, 4 / 3]);
});

test('an unlimited number of reasons uses limited memory', () => {
  const found = new Measurements('x');
  for (let i = 0; i < 1000; i++) found.error(`reason ${i}`);
  expect(found.errors).toBe(1000);
  expect(found.reasons).toHaveLength(51);
  expect(found.reasons[0]).toEqual(['other reasons', 950]);
});

test('the table has a row for each request and a total, and the errors by reason', () => {
  const [a, b, all] = [measured([1, 2], 'login'), measured([30], 'GET /longer'), measured([1, 2, 30], 'all')];
  all.error('The server refused the connection.');
  expect(tableOf(resultOf(all, [a, b]))).toBe(
    [
      '             responses  errors     p50     p90     p99     max  per second',
      'login                2       0  1.0 ms  2.0 ms  2.0 ms  2.0 ms         1.0',
      'GET /longer          1       0   30 ms   30 ms   30 ms   30 ms         0.5',
      'all                  3       1  2.0 ms   30 ms   30 ms   30 ms         1.5',
      '',
      '1 × The server refused the connection.',
      '',
    ].join('\n'),
  );
});

test('without a response the table has no times', () => {
  expect(tableOf(resultOf(new Measurements('GET /')))).toContain(
    'GET /          0       0    -    -    -    -         0.0',
  );
  expect(histogramOf(resultOf(new Measurements('GET /')), 80)).toBe('');
});

test('a histogram fits its terminal', () => {
  const lines = histogramOf(resultOf(measured(Array.from({ length: 1000 }, (_, i) => i % 97))), 60)
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(11);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
});

test('the JSON contains the values of the table', () => {
  const report = JSON.parse(reportOfLoad(resultOf(measured([1, 2, 3, 4]))));
  expect(report).toMatchObject({
    repeat: 4,
    jobs: 2,
    rate: null,
    elapsed: 2000,
    requests: [{ responses: 4, p50: 2, p99: 4, max: 4, mean: 2.5, perSecond: 2, statuses: { 200: 4 } }],
  });
});

test.each([
  ['p99', 4],
  ['p50', 2],
  ['min', 1],
  ['mean', 2.5],
  ['rate', 2],
  ['errors', 0],
])('%s is %d', (name, value) => {
  expect(statisticOf(resultOf(measured([1, 2, 3, 4])), name)).toBe(value);
});

test.each([
  'p99 < 200',
  'p99.9<2s',
  ' max < 1s',
  'errors == 0',
  'errors<5',
  'errors lte 5',
  'rate > 100',
  'mean not > 3',
])('%s is checked on all responses', check => expect(isOverAll(check)).toBe(true));

test.each([
  'errors not exists',
  'errors count == 0',
  'time < 200',
  'status == 200',
  '$.max < 3',
  'p == 1',
  'p100x < 1',
])('%s is checked on one response', check => expect(isOverAll(check)).toBe(false));
