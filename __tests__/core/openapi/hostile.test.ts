/** Hostile descriptions: each is processed quickly, within limits, and read as far as possible. */

import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { assignArguments, chooseContent } from '../../../source/core/openapi/call/arguments.js';
import { entryText } from '../../../source/core/openapi/call/entry-text.js';
import { exampleFor } from '../../../source/core/openapi/call/example.js';
import { textOfPattern } from '../../../source/core/openapi/call/pattern.js';
import { Placeholders } from '../../../source/core/openapi/call/placeholders.js';
import { bodyMisfits } from '../../../source/core/openapi/check/body-misfits.js';
import { checkHttpFile } from '../../../source/core/openapi/check/check-file.js';
import { misfits } from '../../../source/core/openapi/check/json-schema.js';
import { describeOperation, describeSchema, operationFacts } from '../../../source/core/openapi/describe.js';
import { maxDepth, maxText, readNodes } from '../../../source/core/openapi/document/read.js';
import { matchPath } from '../../../source/core/openapi/look-up.js';
import { shapeOf, typeText } from '../../../source/core/openapi/schema.js';
import { search } from '../../../source/core/openapi/search.js';
import { setTimeLimit } from '../../../source/core/time-limit.js';
import { describeText } from '../../support/fixtures/descriptions.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

beforeEach(() => setTimeLimit(1000));

/** Shortens the time limit for a test that exceeds it. */
const exceedTimeLimit = (): void => setTimeLimit(50);

const withSchemas = (schemas: object, more: object = {}) =>
  describeText(JSON.stringify({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas }, ...more }));

test('a few aliases that expand to billions of values are rejected', () => {
  const levels = Array.from(
    { length: 12 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`,
  );
  const bomb = `openapi: 3.1.0\na0: &a0 [x]\n${levels.join('\n')}\n`;
  expect(readNodes(bomb)).toEqual({ problem: 'its aliases expand to more than 200000 values' });
});

test('an alias within itself is cut off at the depth limit', () => {
  const read = readNodes('openapi: 3.1.0\nx: &x\n  y: *x\n');
  expect('problems' in read && read.problems).toEqual([
    { place: expect.stringMatching(/^#\/x(?:\/y)+$/), text: 'Deeper levels are omitted.' },
  ]);
});

test.each(['[', '{"a":'])('100,000 times %s is cut off, and the rest is read', open => {
  const close = open === '[' ? ']' : '}';
  const text = `{"openapi": "3.1.0", "deep": ${open.repeat(100_000)}1${close.repeat(100_000)}, "paths": {"/a": {"get": {}}}}`;
  const description = describeText(text);
  expect(description.operations.map(each => each.path)).toEqual(['/a']);
  expect(description.problems[0]?.place.split('/')).toHaveLength(maxDepth + 2);
});

test('deep YAML and long texts are a problem, not an exception', () => {
  expect(readNodes(`a: ${'['.repeat(100_000)}`)).toHaveProperty('problem');
  expect(readNodes(' '.repeat(maxText + 1))).toEqual({ problem: 'it exceeds 64 MiB' });
});

test.each([
  [
    'JSON',
    '{"openapi": "3.1.0", "paths": {}, "components": {"schemas": {"__proto__": {"type": "object", "properties": {"__proto__": {"type": "string"}, "constructor": {"type": "integer"}}}}}}',
  ],
  [
    'YAML',
    'openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n    __proto__:\n      type: object\n      properties:\n        __proto__: {type: string}\n        constructor: {type: integer}\n',
  ],
])('in %s, __proto__ and constructor are ordinary names', (_, text) => {
  const description = describeText(text);
  expect(description.schemas).toEqual(['__proto__']);
  const schema = { $ref: '#/components/schemas/__proto__' };
  expect(shapeOf(description.root, schema).properties.map(each => each.name)).toEqual(['__proto__', 'constructor']);
  const value: unknown = JSON.parse('{"__proto__": "a", "constructor": "b"}');
  expect(misfits(description, schema, value, 'request')).toEqual([
    { path: ['constructor'], text: 'is a string, not an integer' },
  ]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(describeSchema(description, '__proto__')).toContain('constructor: integer');
});

test('circular references resolve to nothing, and recursive schemas end', () => {
  const schemas = {
    A: { $ref: '#/components/schemas/B' },
    B: { $ref: '#/components/schemas/A' },
    Self: { allOf: [{ $ref: '#/components/schemas/Self' }], properties: { name: { type: 'string' } } },
    Tree: { type: 'object', required: ['child'], properties: { child: { $ref: '#/components/schemas/Tree' } } },
    Any: { anyOf: [{ $ref: '#/components/schemas/Any' }] },
    List: { type: 'array', minItems: 3, items: { $ref: '#/components/schemas/Lists' } },
    Lists: { type: 'array', items: { $ref: '#/components/schemas/List' } },
  };
  const description = withSchemas(schemas);
  expect(description.schemas.length).toBe(7);
  for (const name of description.schemas) {
    const called = withSchemas(schemas, postOf({ $ref: `#/components/schemas/${name}` }));
    for (const operation of called.operations) {
      expect(entryText(called, operation, 'https://api.example').text).toContain('POST https://api.example/a');
      expect(describeOperation(called, operation).length).toBeGreaterThan(0);
    }
    const schema = { $ref: `#/components/schemas/${name}` };
    expect(typeText(description.root, schema).length).toBeLessThan(200);
    expect(() => exampleFor(description.root, schema)).not.toThrow();
    expect(misfits(description, schema, { name: 'x' }, 'request').length).toBeLessThan(3);
  }
  expect(describeSchema(description, 'Tree')).toContain('child: Tree ↻');
});

/** Nested alternatives, two per level: 2^40 paths lead from S0 to the string. */
const chainOf = (keyword: 'anyOf' | 'oneOf') =>
  Object.fromEntries([
    ...Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `#/components/schemas/S${at + 1}` };
      return [`S${at}`, { [keyword]: [next, next] }] as const;
    }),
    ['S40', { type: 'string' }],
  ]);
