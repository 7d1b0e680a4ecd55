/** Limits of incremental delivery: many payloads, many errors, many values, long paths. */
import { IncrementalMerger, maxMergedValues } from '../../../source/core/graphql/incremental.js';

test('a hundred thousand payloads with errors are merged quickly, and a thousand errors are retained', () => {
  const merger = new IncrementalMerger();
  merger.push('{"data":{"list":[]},"hasNext":true}');
  let last = merger.push('{"hasNext":true}');
  for (let i = 0; i < 100_000; i++) {
    last = merger.push(
      `{"incremental":[{"path":["list",${i}],"items":[${i}],"errors":[{"message":"${i}"}]}],"hasNext":true}`,
    );
  }
  if ('problem' in last) throw new Error(last.problem);
  expect([(last.summary.errors as unknown[]).length, last.summary.errorCount]).toEqual([1000, 100_000]);
});

test('excessive numbers of values and endless paths are rejected', () => {
  const merger = new IncrementalMerger();
  merger.push('{"data":{"list":[]},"hasNext":true}');
  const million = `{"incremental":[{"path":["list",0],"items":[${'0,'.repeat(1_000_000)}0]}]}`;
  for (let i = 0; i < maxMergedValues / 1_000_000 - 1; i++) expect(merger.push(million)).toHaveProperty('summary');
  expect(merger.push(million)).toEqual({ problem: 'it contains more than 5000000 values', full: true });

  const other = new IncrementalMerger();
  const path = JSON.stringify(Array(50_000).fill('a'));
  other.push(`{"data":${'{"a":'.repeat(50_001)}{}${'}'.repeat(50_001)},"pending":[{"id":"0","path":${path}}]}`);
  expect(other.push(`{"incremental":[${'{"id":"0","data":{}},'.repeat(399)}{"id":"0","data":{}}]}`)).toHaveProperty(
    'text',
  );
  expect(other.push('{"incremental":[{"id":"0","data":{}}]}')).toEqual({
    problem: 'its paths are too long',
    full: true,
  });
});
