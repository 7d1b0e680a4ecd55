import { zstdFrames } from '../../../source/core/response/zstd-frames.js';
import * as fc from '../../support/property.js';

// Created by Node 24.
const frames = {
  'with its size': 'KLUv/WAwASUBAOBzb21lIHRleHQgdGhhdCBjb21lcyBhZ2Fpbi4gAQBE+Go6AQ==',
  'with a checksum': 'KLUv/WQwASUBAOBzb21lIHRleHQgdGhhdCBjb21lcyBhZ2Fpbi4gAQBE+Go6AZ3Z8ig=',
  'of several blocks, one byte repeated': 'KLUv/aDgkwQAVAAAEAAAAQD7/znAAgIAEAADnwQA',
  'of nothing': 'KLUv/SAAAQAA',
  'to be skipped': Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]).toString('base64'),
};
const all = Object.entries(frames).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const);

const wholeAfter = (...pieces: readonly Uint8Array[]): boolean => {
  const follower = zstdFrames();
  for (const piece of pieces) for (let at = 0; at < piece.length; ) at += follower.follow(piece.subarray(at));
  return follower.whole;
};

test('each call reads to the end of a frame and no further', () => {
  const follower = zstdFrames();
  let rest: Uint8Array = Buffer.concat(all.map(([, bytes]) => bytes));
  for (const [, { length }] of all) {
    expect(follower.follow(rest)).toBe(length);
    rest = rest.subarray(length);
  }
  expect(follower.follow(Buffer.from('no frame'))).toBe('no frame'.length);
});

test('empty input is complete', () => {
  expect(wholeAfter()).toBe(true);
});

test.each(all)('a frame %s is complete only at its end', (_, bytes) => {
  expect(wholeAfter(bytes)).toBe(true);
  for (let end = 1; end < bytes.length; end++) expect([end, wholeAfter(bytes.subarray(0, end))]).toEqual([end, false]);
});

test('frames follow one another, however they are split', () => {
  const together = Buffer.concat(all.map(([, bytes]) => bytes));
  fc.assert(
    fc.property(fc.array(fc.nat(together.length), { maxLength: 9 }), cuts => {
      const at = [0, ...[...cuts].sort((a, b) => a - b), together.length];
      const pieces = at.slice(1).map((end, index) => together.subarray(at[index], end));
      expect(wholeAfter(...pieces)).toBe(true);
      expect(wholeAfter(...pieces, Buffer.from([0x28]))).toBe(false);
    }),
  );
});
