import { parseRaw, printRaw } from '../../../source/core/json/raw.js';
import * as fc from '../../support/property.js';

const value = (text: string, relaxed = false) => {
  const read = parseRaw(text, { relaxed });
  if ('problem' in read) throw new Error(`${read.problem} at ${read.offset}`);
  return read.value;
};

test('any JSON is written like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), text => expect(printRaw(value(text))).toBe(JSON.stringify(JSON.parse(text)))),
  );
});

test('any text is accepted or rejected like JSON.parse', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '.5',
      'e',
      'true',
      'null',
      ' ',
      '\n',
      'x',
      '\u0001',
    ),
  );
  fc.assert(
    fc.property(pieces, parts => {
      const text = parts.join('');
      let good = true;
      try {
        JSON.parse(text);
      } catch {
        good = false;
      }
      expect(!('problem' in parseRaw(text))).toBe(good);
    }),
    { numRuns: 2000 },
  );
});

test.each(['12345678901234567890', '1.0', '-0', '1e400', '0.1000', '1E+2'])(
  'the number %s preserves its text',
  number => {
    expect(printRaw(value(`{"a":[${number}]}`))).toBe(`{"a":[${number}]}`);
  },
);

test('names like __proto__ are ordinary, and the last of two equal names counts', () => {
  expect(printRaw(value('{"__proto__":{"x":1},"a":1,"a":2}'))).toBe('{"__proto__":{"x":1},"a":2}');
});

test('a hundred thousand levels can be parsed', () => {
  const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;
  expect(printRaw(value(deep)) === deep).toBe(true);
});

test('comments and trailing commas are accepted in text that the user writes', () => {
  const text = '{ // who\n "id": 1, /* and\n more */ "list": [1, 2,], }';
  expect(printRaw(value(text, true))).toBe('{"id":1,"list":[1,2]}');
  expect(parseRaw(text)).toHaveProperty('problem');
});

test.each<[string, string, number]>([
  ['{"a" 1}', 'a colon is expected here', 5],
  ['{"a": 1', 'the text ends where a comma or } is expected', 7],
  ['{a: 1}', 'a name in double quotes is expected here', 1],
  ['[1 2]', 'a comma or ] is expected here', 3],
  ['"abc', 'a string is not closed', 0],
  ['{} x', 'unexpected text after the JSON value', 3],
  ['"\\x"', 'a string has an invalid escape', 0],
  ['', 'the text ends where a value is expected', 0],
])('%s is explained with its position', (text, problem, offset) => {
  expect(parseRaw(text)).toEqual({ problem, offset });
});

test('values beyond the limit are not read', () => {
  expect(parseRaw('[1,{"a":2}]', { most: 4 })).toMatchObject({ values: 4 });
  expect(parseRaw('[1,{"a":2}]', { most: 3 })).toMatchObject({ full: true, offset: 8 });
});
