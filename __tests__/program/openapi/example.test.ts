/** `--example NAME`: the body of a call starts with one of the examples of the description. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    points: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const examples = {
  minimal: { value: { name: 'Write' } },
  full: { summary: 'Every member', value: { name: 'Ship', points: 3, tags: ['q4'] } },
  broken: { value: { name: 'Plan', points: 'many' } },
};
const tracker = {
  openapi: '3.1.0',
  info: { title: 'Tracker', version: '1' },
  servers: [{ url: 'https://tracker.example' }],
  paths: {
    '/tasks': {
      post: {
        operationId: 'createTask',
        requestBody: {
          content: {
            'application/json': { schema, examples },
            'application/x-www-form-urlencoded': { schema, examples: { form: { value: { name: 'From a form' } } } },
          },
        },
        responses: { 201: { description: 'created' } },
      },
      get: { operationId: 'listTasks', responses: { 200: { description: 'all' } } },
    },
  },
};

function inFolder(...words: readonly string[]) {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'tracker.json'), JSON.stringify(tracker));
  return runProgram(words, { home });
}

const printed = (...words: readonly string[]) =>
  inFolder('openapi', 'tracker.json', '--call', 'createTask', ...words, '--print-request');

test('the first example is the default, and --example chooses another by its key or summary', async () => {
  expect((await printed()).stdout).toContain('\n\n{"name":"Write"}\n');
  const full = '\n\n{"name":"Ship","points":3,"tags":["q4"]}\n';
  expect((await printed('--example', 'full')).stdout).toContain(full);
  expect((await printed('--example', 'Every member')).stdout).toContain(full);
});

test('items change members of the example', async () => {
  expect((await printed('--example', 'full', 'name=Test', 'points=5')).stdout).toContain(
    '{"name":"Test","points":5,"tags":["q4"]}',
  );
});

test('an example of another media type chooses that type', async () => {
  const { stdout } = await printed('--example', 'form');
  expect(stdout).toContain('Content-Type: application/x-www-form-urlencoded');
  expect(stdout).toContain('name=From%20a%20form');
});

test('a member that does not match the schema is replaced, with a note', async () => {
  const { code, stdout, stderr } = await printed('--example', 'broken');
  expect(code).toBe(0);
  expect(stdout).toContain('"name":"Plan"');
  expect(stdout).not.toContain('many');
  expect(stderr).toContain('Changed in the example: points');
});

test('an unknown example is refused with the nearest name or all names', async () => {
  expect(await printed('--example', 'fulll')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('POST /tasks has no example fulll.'),
  });
  expect((await printed('--example', 'fulll')).stderr).toContain('Did you mean full?');
  expect((await printed('--example', 'zzz')).stderr).toContain('Examples: minimal, full, broken, form');
  const none = await inFolder('openapi', 'tracker.json', '--call', 'listTasks', '--example', 'x', '--dry-run');
  expect(none.stderr).toContain('Its body has no examples in the description.');
  const alone = await inFolder('openapi', 'tracker.json', '--example', 'full');
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--example needs --call.')]);
});

test('--describe lists the names, and a shell completes them', async () => {
  const { stdout } = await inFolder('openapi', 'tracker.json', '--describe', 'createTask');
  expect(stdout).toContain('  Examples (--example NAME)\n    minimal\n    full  Every member\n    broken\n');
  const line = ['openapi', 'tracker.json', '--call', 'createTask', '--example'];
  const complete = (typed: string) => inFolder('__complete', 'zsh', ...line, typed);
  expect((await complete('')).stdout.split('\n').map(each => each.trim())).toEqual(
    expect.arrayContaining(['minimal', 'full', 'broken', 'form']),
  );
  expect((await complete('mi')).stdout).toMatch(/^words\nminimal ?\n$/);
});
