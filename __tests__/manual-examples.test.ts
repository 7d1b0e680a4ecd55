/** The manual's examples are run on the demo API, each as it stands there, beside files of the names they mention. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PassThrough } from 'node:stream';
import { failure, isFailure } from '../source/core/failure.js';
import { type Demo, startDemo } from '../source/demo/start.js';
import { main } from '../source/main.js';
import { type TestEnvironment, testEnvironment } from './support/environment.js';
import { isLogin, manualCommands } from './support/readme-commands.js';
import { callsIn } from './support/shells/shell-words.js';

/** The port that the examples name. */
const port = ':4000';

/** Those that log in have a file of their own. */
const examples = manualCommands.filter(line => !isLogin(line));

let demo: Demo;
let home: string;
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
  const files = testEnvironment();
  home = files.folder;
  const schema = await call(['graphql', demo.graphqlUrl, '--print-schema'], '');
  const found: Readonly<Record<string, string>> = {
    'report.json': '{"total": 1.0}',
    'bio.txt': 'Born in Bath.',
    'big.csv': 'a,b\n1,2\n',
    'cat.png': '\u0089PNG',
    'headers.txt': 'X-API-Key: demo-key\n',
    'operation.graphql': '{ authors { name } }',
    'operations.graphql':
      'query List { authors { name } } mutation Rate($id: ID!, $stars: Int!) { rateBook(id: $id, stars: $stars) { rating } }',
    'variables.json': '{"id": 1, "stars": 4}',
    'upload.graphql': 'mutation ($file: Upload!) { upload(file: $file) }',
    'schema.graphql': schema.out,
  };
  for (const [name, text] of Object.entries(found)) writeFileSync(path.join(home, name), text);
});
afterAll(() => demo.close());

const here = (word: string): string => word.replaceAll(port, `:${new URL(demo.url).port}`);

/** Runs the program in this process. A stream without an end is stopped once something of it is there. */
async function call(argv: readonly string[], input: string, endless = false) {
  const environment: TestEnvironment = {
    ...testEnvironment({ PASSWORD: 'secret123', TOKEN: 'demo-token', SECRET: 'demo-secret' }, input),
    ...(home === undefined ? {} : { folder: home, home }),
  };
  let [out, err] = ['', ''];
  (environment.stdout as PassThrough).on('data', chunk => {
    out += chunk;
    if (endless) environment.stop.abort(failure('interrupted', 'Interrupted.'));
  });
  (environment.stderr as PassThrough).on('data', chunk => {
    err += chunk;
  });
  const code = await main(argv, environment);
  return { code, out, err };
}

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(10);
});

test.each(examples)('%s', async example => {
  mkdirSync(home, { recursive: true });
  const input = example.startsWith('cat ') ? 'a,b\n1,2\n' : '';
  for (const words of callsIn(example)) {
    const argv = words.map(here);
    for (const url of argv.flatMap(word => word.match(/https?:\/\/[^\s:/]+(?::\d+)?[^\s:]*/g) ?? []))
      expect(url).toMatch(/^http:\/\/(?:localhost|127\.0\.0\.1):\d+/);
    const endless = /subscription \{ ticks \{/.test(example);
    const { code, err } = await call(argv, input, endless);
    const wanted = endless ? 130 : 0;
    expect([code, code === wanted ? '' : err]).toEqual([wanted, '']);
  }
});
