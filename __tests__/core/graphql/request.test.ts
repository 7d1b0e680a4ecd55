import { isFailure } from '../../../source/core/failure.js';
import { getUrl, jsonBody, withDefaultHeaders } from '../../../source/core/graphql/request.js';
import { readVariables, uploadValues, withUploads } from '../../../source/core/graphql/variables.js';
import { printRaw } from '../../../source/core/json/raw.js';
import * as fc from '../../support/property.js';

test('the body contains the query as typed and the variables unchanged', () => {
  expect(jsonBody({ query: '{\n a # é "\n}', operationName: 'A', variables: '{ "id": 12345678901234567890 }' })).toBe(
    '{"query":"{\\n a # é \\"\\n}","operationName":"A","variables":{ "id": 12345678901234567890 }}',
  );
  expect(jsonBody({ query: '{ a }', operationName: '' })).toBe('{"query":"{ a }"}');
});

test.each<[string, string]>([
  ['http://a/g', 'http://a/g?query=%7B+a+%7D'],
  ['http://a/g?k=1', 'http://a/g?k=1&query=%7B+a+%7D'],
  ['http://a/g?', 'http://a/g?query=%7B+a+%7D'],
  ['http://a/g#top', 'http://a/g?query=%7B+a+%7D#top'],
])('a GET of %s is sent to %s', (url, expected) => {
  expect(getUrl(url, { query: '{ a }' })).toBe(expected);
});

test('every text in a GET arrives unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.json(), (query, variables) => {
      const { searchParams } = new URL(getUrl('http://a/g?x=1', { query, operationName: 'O', variables }));
      expect([...searchParams]).toEqual([
        ['x', '1'],
        ['query', query],
        ['operationName', 'O'],
        ['variables', variables],
      ]);
    }),
  );
});

test('the user overrides a default header', () => {
  const own = [{ name: 'accept', value: 'text/html' }];
  const lines = withDefaultHeaders(
    [
      { name: 'Accept', value: 'a' },
      { name: 'Content-Type', value: 'b' },
    ],
    own,
    ['user-agent', 'content-type'],
  );
  expect(lines.map(line => line.name)).toEqual(['Accept-Encoding', 'accept']);
});

describe('variables', () => {
  test.each<[string | undefined, [string, string][], string | undefined]>([
    [undefined, [], undefined],
    ['', [], undefined],
    ['null', [], undefined],
    ['{"a": 1.0}', [], '{"a": 1.0}'],
    ['\ufeff{"a": 1.0}\n', [], '{"a": 1.0}'],
    [
      '{"a": 1, "b": 2}',
      [
        ['b', '12345678901234567890'],
        ['c', '"x"'],
      ],
      '{"a":1,"b":12345678901234567890,"c":"x"}',
    ],
    ['{"a": 1, // one\n}', [], '{"a":1}'],
    [undefined, [['a', 'true']], '{"a":true}'],
  ])('%j with items %j is sent as %j', (text, items, wire) => {
    const read = items.map(([name, json]) => ({ name, path: [{ kind: 'key' as const, key: name }], json }));
    expect(readVariables(text, read)).toMatchObject({
      values: expect.any(Map),
      ...(wire === undefined ? {} : { text: wire }),
    });
    expect((readVariables(text, read) as { text?: string }).text).toBe(wire);
  });

  test.each<[string, RegExp, object | undefined]>([
    ['{\n  "a": 1\n  "b": 2\n}', /a comma or } is expected here/, { line: 3, column: 3 }],
    ['[1]', /must be a JSON object/, undefined],
    ['{', /the text ends/, { line: 1, column: 2 }],
  ])('%j is reported with its position', (text, words, place) => {
    const read = readVariables(text, []);
    expect(read).toMatchObject({ problem: expect.stringMatching(words) });
    expect((read as { position?: object }).position).toEqual(place);
  });
});

describe('positions of files', () => {
  const variables = (text: string) => readVariables(text, []) as { values: Map<string, never> };
  test.each<[string, string[], string]>([
    ['{}', ['variables.file'], '{"file":null}'],
    ['{"a":1}', ['variables.files.0', 'variables.files.1'], '{"a":1,"files":[null,null]}'],
    ['{"in":{"name":"x"}}', ['variables.in.file'], '{"in":{"name":"x","file":null}}'],
    ['{}', ['variables.list.0.file'], '{"list":[{"file":null}]}'],
    ['{"f":"old"}', ['variables.f'], '{"f":null}'],
  ])('%s with %j becomes %s', (text, paths, wire) => {
    const made = withUploads(variables(text), paths);
    expect(isFailure(made) ? made.text : made.text).toBe(wire);
  });

  test.each<[string, string]>([
    ['{}', 'file'],
    ['{}', 'variables'],
    ['{}', 'variables.'],
    ['{"a":1}', 'variables.a.b'],
    ['{"a":[]}', 'variables.a.5'],
    ['{"a":[]}', 'variables.a.x'],
  ])('in %s there is no position %s', (text, path) => {
    expect(isFailure(withUploads(variables(text), [path]))).toBe(true);
  });

  test('files count as content when the variables are checked, and the user’s values are unchanged', () => {
    const read = variables('{"a":{"b":[]}}');
    const made = withUploads(read, ['variables.a.b.0', 'variables.f']);
    if (isFailure(made)) throw new Error(made.text);
    expect(uploadValues(JSON.parse(made.text ?? ''), ['variables.a.b.0', 'variables.f'])).toEqual({
      a: { b: ['a file'] },
      f: 'a file',
    });
    expect(printRaw(read.values)).toBe('{"a":{"b":[]}}');
  });
});
