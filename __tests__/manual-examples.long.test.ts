/** Each page of the manual is followed from top to bottom, in a home of its own, beside files of the names that it mentions. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../source/core/failure.js';
import { type Demo, startDemo } from '../source/demo/start.js';
import { type Follower, follower } from './support/followed-page.js';
import { runProgram } from './support/program.js';
import { isLogin, manualPages, stepsOf } from './support/readme-commands.js';

/** Files that are the reader's own. */
const found: Readonly<Record<string, string>> = {
  'report.json': '{"total": 1.0}',
  'bio.txt': 'Born in Bath.',
  'big.csv': 'a,b\n1,2\n',
  'cat.png': '\u0089PNG',
  'headers.txt': 'X-API-Key: demo-key\n',
  'copied.txt': 'curl http://localhost:4000/books/1',
  'operation.graphql': '{ authors { name } }',
  'operations.graphql':
    'query List { authors { name } } mutation Rate($id: ID!, $stars: Int!) { rateBook(id: $id, stars: $stars) { rating } }',
  'old.json': '{"openapi": "3.1.0", "info": {"title": "Bookshop", "version": "0"}, "paths": {"/gone": {"get": {}}}}',
  'requests.http': 'GET {{base}}/books?limit=many\n',
  'variables.json': '{"id": 1, "stars": 4}',
  'upload.graphql': 'mutation ($file: Upload!) { upload(file: $file) }',
};

/** The environment that the manual expects. */
const variables = 'export PASSWORD=secret123 TOKEN=demo-token SECRET=demo-secret';

let demo: Demo;
let port = '';
let schema = '';
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
  port = new URL(demo.url).port;
  schema = (await runProgram(['graphql', demo.graphqlUrl, '--print-schema'])).stdout;
});
afterAll(() => demo.close());

/** The page of all flags has an example of each, which help.test.ts reads. */
const pages = manualPages
  .filter(page => !page.endsWith('flags.md'))
  .map(page => [path.relative('source/manual', page), stepsOf(page)] as const)
  .filter(([, steps]) => steps.some(({ kind }) => kind === 'command'));

describe.each(pages)('%s', (_, steps) => {
  let reader: Follower;
  beforeAll(async () => {
    reader = follower(port);
    for (const [name, text] of Object.entries({ ...found, 'schema.graphql': schema }))
      await reader.follow({ kind: 'file', name, text });
    await reader.follow({ kind: 'command', line: variables });
  });

  test.each(
    steps
      .filter(step => step.kind === 'file' || !isLogin(step.line) || !/_code:/.test(step.line))
      .map(step => [step.kind === 'file' ? `save ${step.name}` : step.line, step] as const),
  )('%s', async (_title, step) => {
    await reader.follow(step);
  });
});

test('novels.sh of the page on scripting prints the titles, or says what is wrong', async () => {
  const steps = stepsOf(path.resolve('source/manual/scripting.md'));
  const script = steps.find(step => step.kind === 'file' && step.name === 'novels.sh');
  const reader = follower(port);
  const text = script?.kind === 'file' ? script.text : '';
  for (const [api, code, out, said] of [
    [`http://localhost:${port}`, 0, /Pride and Prejudice/, /^$/],
    [`http://localhost:${port}/status/404?`, 1, /^$/, /The shop refused the request\.\n$/],
    ['http://localhost:1', 1, /^$/, /The shop was not reached \(exit code 1\)\.\n$/],
  ] as const) {
    writeFileSync(path.join(reader.home, 'novels.sh'), text.replace('--retry 3 ', ''));
    const ended = await runProgram([], {
      command: ['bash', '-c', 'apiclient() { eval "$PROGRAM \\"\\$@\\""; }; export -f apiclient; bash novels.sh'],
      folder: reader.home,
      home: reader.home,
      variables: { API: api, PROGRAM: `'${process.execPath}' '${path.resolve('dist/cli.cjs')}'` },
    });
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([
      code,
      expect.stringMatching(out),
      expect.stringMatching(said),
    ]);
  }
});
