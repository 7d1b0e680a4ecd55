/** Problems in an `.http` text while it is typed, each with its position. */
import type { HttpFile } from '../../../source/core/http-file/document.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { checkHttpFile } from '../../../source/core/openapi/check/check-file.js';
import { httpProblems } from '../../../source/core/openapi/intelligence/problems.js';
import { describeText } from '../../support/fixtures/descriptions.js';
import * as fc from '../../support/property.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

const json = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const description = describeText(
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'http://api.test/v1' }],
    paths: {
      '/pets': {
        get: {
          parameters: [
            { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
            { name: 'filter', in: 'query', content: json({ properties: { limit: { type: 'integer' } } }).content },
            { name: 'kind', in: 'query', schema: { enum: ['dog', 'cat'] } },
            { name: 'X-Mode', in: 'header', required: true, schema: { enum: ['fast', 'slow'] } },
          ],
          responses: {},
        },
        post: { requestBody: json({ $ref: '#/components/schemas/Pet' }), responses: {} },
      },
      '/pets/{petId}': {
        get: {
          parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: {},
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            name: { type: 'string' },
            age: { type: 'integer' },
            owner: { $ref: '#/components/schemas/Pet' },
          },
        },
      },
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
    },
  }),
);

/** Each problem as the marked text and its message. */
function told(text: string, values: Readonly<Record<string, string>> = {}, described = true) {
  const places = { values: new Map(Object.entries(values)), server: 'http://other.test' };
  return httpProblems(described ? description : undefined, text, parseHttpFile(text), places).problems.map(
    ({ from, to, message }) => [text.slice(from, to), message],
  );
}

const list = 'GET http://api.test/v1/pets?page=1\nX-Mode: fast\n';
const post = 'POST http://api.test/v1/pets\nContent-Type: application/json\n\n';
const one = 'GET http://api.test/v1/pets';

test.each([
  ['filter={"limit":2}', []],
  ['filter={"limit":"x"}', [['filter={"limit":"x"}', 'filter at $.limit is a string, not an integer.']]],
  ['filter=limit', [['filter=limit', 'filter is not JSON.']]],
])('a parameter in JSON: %s', (query, problems) => {
  expect(told(list.replace('page=1', `page=1&${query}`))).toEqual(problems);
});

test.each<[string, string, readonly (readonly [string, string])[]]>([
  ['a text that fits', `${list}\n### b\n${post}{"name": "Rex", "age": 3}\n`, []],
  [
    'an unknown path',
    'GET http://api.test/v1/pet?x=1',
    [['http://api.test/v1/pet', 'The description has no path /pet: did you mean /pets?']],
  ],
  [
    'a method it has not',
    'DELETE http://api.test/v1/pets',
    [['http://api.test/v1/pets', '/pets has no DELETE: it has GET, POST.']],
  ],
  ['an unknown parameter', list.replace('?', '?colour=1&'), [['colour=1', 'GET /pets has no query parameter colour.']]],
  ['a parameter of the login', list.replace('?', '?api_key=1&'), []],
  [
    'a missing parameter',
    list.replace('?page=1', ''),
    [['http://api.test/v1/pets', 'GET /pets needs the query parameter page.']],
  ],
  [
    'a missing header',
    list.replace('X-Mode: fast', ''),
    [['http://api.test/v1/pets', 'GET /pets needs the header X-Mode.']],
  ],
  ['a value that does not fit', list.replace('=1', '=one'), [['page=one', 'page is a string, not an integer.']]],
  [
    'a header that does not fit',
    list.replace('fast', 'idle'),
    [['X-Mode: idle', 'X-Mode is not one of "fast", "slow".']],
  ],
  ['a step of the path that does not fit', `${one}/rex`, [['rex', 'petId is a string, not an integer.']]],
  ['a missing body', 'POST http://api.test/v1/pets', [['http://api.test/v1/pets', 'POST /pets needs a body.']]],
  ['a body that the operation does not have', `${list}\n{}`, [['{}', 'GET /pets does not take a body.']]],
  [
    'another type',
    post.replace('json', 'xml').concat('<a/>'),
    [['Content-Type: application/xml', 'POST /pets does not take application/xml. It takes application/json.']],
  ],
  ['a missing property', `${post}{"age": 3}`, [['{"age": 3}', 'The body lacks name.']]],
  [
    'a property that does not fit',
    `${post}{\n  "name": "Rex",\n  "age": "old"\n}`,
    [['"age": "old"', 'age is a string, not an integer.']],
  ],
  ['a property that is not described', `${post}{"name": "Rex", "nick": 1}`, [['"nick": 1', 'nick is not described.']]],
  ['a nested one', `${post}{"name": "Rex", "owner": {\n"age": 3}}`, [['"owner": {', 'owner lacks name.']]],
  [
    'comment lines, which are not sent',
    `${post}{\n  # her name\n  "name": "Rex",\n# age\n  "age": "old"\n}`,
    [['"age": "old"', 'age is a string, not an integer.']],
  ],
  ['JSON that cannot be read', `${post}{"name": "Rex",\n "age" 3}`, [['3', 'The body is not JSON.']]],
  ['JSON that ends too early', `${post}{"name": "Rex"`, [['"', 'The body is not JSON.']]],
  [
    'a line that is no request',
    '### a\n\n  say hello\n',
    [['say hello', expect.stringContaining('This is not a request line')]],
  ],
  ['a line that is not a header', `${list}X-Mode\n`, [['X-Mode', expect.stringContaining('This is not a header')]]],
  ['another server', 'GET http://elsewhere.test/pets?x=1', []],
  [
    'the server of the screen',
    'GET http://other.test/pet',
    [['http://other.test/pet', 'The description has no path /pet: did you mean /pets?']],
  ],
  [
    'names, which may be anything',
    `${one}/{{id}}\n\n### b\n${post}{"name": {{name}}, "age": "{{age}}", "owner": {{owner}}}`,
    [],
  ],
  [
    'a query on separate lines',
    `${one}\n  ?page=one\nX-Mode: fast`,
    [['http://api.test/v1/pets', 'page is a string, not an integer.']],
  ],
  ['a file for a body', `${post}< ./pet.json`, []],
  [
    'all requests, in their order',
    `${one}/a\n\n### b\n${one}/1\n\n### c\n${one}/c`,
    [
      ['a', 'petId is a string, not an integer.'],
      ['c', 'petId is a string, not an integer.'],
    ],
  ],
])('%s', (_, text, expected) => {
  const found = told(text);
  expect(found).toEqual(expected);
});

