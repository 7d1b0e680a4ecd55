/** References to path items, operations and parameters, and formData of Swagger 2. */
import { assignArguments, chooseContent } from '../../../source/core/openapi/call/arguments.js';
import { bodyExample } from '../../../source/core/openapi/call/body-example.js';
import { buildRequest } from '../../../source/core/openapi/call/build-request.js';
import { describeText } from '../../support/fixtures/descriptions.js';

const describe3 = (paths: object, more: object = {}) =>
  describeText(JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more }));
const describe2 = (paths: object, more: object = {}) =>
  describeText(JSON.stringify({ swagger: '2.0', info: { title: 'T', version: '1' }, paths, ...more }));

const getPet = {
  operationId: 'getPet',
  parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
  responses: { 200: { description: 'ok' } },
};

test('an operation that is a reference is read', () => {
  const { operations, problems } = describe3(
    { '/pets': { get: { $ref: '#/x-parts/getPet' } } },
    { 'x-parts': { getPet } },
  );
  expect(operations).toMatchObject([{ id: 'getPet', method: 'GET', path: '/pets', parameters: [{ name: 'limit' }] }]);
  expect(problems).toEqual([]);
});

test('an operation with a dangling reference is a problem', () => {
  const { operations, problems } = describe3({ '/pets': { get: { $ref: '#/x-parts/none' } } });
  expect(operations).toEqual([]);
  expect(problems).toContainEqual({
    place: '#/paths/~1pets/get',
    text: 'The reference #/x-parts/none does not resolve to an operation.',
  });
});

test('members next to the reference of a path item are preserved', () => {
  const { operations } = describe3(
    { '/pets': { $ref: '#/x-parts/pets', delete: { operationId: 'removePets', responses: {} } } },
    { 'x-parts': { pets: { get: getPet } } },
  );
  expect(operations.map(({ id }) => id)).toEqual(['getPet', 'removePets']);
});

const body = {
  name: 'pet',
  in: 'body',
  required: true,
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
};

test.each([
  ['path item', { '/pets': { $ref: '#/x-parts/item' } }],
  ['operation', { '/pets': { post: { $ref: '#/x-parts/item/post' } } }],
  [
    'parameter',
    { '/pets': { post: { operationId: 'add', parameters: [{ $ref: '#/parameters/Pet' }], responses: {} } } },
  ],
  [
    'parameter of a part',
    { '/pets': { post: { operationId: 'add', parameters: [{ $ref: '#/x-parts/pet' }], responses: {} } } },
  ],
  [
    'parameter of a path item',
    { '/pets': { parameters: [{ $ref: '#/parameters/Pet' }], post: { operationId: 'add', responses: {} } } },
  ],
])('Swagger 2: a %s that is a reference has its body', (_, paths) => {
  const item = { post: { operationId: 'add', parameters: [body], responses: {} } };
  const { operations, problems } = describe2(paths, { parameters: { Pet: body }, 'x-parts': { item, pet: body } });
  expect(operations).toMatchObject([
    { id: 'add', body: { required: true, content: [{ mediaType: 'application/json', schema: body.schema }] } },
  ]);
  expect(problems).toEqual([]);
});

test('Swagger 2: a response that is a reference to another document has its schema', () => {
  const responses = { 200: { $ref: '#/x-parts/ok' } };
  const { operations } = describe2(
    { '/pets': { get: { produces: ['application/json'], responses } } },
    { 'x-parts': { ok: { description: 'ok', schema: { type: 'integer' } } } },
  );
  expect(operations[0]?.responses).toMatchObject([{ status: '200', content: [{ schema: { type: 'integer' } }] }]);
});

const formData = (name: string, required: boolean) => ({ name, in: 'formData', type: 'string', required });

test.each([
  ['multipart/form-data', [formData('a', true), formData('b', false)], true],
  ['application/x-www-form-urlencoded', [formData('a', true)], true],
  ['application/x-www-form-urlencoded', [{ $ref: '#/parameters/A' }], true],
  ['application/x-www-form-urlencoded', [formData('b', false)], false],
])('Swagger 2: a form in %s with %j is required: %s', (type, parameters, required) => {
  const { operations } = describe2(
    { '/pets': { post: { consumes: [type], parameters, responses: {} } } },
    { parameters: { A: formData('a', true) } },
  );
  expect(operations).toMatchObject([{ body: { required, content: [{ mediaType: type }] } }]);
});