const chain = chainOf('oneOf');

const postOf = (schema: object) => ({
  paths: {
    '/a': { post: { requestBody: { required: true, content: { 'application/json': { schema } } }, responses: {} } },
  },
  servers: [{ url: 'https://api.example' }],
});

test.each([
  ['a chain of 40 levels of `oneOf`', { $ref: '#/components/schemas/S0' }, 200],
  ['an array of at least a billion items', { type: 'array', minItems: 1e9, items: { type: 'string' } }, 100_000],
  [
    'arrays within arrays of at least 1,000 items each',
    { type: 'array', minItems: 1000, items: { type: 'array', minItems: 1000, items: { type: 'integer' } } },
    100_000,
  ],
  ['an array of at least a billion strings of 10,000 letters', { minItems: 1e9, items: { minLength: 10_000 } }, 10e6],
  [
    'an array of at least a billion strings for a pattern',
    { minItems: 1e9, items: { type: 'string', pattern: '^(?:abcdefgh){4000}$' } },
    10e6,
  ],
  ['an array of at least a billion numbers without a copy', { minItems: 1e9, uniqueItems: true, items: {} }, 100_000],
  ['an object of at least 100,000 properties', { type: 'object', minProperties: 100_000 }, 200_000],
  [
    'an object of at least a billion properties with a large example each',
    { type: 'object', minProperties: 1e9, additionalProperties: { example: 'x'.repeat(100_000) } },
    10e6,
  ],
] as const)('the example for %s ends early, and is marked as incomplete', (_, schema, maxLength) => {
  exceedTimeLimit();
  const description = withSchemas(chain, postOf(schema));
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('The description has no operation.');
  const { text } = entryText(description, operation, 'https://api.example');
  expect(text.length).toBeLessThan(maxLength);
  expect(text).toContain('\n# This example is incomplete because its schema is too large.\n');
  const { entries, problems } = parseHttpFile(text);
  expect({ entries: entries.length, problems }).toEqual({ entries: 1, problems: [] });
  expect(describeOperation(description, operation)).toMatch(
    /\nThis example is incomplete because its schema is too large\.$/,
  );
  expect(operationFacts(description, operation)).toHaveProperty('exampleIncomplete', true);
});

