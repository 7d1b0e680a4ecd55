import { isJson } from '../../../../source/core/json/is-json.js';
import { JsonFormatter } from '../../../../source/core/response/json-format.js';
import { JsonLines } from '../../../../source/core/response/viewer/json-lines.js';
import {
  childCount,
  lineOfPath,
  pathOfLine,
  pathText,
  valueText,
} from '../../../../source/core/response/viewer/paths.js';
import { sourceOf } from '../../../../source/core/response/viewer/source-of.js';
import * as fc from '../../../support/property.js';

/** The lines as drawn when nothing is folded. */
function drawn(text: string): string {
  const source = new JsonLines(text);
  const lines: string[] = [];
  for (let line = 0; source.has(line); line++) {
    const { depth, key, value, comma } = source.parts(line);
    const name = key === undefined ? '' : `${text.slice(...key)}: `;
    // The server's white space in an empty container is preserved, which the layout does not have.
    const shown = text.slice(...value).replace(/^([[{])\s*([\]}])$/, '$1$2');
    lines.push(`${'  '.repeat(depth)}${name}${shown}${comma ? ',' : ''}`);
  }
  return lines.join('\n');
}

function formatted(text: string): string {
  const pieces: string[] = [];
  const formatter = new JsonFormatter(piece => pieces.push(piece), { indent: true });
  formatter.write(text);
  formatter.end();
  return pieces.join('');
}

const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const scalar = fc.oneof(
  fc.string({ unit: 'binary' }).map(text => JSON.stringify(text)),
  fc.constantFrom(
    '""',
    '"\\""',
    '"\\\\"',
    '"a\\\\\\"b"',
    '"{[,:]}"',
    '"\\u00fc"',
    '12345678901234567890',
    '-0',
    '1.0',
    '1e+5',
    '0.10',
  ),
  fc.constantFrom('true', 'false', 'null'),
);
/** JSON texts in any layout. */
const { json } = fc.letrec<{ json: string; list: string; object: string }>(tie => ({
  json: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('object')),
  list: fc
    .tuple(blank, fc.array(fc.tuple(blank, tie('json'), blank), { maxLength: 5 }))
    .map(([space, items]) => `[${items.map(each => each.join('')).join(',') || space}]`),
  object: fc
    .tuple(blank, fc.array(fc.tuple(blank, fc.string(), blank, blank, tie('json'), blank), { maxLength: 5 }))
    .map(([space, members]) => {
      const texts = members.map(([a, key, b, c, value, d]) => `${a}${JSON.stringify(key)}${b}:${c}${value}${d}`);
      return `{${texts.join(',') || space}}`;
    }),
}));

test('the lines equal the formatter’s, whatever the server’s layout', () => {
  fc.assert(
    fc.property(json, blank, blank, (text, before, after) => {
      const whole = before + text + after;
      expect(drawn(whole)).toBe(formatted(whole));
    }),
    { numRuns: 500 },
  );
});

test('the result does not depend on the steps in which a text is read', () => {
  fc.assert(
    fc.property(json, fc.array(fc.nat(40), { maxLength: 20 }), (text, steps) => {
      const source = new JsonLines(text);
      for (const chars of steps) {
        source.advance(chars);
        // Queries in between must not change later results.
        for (let line = 0; line < source.known; line++) source.kind(line);
      }
      while (!source.complete) source.advance(3);
      const at = new JsonLines(text);
      at.advance(Number.POSITIVE_INFINITY);
      const all = (lines: JsonLines) =>
        Array.from({ length: lines.known }, (_, line) => [lines.start(line), lines.kind(line), lines.partner(line)]);
      expect(all(source)).toEqual(all(at));
    }),
  );
});

test('an opening line knows its closing line, and vice versa', () => {
  fc.assert(
    fc.property(json, text => {
      const source = new JsonLines(text);
      for (let line = 0; source.has(line); line++) {
        if (source.kind(line) === 'leaf') continue;
        const other = source.partner(line);
        expect(source.partner(other)).toBe(line);
        expect(source.kind(other)).toBe(source.kind(line) === 'open' ? 'close' : 'open');
        expect(source.parts(other).depth).toBe(source.parts(line).depth);
      }
    }),
  );
});

test('the path of a line leads back to it, and its value equals that of JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const source = new JsonLines(text);
      for (let line = 0; source.has(line); line++) {
        if (source.kind(line) === 'close') continue;
        const path = pathOfLine(source, line);
        expect(lineOfPath(source, path)).toEqual({ line, whole: true });
        const found = path.reduce<unknown>(
          (inside, step) => (inside as Record<string, unknown>)[step],
          JSON.parse(text),
        );
        expect(JSON.parse(valueText(source, line))).toEqual(found);
      }
    }),
  );
});

test('a path goes as far as the data: to the null in place of a failed field', () => {
  const source = new JsonLines('{"data":{"user":{"posts":[{"title":"a"},null]}}}');
  const lineAt = (path: (string | number)[]) => {
    const found = lineOfPath(source, path);
    return found && [pathText(pathOfLine(source, found.line)), found.whole];
  };
  expect(lineAt(['data', 'user', 'posts', 0, 'title'])).toEqual(['.data.user.posts[0].title', true]);
  expect(lineAt(['data', 'user', 'posts', 1, 'title'])).toEqual(['.data.user.posts[1]', false]);
  expect(lineAt(['data', 'other'])).toEqual(['.data', false]);
  expect(childCount(source, lineOfPath(source, ['data', 'user', 'posts'])?.line ?? 0)).toBe(2);
});

test.each([
  [[], '.'],
  [['a', 0, 'b_1'], '.a[0].b_1'],
  [[0], '.[0]'],
  [['first name'], '.["first name"]'],
  [['a', 'x-y', '"'], '.a["x-y"]["\\""]'],
])('the path %j is written %s', (path, text) => {
  expect(pathText(path)).toBe(text);
});

test('100,000 levels are read without recursion', () => {
  const depth = 100_000;
  const source = new JsonLines('['.repeat(depth) + ']'.repeat(depth));
  source.advance(Number.POSITIVE_INFINITY);
  expect(source.known).toBe(depth * 2 - 1);
  expect(source.partner(0)).toBe(depth * 2 - 2);
});

test('only the beginning of a large text is read until more is needed', () => {
  const source = new JsonLines(`[${'{"a":1},'.repeat(200_000)}1]`);
  source.has(50);
  expect(source.known).toBeLessThan(60);
  expect(source.complete).toBe(false);
  source.advance(1000);
  expect(source.known).toBeLessThan(600);
});

test.each([
  ['{"a":1}', true],
  ['{"a":1}\n{"a":2}', true],
  ['"text"\n', true],
  ['<html>', false],
  ['{"a":', false],
  ['tree of things', false],
  ['', false],
])('%j is JSON: %s', (text, json) => {
  expect(isJson(text, true)).toBe(json);
  expect(sourceOf(text).json).toBe(json);
});

test('text that is not JSON is shown with its own lines, whatever their endings', () => {
  const source = sourceOf('<html>\r\n\n  <b>\n');
  const lines: string[] = [];
  for (let line = 0; source.has(line); line++) lines.push(source.text.slice(...source.parts(line).value));
  expect(lines).toEqual(['<html>', '', '  <b>']);
});