test('a name is checked by its value, if it has one', () => {
  const text = `${one}/{{id}}\n\n### b\n${post}{"name": "{{name}}", "age": {{age}}}\n`;
  expect(told(text, { id: '3', name: 'Rex', age: '4' })).toEqual([]);
  expect(told(text, { id: 'three', name: 'Rex', age: '"four"' })).toEqual([
    ['{{id}}', 'petId is a string, not an integer.'],
    ['"age": {{age}}', 'age is a string, not an integer.'],
  ]);
  expect(told(`@id = x\n${one}/{{id}}`, { id: '3' })).toEqual([]);
});

test('a long text is checked in parts, each continuing where the last one ended', () => {
  const text = Array.from({ length: 100 }, (_, at) => `### ${at}\n${one}/x${at}\n`).join('');
  const file = parseHttpFile(text);
  const counts = [1, 2, 3]
    .map(() => httpProblems(description, text, file, {}))
    .map(each => [each.problems.length, each.isWhole]);
  expect(counts).toEqual([
    [40, false],
    [80, false],
    [100, true],
  ]);
  const other = `${text}### more\n${one}/y\n`;
  expect(httpProblems(description, other, parseHttpFile(other), {})).toMatchObject({ isWhole: true });
});

test('without a description only syntax errors are reported', () => {
  expect(told('GET http://api.test/v1/pet?x=1\n\n### b\nno request', {}, false)).toEqual([
    ['no request', expect.stringContaining('This is not a request line')],
  ]);
});

test('--validate reports the columns, too', () => {
  const { problems } = checkHttpFile(description, 'a.http', `${post}{\n  "name": "Rex",\n  "age": "old"\n}`);
  expect(problems).toEqual([{ line: 6, column: 3, text: 'age is a string, not an integer.' }]);
});

test('--validate counts the lines of the parser: a CR without LF ends none', () => {
  const { problems } = checkHttpFile(description, 'a.http', `${post}{\r  "name": "Rex",\r\n  "age": "old"\n}`);
  expect(problems).toEqual([{ line: 5, column: 3, text: 'age is a string, not an integer.' }]);
});

const pieces = [
  list,
  post,
  one,
  '/rex',
  '?kind=',
  'page=1',
  '\n',
  '\n\n',
  '### a\n',
  '{"name": ',
  '"x"',
  '}',
  '{{n}}',
  ' ',
  'Accept: x',
  '@n = 1\n',
];

test('problems are within the text, in order, and those of a request do not change when another is edited', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }),
      fc.array(fc.constantFrom(...pieces)),
      (a, b) => {
        const check = (text: string, file: HttpFile = parseHttpFile(text)) =>
          httpProblems(description, text, file, { values: new Map() }).problems;
        const first = `### first\n${a.join('').replaceAll('@n = 1', '')}\n`;
        const alone = check(first);
        const both = check(`${first}### second\n${b.join('')}`);
        for (const [nth, { from, to }] of both.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          expect(from).toBeGreaterThanOrEqual(both[nth - 1]?.from ?? 0);
        }
        expect(both.filter(({ from }) => from < first.length)).toEqual(alone);
      },
    ),
  );
});

test('the time for a text of thousands of invalid lines is proportional to their number', () => {
  const checked = (count: number) => {
    const text = '###\nx y z w\n'.repeat(count);
    const file = parseHttpFile(text);
    return () => expect(httpProblems(undefined, text, file, { server: 'http://a.test' }).problems).toHaveLength(count);
  };
  expectTimeRatioBelow(40, checked(10_000), checked(1000));
});
