/** Alternatives of a body: their names, which one a value is, and problems with members of another one. */
import { printRaw } from '../../../source/core/json/raw.js';
import { alternativesOf, chosenAlternative } from '../../../source/core/openapi/alternatives.js';
import { assignArguments, chooseContent } from '../../../source/core/openapi/call/arguments.js';
import { isBinary } from '../../../source/core/openapi/call/binary.js';
import { buildRequest } from '../../../source/core/openapi/call/build-request.js';
import { bodyMisfits } from '../../../source/core/openapi/check/body-misfits.js';
import { misfits } from '../../../source/core/openapi/check/json-schema.js';
import { describeSchema } from '../../../source/core/openapi/describe.js';
import { shapeOf, typeText } from '../../../source/core/openapi/schema.js';
import { describeText } from '../../support/fixtures/descriptions.js';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const schemas = {
  Cat: { type: 'object', required: ['kind'], properties: { kind: text, name: text, hunts: flag } },
  Dog: { type: 'object', required: ['kind'], properties: { kind: text, name: text, barks: flag } },
  Pet: {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { feline: '#/components/schemas/Cat', canine: 'Dog' },
    },
  },
  Plain: {
    oneOf: [
      { type: 'object', title: 'By card', required: ['number'], properties: { number: text } },
      { type: 'object', properties: { shared: text, iban: text } },
      { type: 'object', properties: { shared: text } },
      { type: 'integer' },
    ],
  },
  Any: { anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
  Animal: {
    type: 'object',
    required: ['type'],
    properties: { type: text },
    discriminator: { propertyName: 'type', mapping: { bird: '#/components/schemas/Bird' } },
  },
  Bird: {
    allOf: [{ $ref: '#/components/schemas/Animal' }, { type: 'object', properties: { wings: { type: 'integer' } } }],
  },
};
const description = describeText(
  JSON.stringify({ openapi: '3.1.0', info: { title: '', version: '1' }, paths: {}, components: { schemas } }),
);
const { root } = description;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const namesOf = (name: string) =>
  alternativesOf(root, shapeOf(root, ref(name))).map(({ name, kind, discriminator }) => [
    name,
    kind,
    discriminator?.value,
  ]);

test('alternatives are named by title, discriminator value, reference, distinguishing property or type', () => {
  expect(namesOf('Pet')).toEqual([
    ['feline', 'one of', 'feline'],
    ['canine', 'one of', 'canine'],
  ]);
  expect(namesOf('Plain')).toEqual([
    ['By card', 'one of', undefined],
    ['iban', 'one of', undefined],
    ['object', 'one of', undefined],
    ['integer', 'one of', undefined],
  ]);
  expect(namesOf('Any')).toEqual([
    ['Cat', 'any of', undefined],
    ['Dog', 'any of', undefined],
  ]);
});

test('a discriminator without oneOf has the alternatives of its mapping, but a child has none', () => {
  expect(namesOf('Animal')).toEqual([['bird', 'one of', 'bird']]);
  expect(namesOf('Bird')).toEqual([]);
});

test.each([
  [{ kind: 'canine', hunts: true }, 'canine'],
  [{ kind: 'fish' }, undefined],
])('%j is chosen by its discriminator', (value, name) => {
  const alternatives = alternativesOf(root, shapeOf(root, ref('Pet')));
  expect(chosenAlternative(root, alternatives, value, () => true)?.name).toBe(name);
});

test.each([
  [{ iban: 'x' }, 'iban'],
  [{ number: '1' }, 'By card'],
  [5, 'integer'],
])('%j is chosen by its members or its type', (value, name) => {
  const alternatives = alternativesOf(root, shapeOf(root, ref('Plain')));
  const fits = (schema: unknown, each: unknown) => bodyMisfits(description, schema, each).length === 0;
  expect(chosenAlternative(root, alternatives, value, fits)?.name).toBe(name);
});

const problems = (name: string, value: unknown) =>
  bodyMisfits(description, ref(name), value).map(({ path, text }) => `${path.join('.')} ${text}`);

test('a property of another alternative is a problem', () => {
  expect(problems('Pet', { kind: 'feline', name: 'Tom', barks: true })).toEqual([
    'barks belongs to canine, not to feline',
  ]);
  expect(problems('Pet', { kind: 'feline', name: 'Tom', hunts: true })).toEqual([]);
});

test('a value is checked against the chosen alternative only', () => {
  expect(problems('Pet', { kind: 'canine', barks: 'loud' })).toEqual(['barks is a string, not a boolean']);
  expect(problems('Pet', { kind: 'fish' })).toEqual(['kind is none of feline, canine']);
  expect(problems('Plain', { number: 5 })).toEqual(['number is a number, not a string']);
});

test('members of several alternatives of anyOf are no problem', () => {
  expect(problems('Any', { kind: 'x', barks: true, hunts: true })).toEqual([]);
});

