import { buildSchema, type GraphQLSchema, parse } from 'graphql';
import { isFailure } from '../../../source/core/failure.js';
import { checkDocument, checkVariables } from '../../../source/core/graphql/check.js';
import { chooseOperation, parseDocument, unknownDirectives } from '../../../source/core/graphql/document.js';
import { markedLine, positionOfPath } from '../../../source/core/graphql/error-position.js';
import { operations, operationText, type SchemaName, schemaText, triedOperations } from '../../support/schemas.js';

const schemas = new Map<string, GraphQLSchema>();
const schemaOf = (file: string): GraphQLSchema => {
  let schema = schemas.get(file);
  if (!schema) {
    schema = buildSchema(schemaText(file.replace('.graphql', '') as SchemaName), { assumeValidSDL: true });
    schemas.set(file, schema);
  }
  return schema;
};
const ofKind = (kind: string, from = operations) =>
  from.filter(entry => entry.expect === kind).map(entry => [entry.file, entry] as const);

test('the fixtures are the 72 documents listed in the tables below', () => {
  expect(['valid', 'invalid', 'syntax-error', 'parse-only'].map(kind => ofKind(kind).length)).toEqual([54, 3, 4, 11]);
});

test.each(ofKind('valid', triedOperations))('%s is sent: it is valid against its schema', (_, entry) => {
  const parsed = parseDocument(operationText(entry));
  if (!('document' in parsed)) throw new Error(parsed.text);
  expect(checkDocument(schemaOf(entry.schema as string), parsed.document)).toEqual({ problems: [] });
});

const invalid: Readonly<Record<string, readonly string[]>> = {
  'github/introspection_query.graphql': ['onOperation', 'onFragment', 'onField'].map(
    field => `Cannot query field "${field}" on type "__Directive".`,
  ),
  'github/org-with-alias.graphql': Array(2).fill('Cannot query field "members" on type "Organization".'),
  'hasura-intuition/events.graphql': ['Variable "$addresses" is never used in operation "GetEventsWithAggregates".'],
};

test.each(ofKind('invalid'))('%s shows its errors with their positions', (_, entry) => {
  const source = operationText(entry);
  const parsed = parseDocument(source);
  if (!('document' in parsed)) throw new Error(parsed.text);
  const { problems } = checkDocument(schemaOf(entry.schema as string), parsed.document);
  expect(problems.length).toBeGreaterThan(0);
  for (const problem of problems) {
    expect(problem.position && markedLine(source, problem.position)).toMatch(/^\d+ \| .*\n +\^$/);
  }
  expect(problems.map(problem => problem.text)).toEqual(invalid[entry.file]);
});

test.each(ofKind('syntax-error'))('%s shows line and column of its syntax error', (_, entry) => {
  const parsed = parseDocument(operationText(entry));
  expect(parsed).toMatchObject({
    text: expect.stringMatching(/^Syntax Error: /),
    position: { line: expect.any(Number), column: expect.any(Number) },
  });
});

test.each(ofKind('parse-only'))('%s can be read', (_, entry) => {
  expect(parseDocument(operationText(entry))).toHaveProperty('document');
});

const schema = buildSchema(`
  scalar Upload
  scalar Big
  type Query { user(id: ID!, by: By, first: Int = 3): User, big(value: Big!): Big }
  type User { id: ID!, posts: [User!]! }
  type Mutation { send(file: Upload!, files: [Upload!]): Boolean }
  input By { name: String!, limit: Int, deep: By }
`);
const operation = (source: string) => {
  const chosen = chooseOperation(parse(source), undefined);
  if (isFailure(chosen)) throw new Error(chosen.text);
  return chosen.node;
};

