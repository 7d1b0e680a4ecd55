/** A literal on one line, as a row of the tree shows it. */
import { parseValue, print, valueFromASTUntyped } from 'graphql';
import { literalOnOneLine } from '../../../../source/core/graphql/builder/text/literal.js';
import * as fc from '../../../support/property.js';

test.each([
  ['{\n  a: "x  y" # "mine\n  b: [1,\n 2]\n}', '{ a: "x  y" b: [1, 2] }'],
  ['{ "a": 1, // mine\n /* and "more */ "b": "//" }', '{ "a": 1, "b": "//" }'],
  ['"""\n  first\n    second\n"""', '"first\\n  second"'],
  ['"""a \\""" b"""', '"a \\"\\"\\" b"'],
  ['"a\tb \\" # c"', '"a\\tb \\" # c"'],
  ['["", "\\\\",   ""]', '["", "\\\\", ""]'],
  ['"no end', '"no end'],
  ['1 /* no end', '1 '],
])('%j is %j', (literal, shown) => {
  expect(literalOnOneLine(literal)).toBe(shown);
});

test('it has the same meaning', () => {
  const gap = fc.constantFrom(' ', '\n', '\t', ' # "c\n', ',\r\n', '');
  const part = fc.constantFrom('1', '"a  \\" # b"', '"""b\n\n  c"""', '{ a: "x" }', '[ ]', 'E');
  fc.assert(
    fc.property(fc.array(fc.tuple(part, gap)), pieces => {
      const literal = `[${pieces.map(([text, space]) => `${text} ${space}`).join('')}]`;
      const shown = literalOnOneLine(literal);
      expect(shown).not.toMatch(/[\r\n\t]/);
      expect(valueFromASTUntyped(parseValue(shown))).toEqual(valueFromASTUntyped(parseValue(literal)));
      expect(print(parseValue(shown))).not.toBe('');
    }),
  );
});

test.each([
  ['a string', `"${'x'.repeat(1e7)}"`],
  ['escapes', `"${'\\"'.repeat(5e6)}"`],
  ['blanks', `[1${' '.repeat(1e7)}2]`],
  ['comments', `[1${'#\n'.repeat(5e5)}2]`],
])('of any size: %s', (_, literal) => {
  expect(literalOnOneLine(literal).length).toBeLessThanOrEqual(literal.length);
});