describe('`nullable` in OpenAPI 3.0 allows null', () => {
  const color = { type: 'string', enum: ['red', 'green'] };
  const description = describeText(
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: '', version: '' },
      paths: {},
      components: { schemas: { Color: color } },
    }),
  );
  const ref = { $ref: '#/components/schemas/Color' };

  test.each([
    ['with enum', { ...color, nullable: true }, 'is not one of "red", "green", null'],
    ['with enum and without a type', { enum: ['red'], nullable: true }, 'is not one of "red", null'],
    ['with allOf', { allOf: [ref], nullable: true }, 'is not one of "red", "green"'],
    ['with allOf and a type', { type: 'string', allOf: [ref], nullable: true }, 'is not one of "red", "green"'],
    ['with oneOf', { oneOf: [ref, flag], nullable: true }, 'matches none of its alternatives'],
    ['with anyOf', { anyOf: [ref, flag], nullable: true }, 'matches none of its alternatives'],
  ])('%s', (_, schema, reason) => {
    const texts = (value: unknown): readonly string[] =>
      misfits(description, schema, value, 'response').map(each => each.text);
    expect(texts(null)).toEqual([]);
    expect(texts('red')).toEqual([]);
    expect(texts('blue')).toEqual([reason]);
  });

  test('and `allOf` with `nullable: false` does not', () => {
    expect(misfits(description, { allOf: [ref], nullable: false }, null, 'response')).not.toEqual([]);
  });

  test('and the type of an enum that contains null names null once', () => {
    expect(typeText(description.root, { enum: ['red', null], nullable: true })).toBe('"red" | null');
    const long = { enum: [...'abcdefghi', null], nullable: true };
    expect(typeText(description.root, long)).toMatch(/^"a" \| .* \| "h" \| … 1 more \| null$/);
  });
});

describe('an alternative to null is the type of a nullable value', () => {
  // FastAPI describes optional values in this way.
  const description = describeText(`
openapi: 3.1.0
paths:
  /items:
    post:
      operationId: add
      parameters:
        - {name: skip, in: query, schema: {anyOf: [{type: integer}, {type: 'null'}]}}
        - {name: tags, in: query, schema: {anyOf: [{type: array, items: {type: string}}, {type: 'null'}]}}
        - {name: either, in: query, schema: {anyOf: [{type: integer}, {type: array, items: {type: integer}}]}}
        - {name: text, in: query, schema: {anyOf: [{type: integer}, {type: string}]}}
        - {name: until, in: query, schema: {anyOf: [{type: integer}, {type: string, enum: ['', now]}]}}
        - {name: self, in: query, schema: {$ref: '#/components/schemas/Self'}}
      requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {
        file: {anyOf: [{type: string, contentMediaType: application/octet-stream}, {type: 'null'}]}}}}}}
components:
  schemas:
    Image: {type: object, properties: {url: {type: string}}}
    Self: {anyOf: [{$ref: '#/components/schemas/Self'}, {type: boolean}]}
    Node: {type: object, properties: {next: {anyOf: [{$ref: '#/components/schemas/Node'}, {type: 'null'}]}}}
`);
  const { root } = description;
  const [operation] = description.operations;
  const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

  test('and gives it its name, properties and enum', () => {
    const image = nullable({ $ref: '#/components/schemas/Image' });
    expect(typeText(root, image)).toBe('Image | null');
    expect(typeText(root, nullable({ enum: ['a', 'b'] }))).toBe('"a" | "b" | null');
    const shape = shapeOf(root, image);
    expect([shape.nullable, shape.choices, shape.properties.map(({ name }) => name)]).toEqual([true, [], ['url']]);
    expect(describeSchema(description, 'Node')).toContain('next: Node | null ↻');
  });

  test('and a text is converted to it', () => {
    if (operation === undefined) throw new Error('There is no operation.');
    const text = (name: string, value: string) => ({ name, path: [{ kind: 'key', key: name } as const], value });
    const given = [
      ['skip', '3'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['either', '5'],
      ['text', '5'],
      ['until', '7'],
      ['self', 'true'],
    ] as const;
    const content = chooseContent(root, operation);
    const values = assignArguments(
      root,
      operation,
      content,
      given.map(([name, value]) => text(name, value)),
    );
    const { url, problems } = buildRequest(description, operation, 'https://api.example.com', undefined, values);
    expect([url, problems]).toEqual([
      'https://api.example.com/items?skip=3&tags=a&tags=b&either=5&text=5&until=7&self=true',
      [],
    ]);
    expect(printRaw(values.parameters.get(operation.parameters[3] as never) ?? null)).toBe('"5"');
  });

  test('and a file is recognized', () => {
    const [property] = shapeOf(root, operation?.body?.content[0]?.schema).properties;
    expect(isBinary(root, property?.schema)).toBe(true);
  });
});