describe('variables are coerced against their types', () => {
  test.each<[string, string, string, RegExp | undefined]>([
    [
      'a missing required one',
      'query($id: ID!) { user(id: $id) { id } }',
      '{}',
      /Variable "\$id" of required type "ID!" was not provided/,
    ],
    ['null for a required one', 'query($id: ID!) { user(id: $id) { id } }', '{"id":null}', /must not be null/],
    [
      'an Int beyond 32 bits',
      'query($n: Int) { user(id: 1, first: $n) { id } }',
      '{"n":3000000000}',
      /non 32-bit signed integer/,
    ],
    ['a text for an Int', 'query($n: Int) { user(id: 1, first: $n) { id } }', '{"n":"3"}', /Int cannot represent/],
    [
      'an unknown input field',
      'query($by: By) { user(id: 1, by: $by) { id } }',
      '{"by":{"name":"a","nmae":1}}',
      /Field "nmae" is not defined by type "By"/,
    ],
    [
      'a wrong value deep inside',
      'query($by: By) { user(id: 1, by: $by) { id } }',
      '{"by":{"name":"a","deep":{"name":5}}}',
      /at "by\.deep\.name"/,
    ],
    [
      'an Int beyond all numbers',
      'query($n: Int) { user(id: 1, first: $n) { id } }',
      '{"n":-1e400}',
      /^\$n is too big for Int, which has 32 bits\.$/,
    ],
    [
      'a number instead of a string, of any size',
      'query($by: By) { user(id: 1, by: $by) { id } }',
      '{"by":{"name":"a","deep":{"name":1e400}}}',
      /^\$by\.deep\.name must be String, and is a number\.$/,
    ],
    ['a 20-digit ID', 'query($id: ID!) { user(id: $id) { id } }', '{"id":12345678901234567890}', undefined],
    ['a 20-digit custom scalar', 'query($v: Big!) { big(value: $v) }', '{"v":12345678901234567890}', undefined],
    ['one with a default', 'query($n: Int! = 5) { user(id: 1, first: $n) { id } }', '{}', undefined],
  ])('%s', (_, source, variables, words) => {
    const { problems } = checkVariables(schema, operation(source), JSON.parse(variables));
    expect(problems.map(problem => problem.text).join('\n')).toMatch(words ?? /^$/);
    if (words) expect(problems[0]?.position).toEqual({ line: 1, column: expect.any(Number) });
  });
});

test.each([
  ['query($x: Float) { f(x: $x) }', '{"x": 1e400}', '$x is too big for Float, which has 64 bits.'],
  ['query($l: [Float!]) { f(l: $l) }', '{"l": [1, -1e400]}', '$l[1] is too big for Float, which has 64 bits.'],
])('%s with %s is rejected with a clear message, not as Infinity', (source, variables, words) => {
  const floats = buildSchema('type Query { f(x: Float, l: [Float!]): Int }');
  expect(checkVariables(floats, operation(source), JSON.parse(variables)).problems.map(({ text }) => text)).toEqual([
    words,
  ]);
});

test('variables that the operation does not declare are detected', () => {
  expect(unknownDirectives(operation('query($id: ID!) { user(id: $id) { id } }'), ['id', 'idd'])).toEqual(['idd']);
});

test('a query nested 20,000 deep is left to the server, without a crash', () => {
  const deep = `${'{ user(id: 1) '.repeat(20_000)}{ id }${' }'.repeat(20_000)}`;
  expect(parseDocument(deep)).toEqual({ text: 'The query is nested too deeply to be parsed.' });
  const middling = `{ user(id: 1) ${'{ posts '.repeat(1200)}{ id }${' }'.repeat(1200)} }`;
  const parsed = parseDocument(middling);
  if (!('document' in parsed)) throw new Error(parsed.text);
  expect(checkDocument(schema, parsed.document).problems).toEqual([]);
});

describe('the operation to execute', () => {
  const two = 'query A { a } query B { b } fragment F on Query { a }';
  test.each<[string, string, string | undefined, object]>([
    ['the only one needs no name', '{ a }', undefined, { kind: 'query' }],
    ['a named one sends its name', 'mutation Do { a }', undefined, { kind: 'mutation', operationName: 'Do' }],
    ['of several, the named one', two, 'B', { kind: 'query', operationName: 'B' }],
    [
      'of several, none named',
      two,
      undefined,
      { text: 'The query contains several operations.', hint: 'Choose one with --operation: A, B' },
    ],
    ['an unknown name', two, 'C', { text: 'The query has no operation named C.', hint: 'It has: A, B' }],
    ['only fragments', 'fragment F on Query { a }', undefined, { text: expect.stringContaining('no operation') }],
  ])('%s', (_, source, name, expected) => {
    expect(chooseOperation(parse(source), name)).toMatchObject(expected);
  });
});

test.each<[string, readonly (string | number)[], object | undefined]>([
  ['a field', ['user'], { line: 2, column: 3 }],
  ['a field in a list', ['user', 'posts', 3, 'id'], { line: 4, column: 15 }],
  ['an alias', ['user', 'mine'], { line: 5, column: 5 }],
  ['a field in a fragment', ['user', 'name'], { line: 9, column: 22 }],
  ['the last existing field', ['user', 'nowhere'], { line: 2, column: 3 }],
  ['nothing', ['nowhere'], undefined],
])('an error path for %s finds its position in the query', (_, path, place) => {
  const source =
    '{\n  user(id: 1) {\n    # é\n    posts { … id }\n    mine: id\n    ...F\n  }\n}\nfragment F on User { name ...F }'.replace(
      '… ',
      '  ',
    );
  const document = parse(source);
  expect(positionOfPath(document, operation(source), path, source)).toEqual(place);
});
