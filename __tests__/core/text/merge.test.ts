/** Merging two changes of one text. */
import { mergeTexts } from '../../../source/core/text/merge.js';
import * as fc from '../../support/property.js';

test.each([
  ['a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nD', { text: 'A\nb\nc\nD', lines: 1 }, 'apart'],
  ['a\nb\nc', 'a\nb\nc', 'a\nc', { text: 'a\nc', lines: 1 }, 'theirs alone'],
  ['a\nb\nc', 'a\nX\nc', 'a\nX\nc', { text: 'a\nX\nc', lines: 0 }, 'the same change'],
  ['a\nb\nc\nd\ne', 'a\nc\nd\ne', 'a\nb\nc\nd\ne\nf\ng', { text: 'a\nc\nd\ne\nf\ng', lines: 2 }, 'removed and added'],
  ['a\nb', 'A\nb', 'X\nb', undefined, 'one line'],
  ['a\nb\nc', 'A\nb\nc', 'a\nB\nc', undefined, 'side by side: only the authors know'],
  ['a', 'b', '', undefined, 'taken away'],
])('%j, ours %j and theirs %j: %j (%s)', (base, ours, theirs, merged, _why) => {
  expect(mergeTexts(base, ours, theirs)).toEqual(merged);
});

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map(lines => lines.join('\n'));

test('if one side made no change, the result is the other; the order of sides does not matter', () => {
  fc.assert(
    fc.property(text, text, text, (base, one, two) => {
      expect(mergeTexts(base, base, one)?.text).toBe(one);
      expect(mergeTexts(base, one, base)).toEqual({ text: one, lines: 0 });
      expect(mergeTexts(base, one, two)?.text).toBe(mergeTexts(base, two, one)?.text);
    }),
  );
});

test('texts with nothing in common are not compared to the end', () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join('\n');
  expect(mergeTexts(lines('a'), lines('b'), lines('a'))).toBeUndefined();
});
