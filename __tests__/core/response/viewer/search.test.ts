import {
  firstMatchFrom,
  matchCount,
  noMatches,
  searchOn,
  searchPattern,
} from '../../../../source/core/response/viewer/search.js';
import * as fc from '../../../support/property.js';

function found(text: string, query: string, step = Number.MAX_SAFE_INTEGER): string[] {
  const pattern = searchPattern(query);
  let matches = noMatches;
  while (!matches.complete) matches = searchOn(text, pattern, matches, step);
  return Array.from({ length: matchCount(matches) }, (_, index) =>
    text.slice(matches.offsets[index * 2], matches.offsets[index * 2 + 1]),
  );
}

test.each([
  ['name', '{"Name":"a name"}', ['Name', 'name']],
  ['Name', '{"Name":"a name"}', ['Name']],
  ['"name": "x"', '{"name":"x", "name" : "x"}', ['"name":"x"', '"name" : "x"']],
  ['zoë', '["Zoë","Zo\\u00eb","Zo\\u00EB"]', ['Zoë', 'Zo\\u00eb', 'Zo\\u00EB']],
  ['👍', '["👍","\\ud83d\\udc4d"]', ['👍', '\\ud83d\\udc4d']],
  ['a.b*(', '["aXb","a.b*("]', ['a.b*(']],
  ['nothing', '{}', []],
])('%s in %s finds what a reader expects', (query, text, wanted) => {
  expect(found(text, query)).toEqual(wanted);
});

test('a text searched in slices has the same matches as in one pass, without duplicates', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', ':', ' ', '"') }),
      fc.integer({ min: 1, max: 9 }),
      (text, step) => {
        for (const query of ['a', 'ab', 'a: b']) {
          // As in one pass, a match across the end of a slice may hide one that begins inside it.
          expect(found(text, query, step)).toEqual(found(text, query));
        }
      },
    ),
  );
});

test('the first match from an offset is found', () => {
  const matches = searchOn('x..x..x', searchPattern('x'), noMatches, 100);
  expect([0, 1, 3, 4, 7].map(offset => firstMatchFrom(matches, offset))).toEqual([0, 1, 1, 2, 3]);
});
