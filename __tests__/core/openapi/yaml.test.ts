/** Descriptions in YAML: examples of real APIs, and constructs on which parsers disagree. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readNodes } from '../../../source/core/openapi/document/read.js';
import { describeText } from '../../support/fixtures/descriptions.js';
import { tenthOf } from '../../support/property.js';

const examples = path.resolve('node_modules/@readme/oas-examples');
const pairs = ['2.0', '3.0', '3.1'].flatMap(version =>
  readdirSync(path.join(examples, version, 'yaml')).map(
    name => [`${version}/yaml/${name}`, `${version}/json/${name.replace(/yaml$/, 'json')}`] as const,
  ),
);

const read = (text: string): unknown => {
  const nodes = readNodes(text);
  return 'root' in nodes ? nodes.root : nodes;
};

/** Names and structure only: some pairs differ in the white space of texts, or in a method. */
const outline = (name: string) => {
  const { version, operations, schemas, problems } = describeText(readFileSync(path.join(examples, name), 'utf8'));
  return {
    version,
    schemas,
    problems,
    operations: operations.map(each => [
      each.path,
      each.parameters.map(({ name: parameter, required }) => [parameter, required]),
      each.body?.content.map(({ mediaType }) => mediaType),
      each.responses.map(({ status }) => status),
    ]),
  };
};

test.each(tenthOf(pairs))('%s is equal to the same description in JSON', (yaml, json) => {
  expect(outline(yaml)).toEqual(outline(json));
});

test.each<[string, string, unknown]>([
  [
    'a closing bracket indented like its key, as in the description of Docker Engine',
    'a:\n  example: {\n    "Id": "1",\n    "Names": [\n      "x"\n    ]\n  }\nb: [\n  1\n]\n',
    { a: { example: { Id: '1', Names: ['x'] } }, b: [1] },
  ],
  [
    'a continued string that is not indented, as in the description of Podman',
    'a:\n  b: "x\n  y"\nc: 1\n',
    { a: { b: 'x y' }, c: 1 },
  ],
  ['a comment right after a string', 'a: "b"#c\n', { a: 'b' }],
  ['merged keys', 'x: &x {a: 1, b: 1}\ny:\n  <<: *x\n  b: 2\n', { x: { a: 1, b: 1 }, y: { a: 1, b: 2 } }],
  ['tags of CloudFormation', 'a: !Sub "x"\nb: !GetAtt [c, d]\ne: !If {f: 1}\n', { a: 'x', b: ['c', 'd'], e: { f: 1 } }],
  ['a tag of YAML 1.1', 'a: !!timestamp 2020-01-01\n', { a: '2020-01-01' }],
  ['dates', 'a: 2020-01-31\nb: 2020-01-31T00:00:00Z\n', { a: '2020-01-31', b: '2020-01-31T00:00:00Z' }],
  ['words that are booleans in YAML 1.1', 'a: [yes, no, on, off, y]\n', { a: ['yes', 'no', 'on', 'off', 'y'] }],
  ['numbers as keys', 'responses:\n  200: a\n  default: b\n', { responses: { '200': 'a', default: 'b' } }],
  ['a member that is given twice', 'a: 1\nb: 2\na: 3\n', { a: 3, b: 2 }],
  ['tabs between values', 'a:\t1\t# x\n\t\nb: 2\n', { a: 1, b: 2 }],
])('%s can be parsed', (_, text, value) => {
  expect(read(text)).toEqual(value);
});

test.each([
  ['a second document', 'a: 1\n---\nb: 2\n', 'expected a single document in the stream, but found more'],
  ['a tab as indentation', 'a:\n\tb: 1\n', 'tab characters must not be used in indentation'],
])('%s is an error with its line', (_, text, problem) => {
  expect(read(text)).toMatchObject({ problem });
});
