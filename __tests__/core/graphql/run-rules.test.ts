/** The rules give the same errors at the same positions as graphql-js, for real documents and for corrupted ones. */
import { buildSchema, type DocumentNode, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { parseQuery } from '../../../source/core/graphql/builder/index.js';
import { documentRules, runRules } from '../../../source/core/graphql/run-rules.js';
import { operationText, triedOperations } from '../../support/schemas.js';
import { schemaOf } from './builder/support/material.js';

const told = (errors: ReturnType<typeof runRules>): readonly string[] =>
  errors.map(({ message, locations }) => `${message} ${JSON.stringify(locations)}`);

function expectSame(schema: GraphQLSchema, document: DocumentNode): number {
  const ours = told(runRules(schema, document, specifiedRules));
  expect(ours).toEqual(told(validate(schema, document, specifiedRules, { maxErrors: 100_000 })));
  return ours.length;
}

test('every fixture document, unchanged and with other names for its variables and arguments', () => {
  let errors = 0;
  for (const entry of triedOperations) {
    if (entry.expect === 'syntax-error' || entry.schema === null) continue;
    const schema = schemaOf(entry.schema);
    const text = operationText(entry);
    for (const variant of [
      text,
      text.replace(/\$(\w)/g, '$x$1'),
      text.replace(/: \$\w+/g, ': $other'),
      text.replace(/(\w+): \$/g, 'x$1: $'),
      text.replace(/: (?:Int|ID|String)(?=[!,)\s])/g, ': Boolean'),
    ]) {
      // Other names may make the document invalid.
      const { lastValid, problem } = parseQuery(variant);
      if (problem === undefined && lastValid.definitions.length > 0) errors += expectSame(schema, lastValid.ast);
    }
  }
  expect(errors).toBeGreaterThan(100);
});

const args = Array.from({ length: 40 }, (_, at) => `a${at}: Int!`).join(' ');
const schema = buildSchema(`
  directive @many(${args}) on FIELD | VARIABLE_DEFINITION | QUERY
  type Query { many(${args}): Query a(x: Int y: I): Int } input I { z: Int! l: [Int] } type Subscription { a: Int b: Int }
`);

test.each([
  'query($u: Int, $v: Int) { ...F a(x: $v) ...G } fragment F on Query { a(x: $w) ...G } fragment G on Query { a(x: $u) }',
  'fragment F on Query { a(x: $w) ...F } query A($w: String) { ...F } query B { ...F }',
  'fragment F on Query { a(y: {z: $v, l: [$w]}) } query A($v: Int, $w: Int = 1) { ...F } query B($v: Int!, $w: String) { ...F }',
  'query($a: Int @many(a1: "x"), $b: Int = "y") { a(x: $a) }',
  'query @many(a0: $v, a39: 5, no: 1) { many(a1: $v, a1: 2, b: $w) { a } }',
  'subscription { a b } subscription S($v: Int) { a }',
  'type T { a: Nope @many } query { a }',
])('%s', text => {
  expect(expectSame(schema, parse(text))).toBeGreaterThan(0);
});

test.each([
  ['{ f(f: 1e400) }', ['1e400 is too big for Float, which has 64 bits. [{"line":1,"column":8}]']],
  ['{ f(l: [1, -1e999]) }', ['-1e999 is too big for Float, which has 64 bits. [{"line":1,"column":12}]']],
  [
    'query ($x: Float = 1e400) { f(f: $x) }',
    ['1e400 is too big for Float, which has 64 bits. [{"line":1,"column":20}]'],
  ],
  ['{ f(in: {deep: {f: 1e309}}) }', ['1e309 is too big for Float, which has 64 bits. [{"line":1,"column":20}]']],
  [
    `{ f(f: ${'9'.repeat(309)}) }`,
    [`${'9'.repeat(309)} is too big for Float, which has 64 bits. [{"line":1,"column":8}]`],
  ],
  // A custom scalar is left to its server.
  ['{ f(c: 1e400, f: 1e308, l: [12345678901234567890123]) }', []],
])('a Float beyond 64 bits is rejected at its position: %s', (text, errors) => {
  const schema = buildSchema(
    'scalar C type Query { f(f: Float, l: [Float], c: C, in: In): Int } input In { f: Float deep: In }',
  );
  expect(told(runRules(schema, parse(text), documentRules))).toEqual(errors);
  expect(told(validate(schema, parse(text), documentRules))).toEqual(errors);
});
