/** Each page of the manual is followed from top to bottom, in a separate home with the files that it mentions. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../source/core/failure.js';
import { type Demo, startDemo } from '../source/demo/start.js';
import { type Follower, follower, quickMachine } from './support/pages/followed-page.js';
import { beginPage, followedPages } from './support/pages/manual-reader.js';
import { stepsOf } from './support/pages/readme-commands.js';
import { runProgram } from './support/program.js';

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

describe.each(followedPages)('%s', (_, steps) => {
  let reader: Follower;
  beforeAll(async () => {
    reader = follower(port, quickMachine());
    await beginPage(reader, schema);
  });

  test.each(steps)('%s', async (_title, step) => {
    await reader.follow(step);
  });
});

test('novels.sh on the scripting page prints the titles, or reports the error', async () => {
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
