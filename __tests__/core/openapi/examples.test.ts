/** The body that a request starts with. */
import { bodyExample } from '../../../source/core/openapi/call/body-example.js';
import { entryText } from '../../../source/core/openapi/call/entry-text.js';
import { describeOperation } from '../../../source/core/openapi/describe.js';
import type { Content, Description } from '../../../source/core/openapi/document/types.js';
import { describeText } from '../../support/fixtures/descriptions.js';

const described = (media: object, schemas: object = {}, required = false): Description =>
  describeText(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      servers: [{ url: 'https://things.example' }],
      paths: {
        '/things': {
          post: {
            operationId: 'addThing',
            requestBody: { required, content: { 'application/json': media } },
            responses: {},
          },
        },
      },
      components: { schemas },
    }),
  );

const operationIn = ({ operations: [operation] }: Description) => {
  if (operation === undefined) throw new Error('The description has no operation.');
  return operation;
};

const bodyOf = (media: object, schemas: object = {}) => {
  const description = described(media, schemas);
  return bodyExample(description, operationIn(description).body?.content[0] as Content);
};

const text = { type: 'string' };

test.each([
  ["the media type's examples", { examples: { a: { value: { n: 1 } } }, example: { n: 2 } }, { n: 1 }],
  ["the media type's example", { example: { n: 2 } }, { n: 2 }],
  ["the schema's example", {}, { n: 3 }],
])('%s come first', (_, media, expected) => {
  const schema = {
    type: 'object',
    required: ['n'],
    example: { n: 3 },
    properties: { n: { type: 'integer', example: 4, default: 5 } },
  };
  expect(bodyOf({ ...media, schema }).value).toEqual(expected);
});

test.each([
  ['a tuple of FastAPI', { minItems: 2, maxItems: 2 }, [1, 'text']],
  ['a tuple with more items than it describes', { items: { type: 'boolean' }, minItems: 4 }, [1, 'text', true, true]],
])('%s has a value for each position', (_, more, expected) => {
  const schema = { type: 'array', prefixItems: [{ type: 'integer', minimum: 1 }, text], ...more };
  const description = described({ schema: { type: 'object', required: ['pair'], properties: { pair: schema } } });
  expect(bodyExample(description, operationIn(description).body?.content[0] as Content).value).toEqual({
    pair: expected,
  });
  expect(describeOperation(description, operationIn(description))).toContain(
    `pair: [integer, string${'items' in more ? ', …boolean' : ''}]`,
  );
});

test.each([
  ["a property's example", { type: 'integer', example: 4, default: 5 }, 4],
  ['a default', { type: 'integer', default: 5 }, 5],
  ['a generated value', { type: 'integer', minimum: 7 }, 7],
  ['a text of an exact length', { ...text, minLength: 9, maxLength: 9, pattern: '[a-z0-9][a-z0-9-]*' }, 'a'.repeat(9)],
])('%s comes next', (_, n, expected) => {
  expect(bodyOf({ schema: { type: 'object', required: ['n'], properties: { n } } }).value).toEqual({ n: expected });
});

const container = {
  type: 'object',
  properties: {
    Image: text,
    Env: { type: 'array', items: text },
    User: text,
    Labels: { type: 'object', additionalProperties: text },
    HostConfig: { type: 'object', properties: { Memory: { type: 'integer' }, Binds: { type: 'array', items: text } } },
  },
};

test('a member that does not match is left out or replaced, and the others stay', () => {
  const example = {
    Image: 'ubuntu',
    Env: 'A=1',
    User: { id: 1 },
    Labels: { 'com.example': 'a' },
    HostConfig: { Memory: '512', Binds: ['/tmp:/tmp', 5] },
  };
  const { value, changes } = bodyOf({ example, schema: container });
  expect(value).toEqual({
    Image: 'ubuntu',
    Env: ['A=1'],
    Labels: { 'com.example': 'a' },
    HostConfig: { Memory: 512, Binds: ['/tmp:/tmp', '5'] },
  });
  expect(changes).toEqual([
    'Env is replaced: in the example, it is a string, not an array.',
    'User is left out: in the example, it is an object, not a string.',
    'HostConfig.Memory is replaced: in the example, it is a string, not an integer.',
    'HostConfig.Binds is replaced: in the example, it is a number, not a string.',
  ]);
});

test('Docs list the changes of an example', () => {
  const description = described({ example: { Image: 'ubuntu', User: {} }, schema: container });
  const docs = describeOperation(description, operationIn(description));
  expect(docs).toContain("--call 'POST /things' Image=ubuntu");
  expect(docs).toContain('Changed in the example\n  User is left out');
});

test('a required member that the example lacks is added', () => {
  const schema = { ...container, required: ['Image', 'User'] };
  expect(bodyOf({ example: { Image: 'ubuntu' }, schema })).toEqual({
    value: { Image: 'ubuntu', User: 'text' },
    changes: ['User is added.'],
  });
});

test('members that are invalid together are dropped one by one', () => {
  const schema = {
    type: 'object',
    properties: { due_at: text, due_on: text, name: text },
    not: { required: ['due_at', 'due_on'] },
  };
  const { value } = bodyOf({ example: { due_at: 'a', due_on: 'b', name: 'c' }, schema });
  expect(value).toEqual({ due_at: 'a', name: 'c' });
});

test('a body without required members has the likely ones', () => {
  const task = {
    type: 'object',
    properties: { gid: { ...text, readOnly: true }, liked: { type: 'boolean' }, name: text },
  };
  expect(
    bodyOf({ schema: { type: 'object', properties: { data: { $ref: '#/components/schemas/Task' } } } }, { Task: task })
      .value,
  ).toEqual({
    data: { name: 'text' },
  });
});

test('an empty body has a reason', () => {
  const description = described({ schema: { type: 'object' } });
  const { text: entry } = entryText(description, operationIn(description), 'https://things.example');
  expect(entry).toContain('# The description lists no properties for this body.');
  expect(entry).toContain('\n{}\n');
});

test('an example of a schema that refers to itself ends', () => {
  const Node = {
    type: 'object',
    example: { next: { next: 5 } },
    properties: { next: { $ref: '#/components/schemas/Node' } },
  };
  expect(bodyOf({ schema: { $ref: '#/components/schemas/Node' } }, { Node }).value).toEqual({ next: {} });
});

test('Docs list the alternatives with their members', () => {
  const schema = {
    oneOf: [{ $ref: '#/components/schemas/Card' }, { type: 'object', title: 'Transfer', properties: { iban: text } }],
    discriminator: { propertyName: 'by', mapping: { card: '#/components/schemas/Card' } },
  };
  const Card = { type: 'object', properties: { by: text, number: text } };
  const description = described({ schema }, { Card });
  const docs = describeOperation(description, operationIn(description));
  expect(docs).toContain(
    '    one of  card  by: "card"\n      by: string\n      number: string\n    one of  Transfer\n      iban: string\n',
  );
});

test('an example is used unchanged if only an empty body matches the schema', () => {
  const item = { type: 'object', additionalProperties: false };
  const schema = { type: 'object', properties: { all: { type: 'array', items: item } }, additionalProperties: false };
  const example = { all: [{ id: 1 }] };
  expect(bodyOf({ example, schema }).value).toEqual({ all: [{}] });
  expect(bodyOf({ example, schema: item })).toEqual({
    value: example,
    changes: ['The example does not match the schema, but no better value was found: all is not described.'],
  });
});