test('the parameters and the body of one example share one budget', () => {
  const schema = { type: 'array', minItems: 3000, items: { type: 'integer' } };
  const { paths, servers } = postOf(schema);
  const parameters = ['a', 'b'].map(name => ({ name, in: 'query', required: true, schema }));
  const description = withSchemas({}, { paths: { '/a': { post: { ...paths['/a'].post, parameters } } }, servers });
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('The description has no operation.');
  expect(operationFacts(description, operation)).toHaveProperty('exampleIncomplete', true);
});

test('an example within the budget is complete, and has no mark', () => {
  const schema = { type: 'object', minProperties: 500, additionalProperties: { type: 'array', minItems: 3 } };
  const description = withSchemas({}, postOf(schema));
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('The description has no operation.');
  const { text } = entryText(description, operation, 'https://api.example');
  expect(text).not.toContain('incomplete');
  expect(checkHttpFile(description, 'a.http', text).problems).toEqual([]);
  expect(describeOperation(description, operation)).not.toContain('incomplete');
  expect(operationFacts(description, operation)).toHaveProperty('exampleIncomplete', undefined);
});

test('a choice that is tried and discarded does not mark the example as incomplete', () => {
  const tree = { type: 'object', required: ['child'], properties: { child: { $ref: '#/components/schemas/Tree' } } };
  const schema = { oneOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'string' }] };
  const description = withSchemas({ Tree: tree }, postOf(schema));
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('The description has no operation.');
  expect(operationFacts(description, operation)).toHaveProperty('exampleIncomplete', undefined);
});

test('a value is checked against a chain of 40 levels of `anyOf` twice, and not again after that', () => {
  exceedTimeLimit();
  const description = withSchemas(chainOf('anyOf'));
  const schema = { $ref: '#/components/schemas/S0' };
  expect(misfits(description, schema, 'a', 'response')).toEqual([
    { path: [], text: 'took more than a second to check: from now on the patterns of the schemas are left out' },
  ]);
  expect(misfits(description, schema, 'a', 'response')).toEqual([
    { path: [], text: 'took more than a second to check, so its schema is no longer checked' },
  ]);
  expect(misfits(description, schema, 1, 'response')).toEqual([]);
});

test('the docs of an operation and a schema contain descriptions of any number of lines', () => {
  const text = 'x\n'.repeat(200_000);
  const description = withSchemas(
    { A: { type: 'object', description: text } },
    { paths: { '/a': { get: { description: text, responses: {} } } } },
  );
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('The description has no operation.');
  for (const docs of [describeOperation(description, operation), describeSchema(description, 'A')])
    expect(docs.split('\n').length).toBeGreaterThan(100_000);
});

test('the docs of an operation list 5,000 of a million properties', () => {
  const propertiesTo = (to: object) => Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, to]));
  const schemas = Object.fromEntries(
    ['A', 'B', 'C'].map((name, at) => {
      const to = at === 2 ? { type: 'string' } : { $ref: `#/components/schemas/${'BC'[at]}` };
      return [name, { type: 'object', properties: propertiesTo(to) }] as const;
    }),
  );
  const description = withSchemas(schemas, postOf({ $ref: '#/components/schemas/A' }));
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('The description has no operation.');
  for (const docs of [describeOperation(description, operation), describeSchema(description, 'A')]) {
    expect(docs.split('\n').length).toBeLessThan(5100);
    expect(docs).toContain('\nOnly the first 5000 properties are listed.');
  }
});

