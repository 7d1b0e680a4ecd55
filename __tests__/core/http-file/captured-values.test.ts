/** `{{name}}` in JSON and in headers. */
import { isFailure } from '../../../source/core/failure.js';
import {
  type CapturedValue,
  fillHeaders,
  fillJson,
  missingNames,
  missingPlaces,
} from '../../../source/core/http-file/captured-values.js';
import { isSecret, reveal, secret } from '../../../source/core/secret.js';

const world = { now: () => 0, random: (length: number) => new Uint8Array(length) };
const kept = new Map<string, CapturedValue>([
  ['id', '42'],
  ['name', '"Ada \\"L\\""'],
  ['list', '[1, 2.50]'],
  ['token', secret('"s3cret"')],
]);

test.each([
  ['{"a": "{{id}}"}', '{"a": 42}', 'a whole string becomes the value'],
  ['{"a": "{{ name }}"}', '{"a": "Ada \\"L\\""}', 'a string stays one, with its escapes'],
  ['{"a": "{{list}}"}', '{"a": [1, 2.50]}', 'numbers are unchanged'],
  ['{"a": "to {{name}}, {{id}}"}', '{"a": "to Ada \\"L\\", 42"}', 'within a string its text'],
  ['{"a": "{{token}}"}', '{"a": "s3cret"}', 'a secret, where it is sent'],
  ['{"a": "{{%name}}"}', '{"a": "Ada%20%22L%22"}', 'percent-encoded, as in a .http file'],
  ['{"a": "{{$isoTimestamp}}"}', '{"a": "1970-01-01T00:00:00.000Z"}', 'made when it is sent'],
  ['{"a": "{{gone}} {{id}}"}', '{"a": "{{gone}} 42"}', 'an unknown name stays'],
  ['{ "a" : 1.0 , "b":"\\u0041" }', '{ "a" : 1.0 , "b":"\\u0041" }', 'text without placeholders is unchanged'],
  [
    '{"a": "{{$processEnv PATH}} {{$env.PATH}}"}',
    '{"a": "{{$processEnv PATH}} {{$env.PATH}}"}',
    'never the environment',
  ],
])('%s becomes %s: %s', (json, filled) => {
  expect(fillJson(json, kept, world)).toBe(filled);
});

test('a filled-in value is not expanded again, so a server cannot request another value', () => {
  expect(fillJson('{"a": "{{x}}"}', new Map([...kept, ['x', '"{{token}}"']]), world)).toBe('{"a": "{{token}}"}');
});

test('names without a value are reported with their positions; generated names and names of .http files are known', () => {
  expect(missingNames('{{id}} {{gone}} {{gone}} {{$uuid}} {{$unknown}} {{$processEnv PATH}}', kept)).toEqual([
    'gone',
    '$unknown',
    '$processEnv PATH',
  ]);
  expect(missingPlaces('{"a": "x{{gone}}", "b": "{{id}}"}', kept)).toEqual([{ name: 'gone', from: 8, to: 16 }]);
});

test('a header with a secret becomes a secret; a line break in a value, or an unknown name, is rejected', () => {
  const header = (value: string) => fillHeaders([{ kind: 'set', name: 'X-A', value }], kept, world);
  expect(header('n {{id}}')).toEqual([{ kind: 'set', name: 'X-A', value: 'n 42' }]);
  const [hidden] = header('{{token}}') as unknown as readonly [
    { readonly kind: string; readonly value: { value: unknown } },
  ];
  expect(hidden.kind).toBe('secret');
  expect(isSecret(hidden.value.value) && reveal(hidden.value.value)).toBe('s3cret');
  expect(header('{{gone}}')).toMatchObject({ text: '{{gone}} in the header X-A has no value.' });
  const split = fillHeaders([{ kind: 'set', name: 'X-A', value: '{{x}}' }], new Map([['x', '"a\\r\\nX-B: c"']]), world);
  expect(isFailure(split) && split.text).toBe('The value of the header X-A contains a line break or NUL.');
});
