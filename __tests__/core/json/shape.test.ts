import { isJson } from '../../../source/core/json/is-json.js';
import { ShapeReader, shapeOf, textOf } from '../../../source/core/json/shape.js';
import * as fc from '../../support/property.js';

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 1)
    : 1;

test('the members of an object are slices of its text, however it is split', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
      fc.constantFrom(undefined, 2),
      fc.array(fc.nat(200)),
      (object, indent, cuts) => {
        const text = JSON.stringify(object, undefined, indent);
        const names = Object.keys(object).filter((_, index) => index % 2 === 0);
        const reader = new ShapeReader(names);
        const places = [0, ...cuts.filter(cut => cut < text.length).sort((a, b) => a - b), text.length];
        for (const [index, end] of places.slice(1).entries()) reader.write(text.slice(places[index], end));
        const shape = reader.end();
        expect(shape).toEqual(shapeOf(text, names));
        const found = names.map(name => [name, JSON.parse(textOf(text, shape?.members.get(name)) ?? '')]);
        expect(found).toEqual(Object.entries(JSON.parse(text)).filter((_, index) => index % 2 === 0));
        expect(shape?.others).toBe(Object.keys(object).length - names.length);
        expect(shape?.values).toBe(countOf(object));
      },
    ),
  );
});

test('numbers and blanks remain in the text, and the last value of a repeated name counts', () => {
  const text = ' {"a" : 1, "b":{"a":[1, 2]}, "a":12345678901234567890 } ';
  const shape = shapeOf(text, ['a', 'b']);
  expect(textOf(text, shape?.members.get('a'))).toBe('12345678901234567890');
  expect(textOf(text, shape?.members.get('b'))).toBe('{"a":[1, 2]}');
  expect(shape).toMatchObject({ values: 7, depth: 3, others: 0 });
});

test.each(['', ' ', '[1]', '"x"', '5', '{', '{"a":1', '{"a":1}}', '{"a":1} {}', '{"a":01}', 'null', ")]}'\n{}"])(
  '%j is not an object',
  text => {
    expect(shapeOf(text, [])).toBeUndefined();
  },
);

test('any text is JSON or not, like JSON.parse', () => {
  const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', 'e', 'true', ' ', 'x'));
  fc.assert(
    fc.property(pieces, list => {
      const text = list.join('');
      let wanted = true;
      try {
        JSON.parse(text);
      } catch {
        wanted = false;
      }
      expect(isJson(text)).toBe(wanted);
    }),
  );
  expect([isJson('1 2'), isJson('1 2', true), isJson('{}\n[', true)]).toEqual([false, true, false]);
});

test('a text that cannot be an object is detected as early as possible', () => {
  const reader = new ShapeReader([]);
  reader.write(' \n');
  expect(reader.hopeless).toBe(false);
  reader.write('[');
  expect(reader.hopeless).toBe(true);
});
