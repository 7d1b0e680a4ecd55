/** Lists narrowed by typing. */

import { type Named, narrow, narrowedRanges } from '../../../source/core/text/narrow.js';
import * as fc from '../../support/property.js';

const things: readonly Named[] = [
  { name: 'CREATED_AT', about: 'When it was made.' },
  { name: 'STARS', about: 'How many like it.' },
  { name: 'MOST_STARS' },
  { name: 'prettify', others: ['format', 'beautify'] },
  { name: 'STARS' + '_DESC' },
];
const names = (typed: string, keepsOrder = false) =>
  narrow(things, typed, each => each, keepsOrder).map(each => each.name);

test.each([
  ['', ['CREATED_AT', 'STARS', 'MOST_STARS', 'prettify', 'STARS_DESC']],
  ['stars', ['STARS', 'STARS_DESC', 'MOST_STARS']],
  ['desc stars', ['STARS_DESC']],
  ['like', ['STARS']],
  ['beauti', ['prettify']],
  ['crat', ['CREATED_AT']],
  ['zzz', []],
])('%j narrows to %j', (typed, expected) => {
  expect(names(typed)).toEqual(expected);
});

test('the order of entries sorted by time is preserved, and scattered letters do not match them', () => {
  expect(names('stars', true)).toEqual(['STARS', 'MOST_STARS', 'STARS_DESC']);
  expect(names('crat', true)).toEqual([]);
});

test('matches are highlighted: a word prefix before the inside of another word, scattered letters last', () => {
  expect(narrowedRanges('MOST_STARS', 'st')).toEqual([[5, 7]]);
  expect(narrowedRanges('created by who', 'by cre')).toEqual([
    [0, 3],
    [8, 10],
  ]);
  expect(narrowedRanges('createdAt', 'crat')).toEqual([
    [0, 2],
    [7, 9],
  ]);
});

test('hostile texts: ranges are within the text, sorted and disjoint', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, typed) => {
      let end = 0;
      for (const [from, to] of narrowedRanges(text, typed)) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
  );
});
