/** A JSON text on one line. */
import { onOneLine } from '../../../source/core/json/tokens.js';
import * as fc from '../../support/property.js';

const pieces = ['\n', '\r\n', '\r', ' ', '\t', '\n\n', '"ä\u{1F600}\\n"', '1', ',', '{', '}'];

test('a long text gives the same result as a short one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 }), list => {
      const text = `\n${list.join('').repeat(Math.ceil(70_000 / list.join('').length))}`;
      expect(onOneLine(text) === text.replace(/[\r\n]+[ \t]*/g, ' ').trim()).toBe(true);
    }),
  );
});

test.each([
  ['{\n  "a": 1\r\n}\n', '{ "a": 1 }'],
  ['{"a":  1}', '{"a":  1}'],
  ['', ''],
])('%j', (text, line) => expect(onOneLine(text)).toBe(line));
