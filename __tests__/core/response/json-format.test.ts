import { jsonLineSpans } from '../../../source/core/json/line-spans.js';
import { JsonFormatter, type JsonLayout } from '../../../source/core/response/json-format.js';
import type { Role } from '../../../source/core/response/spans.js';
import * as fc from '../../support/property.js';

/** Formats a text given in pieces. */
function format(text: string | readonly string[], layout: Partial<JsonLayout> = {}) {
  const spans: [string, Role][] = [];
  const formatter = new JsonFormatter((piece, role) => spans.push([piece, role]), { indent: true, ...layout });
  for (const piece of typeof text === 'string' ? [text] : text) formatter.write(piece);
  formatter.end();
  return { text: spans.map(each => each[0]).join(''), spans, formatter };
}

/** Cuts a text after every `size` characters. */
const pieces = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];

describe('JSON on a terminal', () => {
  test.each([
    [
      'the digits of numbers are preserved',
      '[12345678901234567890,1.0,-0,1e400,0.10E+05]',
      '[\n  12345678901234567890,\n  1.0,\n  -0,\n  1e400,\n  0.10E+05\n]',
    ],
    [
      'order and duplicate keys stay',
      '{"b":1,"a":2,"b":3,"__proto__":4,"2":5,"1":6}',
      '{\n  "b": 1,\n  "a": 2,\n  "b": 3,\n  "__proto__": 4,\n  "2": 5,\n  "1": 6\n}',
    ],
    ['escapes stay escapes', '{"\\u001b[2J":"\\u00e9\\/\\ud83d"}', '{\n  "\\u001b[2J": "\\u00e9\\/\\ud83d"\n}'],
    ['empty containers take one line', '{"a":[ ],"b":{\n}}', '{\n  "a": [],\n  "b": {}\n}'],
    ['a bare value', ' "x" ', '"x"'],
    ['consecutive values are on separate lines', '1{"a":2}[3]', '1\n{\n  "a": 2\n}\n[\n  3\n]'],
    ['the line that guards against scripts is preserved', ')]}\'\n{"a":1}', ')]}\'\n{\n  "a": 1\n}'],
  ])('%s', (_, raw, shown) => {
    const { text, formatter } = format(raw);
    expect(text).toBe(shown);
    expect(formatter.problem).toBeUndefined();
  });

  test.each([
    ['an error after a guard line', `)]}'\n{"a": x}`, `)]}'\n{\n  "a": \nx}`, 2, 7],
    ['HTML labelled as JSON', '<html>\n  <p>no</p>', '<html>\n  <p>no</p>', 1, 1],
    ['text after the value', '{"a":1} more\n  text', '{\n  "a": 1\n}\nmore\n  text', 1, 9],
    ['a missing value', '{"a":1,\n "b":oops,  "c"}', '{\n  "a": 1,\n  "b": \noops,  "c"}', 2, 6],
    ['a raw line break in a string', '["ab\ncd"]', '[\n  "ab\ncd"]', 1, 5],
    ['a comma before the end', '[1,]', '[\n  1,\n  \n]', 1, 4],
    ['the wrong bracket', '{"a":[1}', '{\n  "a": [\n    1\n}', 1, 8],
    ['a leading zero', '[012]', '[\n  012]', 1, 3],
    ['an unknown escape', '["\\x"]', '[\n  "\\x"]', 1, 4],
    ['NaN', '[NaN]', '[\nNaN]', 1, 2],
    ['single quotes', "{'a':1}", "{\n'a':1}", 1, 2],
  ])('%s: the rest is shown unchanged', (_, raw, shown, line, column) => {
    const { text, formatter } = format(raw);
    expect(text).toBe(shown);
    expect(formatter.problem).toEqual({ line, column, early: false });
  });

  test('a document that ends too early is reported, and nothing is lost', () => {
    const { text, formatter } = format('{"a":[1,tru');
    expect(text).toBe('{\n  "a": [\n    1,\n    tru');
    expect(formatter.problem?.early).toBe(true);
  });

  test('valid documents are formatted as by JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), raw => {
        expect(format(raw).text).toBe(JSON.stringify(JSON.parse(raw), undefined, 2));
      }),
    );
  });

  test('the result does not depend on how the text is split into chunks', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ maxLength: 4 }), fc.integer({ min: 1, max: 5 }), (raw, junk, size) => {
        const whole = format(raw + junk);
        const cut = format(pieces(raw + junk, size));
        expect(cut.text).toBe(whole.text);
        expect(cut.formatter.problem).toEqual(whole.formatter.problem);
      }),
    );
  });

  test('for any input, no character except white space is lost, added or moved', () => {
    const bare = (text: string) => text.replace(/\s/g, '');
    const odd = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\0123e.-+tfnu \n\tax'), maxLength: 30 });
    fc.assert(
      fc.property(odd, text => {
        expect(bare(format(text).text)).toBe(bare(text));
        expect(format(text, { indent: false }).text).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('only JSON is detected as JSON', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\01e.-tru '), maxLength: 12 });
    fc.assert(
      fc.property(odd, text => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const { formatter } = format(text);
        if (valid) expect(formatter.complete).toBe(true);
        // Several values after each other are taken too, which JSON.parse does not.
        else if (formatter.complete) expect(() => JSON.parse(`[${text}]`)).toThrow();
      }),
      { numRuns: 5000 },
    );
  });

  test('below depth 100 nothing is indented, and a million levels use no stack and little memory', () => {
    const { text, formatter } = format(`${'['.repeat(102)}1,2${']'.repeat(102)}`);
    expect(text.split('\n')[100]).toBe(`${'  '.repeat(100)}[[1,2]]`);
    expect(formatter.tooDeep).toBe(true);
    expect(formatter.complete).toBe(true);

    let length = 0;
    const deep = new JsonFormatter(
      piece => {
        length += piece.length;
      },
      { indent: true },
    );
    const before = process.memoryUsage().heapUsed;
    const [opening, closing] = ['['.repeat(100_000), ']'.repeat(100_000)];
    for (let i = 0; i < 10; i++) deep.write(opening);
    for (let i = 0; i < 10; i++) deep.write(closing);
    deep.end();
    expect(deep.complete).toBe(true);
    expect(length).toBeGreaterThan(2_000_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * 1024 * 1024);
  });

  test('keys, strings, numbers and literals have separate roles', () => {
    expect(format('{"a":[1,"b",null]}', { indent: false }).spans).toEqual([
      ['{', 'punctuation'],
      ['"a"', 'key'],
      [':', 'punctuation'],
      ['[', 'punctuation'],
      ['1', 'number'],
      [',', 'punctuation'],
      ['"b"', 'string'],
      [',', 'punctuation'],
      ['null', 'literal'],
      [']', 'punctuation'],
      ['}', 'punctuation'],
    ]);
  });

  test('in NDJSON one invalid line does not affect the next', () => {
    const { text, spans, formatter } = format('{"a":1}\nnot json\n[2\n{"b":3}\n', { indent: false, lines: true });
    expect(text).toBe('{"a":1}\nnot json\n[2\n{"b":3}\n');
    expect(spans).toContainEqual(['"b"', 'key']);
    expect(formatter.problem?.line).toBe(2);
  });
});

describe('one line of formatted JSON', () => {
  test('its spans add up to the line', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]:,"\\01e.-true ax'), maxLength: 30 }), line => {
        expect(
          jsonLineSpans(line)
            .map(each => each.text)
            .join(''),
        ).toBe(line);
      }),
    );
  });

  test('a string before a colon is a key', () => {
    expect(jsonLineSpans('  "a": "b\\"",')).toEqual([
      { text: '  ', role: 'plain' },
      { text: '"a"', role: 'key' },
      { text: ':', role: 'punctuation' },
      { text: ' ', role: 'plain' },
      { text: '"b\\""', role: 'string' },
      { text: ',', role: 'punctuation' },
    ]);
  });
});
