import { fill, type Scope, type Value } from '../../../source/core/http-file/variables.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

/** The names of a file, in line order. */
const scopeOf = (file: Readonly<Record<string, string>>, given: Readonly<Record<string, string>> = {}): Scope => ({
  given: new Map(Object.entries(given).map(([name, text]): [string, Value] => [name, { text }])),
  captured: new Map(),
  file: Object.entries(file).map(([name, text], line) => ({ name, text, line: line + 1, after: 0 })),
  environment: new Map(),
  world: { now: () => 0, random: length => new Uint8Array(length), variable: () => undefined, dotenv: new Map() },
  response: () => undefined,
  made: new Map(),
});

/** `a0` is `start`, and each name contains the previous one `times` times. */
const chain = (length: number, times: number, start: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length }, (_, i) => [`a${i}`, i === 0 ? start : `{{a${i - 1}}}`.repeat(i === 0 ? 1 : times)]),
  );

test('names within values are filled in, each once', () => {
  expect(fill('{{a2}}', scopeOf(chain(3, 2, 'x')), 0).text).toBe('xxxx');
  expect(fill('{{a30}}', scopeOf(chain(31, 2, '')), 0).text).toBe('');
  const ids = scopeOf({ id: 'n{{$randomInt}}', both: '{{id}} {{id}}' });
  expect(fill('{{both}} {{id}}', ids, 0).text).toMatch(/^(n\d+) \1 \1$/);
});

test.each([
  ['a circle of two', { a: '{{b}}', b: '{{a}}' }, '{{a}}', ['a (its value refers back to itself)']],
  ['a name within its own value', { a: '{{a}}'.repeat(1000) }, '{{a}}', ['a (its value refers back to itself)']],
  ['few lines for 2^40 letters', chain(41, 2, 'x'), '{{a40}}', ['a26 (with its value the text exceeds 64 MiB)']],
  ['few lines for 2^40 names', chain(41, 2, '{{none}}'), '{{a40}}', ['none']],
  ['a long chain', chain(50_000, 1, 'x'), '{{a49999}}', ['a49899 (names within its value are nested too deeply)']],
])('%s has no value, which is reported once', (_, file, text, missing) => {
  expect(fill(text, scopeOf(file), 0).missing).toEqual(missing);
});

test('a lone surrogate is percent-encoded in the form in which it is sent', () => {
  expect(fill('{{%name}}', scopeOf({}, { name: 'a\ud800 b' }), 0).text).toBe('a%EF%BF%BD%20b');
});

test('thousands of names are looked up once each', () => {
  const filling = (count: number) => {
    const scope = scopeOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, 'x'])));
    const text = Array.from({ length: count }, (_, at) => `{{name${at}}}`).join('');
    return () => expect(fill(text, scope, 0).text).toHaveLength(count);
  };
  expectTimeRatioBelow(40, filling(20_000), filling(2000));
});