test('a name that no alternative has is rejected in a chain of 40 levels of `oneOf`', () => {
  const leaf = { type: 'object', properties: { a: {} }, additionalProperties: false };
  const description = withSchemas(
    { ...chain, S40: leaf, Any: { anyOf: [{ $ref: '#/components/schemas/Any' }, leaf] } },
    postOf({ anyOf: [{ $ref: '#/components/schemas/S0' }, { $ref: '#/components/schemas/Any' }] }),
  );
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('The description has no operation.');
  const bound = (name: string) =>
    assignArguments(description.root, operation, chooseContent(description.root, operation), [
      { name, path: [{ kind: 'key', key: name }], value: '1' },
    ]);
  expect(bound('a').problems).toEqual([]);
  expect(bound('b').problems).toHaveLength(1);
});

const manyLetters = `${'a'.repeat(60)}!`;

test.each([
  ['pattern', { type: 'string', pattern: '^(a+)+$' }, manyLetters],
  ['pattern, with adjacent repetitions', { pattern: `^${'a*'.repeat(20)}$` }, manyLetters],
  ['patternProperties', { patternProperties: { '^(a|a)*$': {} } }, { [manyLetters]: 1 }],
] as const)('a %s that takes too long is reported once, and then skipped', (_, schema, value) => {
  exceedTimeLimit();
  const description = withSchemas({ Slow: schema, Other: { pattern: '^b$', maxLength: 3 } });
  const slow = { $ref: '#/components/schemas/Slow' };
  expect(misfits(description, slow, value, 'response')).toEqual([
    { path: [], text: 'took more than a second to check: from now on the patterns of the schemas are left out' },
  ]);
  expect(misfits(description, slow, value, 'response')).toEqual([]);
  const other = { $ref: '#/components/schemas/Other' };
  expect(misfits(description, other, 'long', 'response')).toEqual([
    { path: [], text: expect.stringContaining('long') },
  ]);
});

test('no text is found for a pattern that takes too long', () => {
  exceedTimeLimit();
  expect(textOfPattern('^(a+)+(?=b)$', 60)).toBeUndefined();
});

test.each(['(?<a>', '\\-'])('the pattern %s, which JSON Schema does not support, is skipped in checks', pattern => {
  const description = withSchemas({ A: { pattern, patternProperties: { [pattern]: false }, maxProperties: 0 } });
  const schema = { $ref: '#/components/schemas/A' };
  expect(misfits(description, schema, 'a', 'response')).toEqual([]);
  expect(misfits(description, schema, { a: 1 }, 'response')).toHaveLength(1);
});

test.each(['^AC[0-9a-fA-F]{32}$', '^[a-z]+-[a-z]+$', '\\d{3}(?:-\\d{4})?', '^(on|off)+$', '^.{1,8}$', '^\\p{L}+$'])(
  'the pattern %s is checked, and has an example',
  pattern => {
    const description = withSchemas({ A: { pattern } });
    const schema = { $ref: '#/components/schemas/A' };
    const text = textOfPattern(pattern);
    expect(text).toMatch(new RegExp(pattern, 'u'));
    expect(misfits(description, schema, text, 'request')).toEqual([]);
    expect(misfits(description, schema, '\n', 'request')).toEqual([{ path: [], text: 'does not match its pattern' }]);
  },
);

test.each([
  ['/pets/{id}', '/pets/1', { id: '1' }],
  ['/pets/{id}/', '/pets/1/', { id: '1' }],
  ['/{a}-{b}.json', '/x-y-z.json', { a: 'x', b: 'y-z' }],
  ['/{a}{b}', '/xyz', { a: 'x', b: 'yz' }],
  ['/files/{path}', '/files/a/b', undefined],
  ['/files/{path}', '/files/', undefined],
  ['/files', '/files/a', undefined],
  ['/{a}/x{b}', '/p/q', undefined],
  [`/${'{a}-'.repeat(30)}!`, `/${'a-'.repeat(200)}`, undefined],
  [`/${'{a}{b}'.repeat(30)}!`, `/${'a'.repeat(400)}`, undefined],
])('the path of %s in %s', (template, path, values) => {
  const found = matchPath(template, path);
  expect(found && Object.fromEntries(found)).toEqual(values);
});

