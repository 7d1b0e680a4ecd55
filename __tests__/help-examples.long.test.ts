/** The examples of `apiclient help FLAG` and `--help` run on the demo, except those with other requirements. */
import path from 'node:path';
import { flagTable } from '../source/command/flags.js';
import { noteOf } from '../source/command/help/flag-page.js';
import { helpTopics } from '../source/command/help/topics.js';
import { isFailure } from '../source/core/failure.js';
import { type Demo, startDemo } from '../source/demo/start.js';
import { type Follower, follower, quickMachine } from './support/pages/followed-page.js';
import { beginPage } from './support/pages/manual-reader.js';
import { stepsOf } from './support/pages/readme-commands.js';
import { runProgram } from './support/program.js';

let demo: Demo;
let reader: Follower;
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
  reader = follower(new URL(demo.url).port, quickMachine());
  const { stdout: schema } = await runProgram(['graphql', demo.graphqlUrl, '--print-schema']);
  await beginPage(reader, schema);
  for (const [name, text] of Object.entries(files)) await reader.follow({ kind: 'file', name, text });
  await reader.follow({ kind: 'command', line: 'apiclient trust checkout.http' });
});
afterAll(() => demo.close());

const books = stepsOf(path.resolve('README.md')).find(step => step.kind === 'file' && step.name === 'books.http');

/** Files used in the examples. */
const files = {
  'books.http': books?.kind === 'file' ? `@base = http://localhost:4000\n${books.text}` : '',
  'a.http': 'GET http://localhost:4000/books\n',
  'b.http': 'GET http://localhost:4000/authors\n',
  'checkout.http': '# @flags -o receipt.json\nGET http://localhost:4000/books\n',
  'api.http': '### login\n# @tag smoke\nGET http://localhost:4000/books\n',
  'users.http': 'GET http://localhost:4000/books?q={{name}}\n',
  'users.csv': 'name\nada\n',
  'report.json': '{"results": [{"outcome": "failed", "file": "api.http", "title": "login", "line": 1}]}',
  'shop.postman_collection.json': JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'books', request: { method: 'GET', url: '{{base}}/books' } }],
  }),
  'dev.postman_environment.json': JSON.stringify({
    name: 'dev',
    values: [{ key: 'base', value: 'http://localhost:4000', enabled: true }],
    _postman_variable_scope: 'environment',
  }),
  'insomnia.yaml': [
    'type: collection.insomnia.rest/5.0',
    'name: Billing',
    'collection:',
    '  - name: books',
    '    url: http://localhost:4000/books',
    '    method: GET',
    '',
  ].join('\n'),
  'bruno-collection/bruno.json': '{"version": "1", "name": "Orders", "type": "collection"}',
  'bruno-collection/books.bru':
    'meta {\n  name: books\n  type: http\n}\n\nget {\n  url: http://localhost:4000/books\n}\n',
  'http-client.env.json': '{"dev": {"base": "http://localhost:4000"}}',
  'book.graphql': 'query ($id: ID!) { book(id: $id) { title } }',
  '~/.config/fish/completions/readme': '',
};

/** Examples that cannot run here. */
const needs: readonly (readonly [example: RegExp, needed: string])[] = [
  [/:8080|@(?:staging|live)\/|petstore3|\ba\.example\b/, 'another API'],
  [/--(?:ascii|no-mouse|theme light)$/, 'a terminal'],
  [/^apiclient open /, 'a terminal'],
  [/--every 5$/, 'Ctrl-C'],
  [/docker\.sock/, 'Docker'],
  [/^source <\(/, 'bash'],
  [/_code:/, 'a browser'],
];

const examples = new Map([
  ...flagTable.map(flag => [noteOf(flag).example, `--${flag.name}`] as const),
  ...Object.entries(helpTopics).flatMap(([topic, page]) => page.examples.map(each => [each, topic] as const)),
]);
const runnable = [...examples].filter(([example]) => !needs.some(([pattern]) => pattern.test(example)));

test('each reason to skip an example applies to one', () => {
  expect(needs.filter(([pattern]) => ![...examples.keys()].some(each => pattern.test(each)))).toEqual([]);
  expect(runnable.length).toBeGreaterThan(120);
});

test.each(runnable)('%s (%s)', async line => {
  // Tokens of other examples have no known revocation endpoint, so logging out of them all fails.
  const own = line === 'apiclient auth logout --all' ? follower(new URL(demo.url).port, quickMachine()) : reader;
  await own.follow({ kind: 'command', line });
});