test.each([
  [undefined, [], ['application/x-www-form-urlencoded']],
  [['application/json'], [], ['application/x-www-form-urlencoded']],
  [undefined, [{ name: 'f', in: 'formData', type: 'file' }], ['multipart/form-data']],
  [
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    [{ name: 'f', in: 'formData', type: 'file' }],
    ['multipart/form-data'],
  ],
])('Swagger 2: a form that consumes %j, with %j, is sent as %j', (consumes, more, types) => {
  const parameters = [formData('a', true), ...more];
  const { operations } = describe2({
    '/pets': { post: { ...(consumes ? { consumes } : {}), parameters, responses: {} } },
  });
  expect(operations[0]?.body?.content.map(({ mediaType }) => mediaType)).toEqual(types);
});

test('Swagger 2: fields of a form preserve their items, defaults and collection formats', () => {
  const list = (name: string, collectionFormat?: string) => ({
    name,
    in: 'formData',
    type: 'array',
    items: { type: 'string', enum: ['a', 'b'] },
    ...(collectionFormat ? { collectionFormat } : {}),
  });
  const parameters = [
    list('csv'),
    list('multi', 'multi'),
    list('pipes', 'pipes'),
    { ...formData('d', false), default: 'x' },
  ];
  const description = describe2({ '/pets': { post: { operationId: 'add', parameters, responses: {} } } });
  const [operation] = description.operations;
  const content = operation && chooseContent(description.root, operation);
  if (operation === undefined || content === undefined) throw new Error('The operation has no body.');
  const given = ['csv', 'multi', 'pipes'].flatMap(name =>
    ['a', 'b'].map(value => ({ name, path: [{ kind: 'key' as const, key: name }], value })),
  );
  const built = buildRequest(
    description,
    operation,
    'http://x',
    content,
    assignArguments(description.root, operation, content, given),
  );
  expect(built.problems).toEqual([]);
  expect(built.body).toEqual({ kind: 'text', text: 'csv=a,b&multi=a&multi=b&pipes=a%7Cb' });
  expect(bodyExample(description, content).value).toEqual({ d: 'x' });
});

test('references in extensions are not reported, unless they are referenced', () => {
  const paths = { '/pets': { get: { ...getPet, 'x-codeSamples': [{ $ref: 'examples/curl.yml' }] } } };
  expect(describe3(paths, { 'x-more': { a: { $ref: '#/none' } } }).problems).toEqual([]);
  const reached = describe3(
    { '/pets': { $ref: '#/x-parts/pets' } },
    { 'x-parts': { pets: { get: { $ref: '#/none' } } } },
  );
  expect(reached.problems).toContainEqual(expect.objectContaining({ place: '#/none' }));
});

test.each([
  ['the example of a media type', { example: { $ref: '#/components/x/rex' } }],
  ['a named example', { examples: { a: { $ref: '#/components/examples/a' } } }],
  ['the value of a named example', { examples: { a: { value: { $ref: '#/components/x/rex' } } } }],
  ['all examples', { examples: { $ref: '#/components/all' } }],
])('%s may be a reference', (_, media) => {
  const rex = { name: 'Rex' };
  const { operations } = describe3(
    { '/pets': { post: { requestBody: { content: { 'application/json': media } }, responses: {} } } },
    { components: { x: { rex }, examples: { a: { value: rex } }, all: { b: { value: rex } } } },
  );
  expect(operations[0]?.body?.content[0]?.examples.map(({ value }) => value)).toEqual([rex]);
});

test("an example with a $ref that leads nowhere is the API's data", () => {
  const example = { $ref: '#/none' };
  const { operations, problems } = describe3({
    '/pets': { post: { requestBody: { content: { 'application/json': { example } } }, responses: {} } },
  });
  expect(operations[0]?.body?.content[0]?.examples).toEqual([{ name: 'example', key: 'example', value: example }]);
  expect(problems).toEqual([]);
});

test('Swagger 2: a path that cannot be read does not hide the others', () => {
  const broken = { get: { responses: { 200: null } } };
  const { operations, problems } = describe2({ '/broken': broken, '/pets': { get: getPet } });
  expect(operations.map(({ path }) => path)).toEqual(['/pets']);
  expect(problems).toEqual([{ place: '#/paths/~1broken', text: 'This is not a valid path item of Swagger 2.' }]);
});