test('broken parts are reported with their positions, and the rest is read', () => {
  const description = describeText(
    JSON.stringify({
      openapi: '3.0.0',
      info: null,
      paths: {
        '/ok': { get: { parameters: [7, { $ref: '#/nowhere' }], responses: [] } },
        '/bad': [],
        'no-slash': { get: 5 },
        '/{open}': { get: { requestBody: 1 } },
      },
    }),
  );
  expect(description.operations.map(each => each.path)).toEqual(['/ok', '/{open}']);
  expect(description.problems.map(({ place, text }) => `${place} ${text}`).sort()).toEqual([
    '#/nowhere A reference points to this location, but nothing is there.',
    '#/paths/no-slash A path must begin with a slash.',
    '#/paths/no-slash/get This is not an operation.',
    '#/paths/~1bad This is not a path item.',
    '#/paths/~1ok/get/parameters The reference #/nowhere does not resolve to a parameter.',
    '#/paths/~1ok/get/parameters This is not a parameter.',
    '#/paths/~1{open}/get/parameters The path parameter open is not described.',
    '#/paths/~1{open}/get/requestBody This is not a request body.',
  ]);
});

test('parameters of Swagger 2 in a description of OpenAPI 3 have their types, and are its body', () => {
  const { operations, problems } = describeText(`
openapi: 3.0.0
paths:
  /pets:
    get: {parameters: [{name: tags, in: query, type: array, items: {type: integer}, required: true}]}
    post: {parameters: [{name: pet, in: body, required: true, schema: {type: object}}]}
    put: {parameters: [{name: n, in: formData, required: true, schema: {type: integer}}]}
    patch: {parameters: [{name: n, in: formData, type: integer}, {name: f, in: formData, type: file}]}
`);
  expect(problems).toEqual([]);
  expect(operations[0]?.parameters[0]).toMatchObject({
    name: 'tags',
    schema: { type: 'array', items: { type: 'integer' } },
  });
  const bodies = operations.slice(1).map(({ parameters, body }) => [parameters, body?.required, body?.content]);
  const content = (mediaType: string, schema: object) => [expect.objectContaining({ mediaType, schema })];
  const n = { type: 'integer' };
  const f = { type: 'string', format: 'binary' };
  expect(bodies).toEqual([
    [[], true, content('application/x-www-form-urlencoded', { type: 'object', properties: { n }, required: ['n'] })],
    [[], true, content('application/json', { type: 'object' })],
    [[], false, content('multipart/form-data', { type: 'object', properties: { n, f } })],
  ]);
});

test.each([
  [
    '{"openapi": "3.0.0",\n "paths": {,}}',
    { problem: 'a name in double quotes is expected here', line: 2, column: 12 },
  ],
  ['openapi: 3.0.0\npaths: [}', { problem: expect.any(String), line: 2, column: expect.any(Number) }],
])('a syntax error has its line', (text, problem) => {
  expect(readNodes(text)).toEqual(problem);
});

test('a search of any text ends', () => {
  const description = withSchemas({ ['a'.repeat(5000)]: {} });
  for (const words of ['', ' ', 'a'.repeat(5000), '(((', '\u0000\u202e', '图书'])
    expect(Array.isArray(search(description, words).matches)).toBe(true);
});

test('many properties are checked and named in linear time', () => {
  const work = (length: number) => {
    const names = Array.from({ length }, (_, at) => `p${at}`);
    const all = (value: unknown) => Object.fromEntries(names.map(name => [name, value]));
    const description = withSchemas({});
    return () => {
      expect(bodyMisfits(description, { type: 'object', properties: all({ type: 'string' }) }, all('x'))).toEqual([]);
      const placeholders = new Placeholders();
      const text = names.map(name => placeholders.add(name, 'body')).join(' ');
      expect(placeholders.fill(text)).toBe(names.map(name => `{{${name}}}`).join(' '));
    };
  };
  expectTimeRatioBelow(40, work(10_000), work(1000));
});
