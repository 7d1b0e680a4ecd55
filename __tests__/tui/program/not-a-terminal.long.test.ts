import { existsSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { openDemo } from '../demo.js';

afterEach(closeTerminals);
afterEach(closeServers);

test('without a terminal, `graphql` alone is a usage error that names --query and --print-schema', async () => {
  const { code, stderr, stdout } = await runProgram(['graphql', 'http://127.0.0.1:9/'], { spawn: true });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/--query/);
  expect(stderr).toMatch(/--print-schema/);
});

test('without a terminal, a bare URL is a usage error that shows the two forms', async () => {
  const { code, stderr } = await runProgram(['http://127.0.0.1:9/'], { spawn: true });
  expect(code).toBe(2);
  expect(stderr).toMatch(/apiclient GET URL/);
  expect(stderr).toMatch(/apiclient graphql URL/);
});

test('TERM=dumb opens no full screen', async () => {
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/'], { variables: { TERM: 'dumb' } });
  expect(await terminal.ended).toMatchObject({ code: 2 });
  expect(terminal.bytes).not.toContain('\x1b[?1049h');
});

test('--linear runs piped commands: each waits for the previous one', async () => {
  const demo = await openDemo();
  try {
    const { code, stdout, stderr } = await runProgram(['graphql', demo.graphqlUrl, '--linear'], {
      input: 'tick books.total\nrun\n',
      spawn: true,
    });
    expect(code).toBe(0);
    // Responses go to standard output, messages to standard error.
    expect(JSON.parse(stdout)).toEqual({ data: { books: { total: 8 } } });
    expect(stderr).toContain('Ticked books.total: Int!. Query: query { books { total } }');
    expect(stderr).toContain('Response: 200');
    expect(stderr).not.toContain('> ');
  } finally {
    await demo.close();
  }
});

test('piped commands do the same each time, and letters are the keys named in messages', async () => {
  const demo = await openDemo();
  const home = temporaryFolder();
  try {
    for (const _ of ['first', 'again']) {
      const { stdout, stderr } = await runProgram(['graphql', demo.graphqlUrl, '--linear'], {
        home,
        input: 'tick books.total\nH\nback\nrun\n',
      });
      expect(stderr).not.toContain('Restored');
      expect(stderr).toContain('Headers and auth:');
      expect(stdout).toContain('"total": 8');
    }
  } finally {
    await demo.close();
  }
});

test('--linear runs on TERM=dumb, and without it the error names it', async () => {
  const demo = await openDemo();
  try {
    const argv = ['graphql', demo.graphqlUrl];
    const terminal = startInTerminal([...argv, '--linear'], { variables: { TERM: 'dumb' } });
    await terminal.untilShown('Schema loaded');
    terminal.write('quit\r');
    expect(await terminal.ended).toMatchObject({ code: 0 });
    const refused = startInTerminal(argv, { variables: { TERM: 'dumb' } });
    await refused.untilShown('--linear');
    expect(await refused.ended).toMatchObject({ code: 2 });
  } finally {
    await demo.close();
  }
});

test('a form is filled in from a pipe: a secret by its source; a secret that needs a prompt is reported', async () => {
  const demo = await openDemo();
  try {
    const lines = ['Bearer', 'set', 'set env:SHOP', 'done', 'back', 'tick me.name', 'run'];
    const { code, stdout, stderr } = await runProgram(['graphql', demo.graphqlUrl, '--linear', '--keep-going'], {
      variables: { SHOP: 'demo-token' },
      input: ['headers and auth', ...lines].join('\n'),
    });
    // The prompt was refused, because there was no terminal to show it on.
    expect(code).toBe(2);
    expect(stderr).toContain('Token: no terminal to prompt on. Type set env:NAME or set file:PATH.');
    expect(stdout).toMatch(/"me": \{\s+"name"/);
  } finally {
    await demo.close();
  }
});

describe('piped commands end at the first failure', () => {
  let demo: Awaited<ReturnType<typeof openDemo>>;
  beforeAll(async () => {
    demo = await openDemo();
  });
  afterAll(() => demo.close());
  const carriedOut = (lines: readonly string[], ...flags: string[]) =>
    runProgram(['graphql', demo.graphqlUrl, '--linear', ...flags], { input: `${lines.join('\n')}\n` });
  const total = ['query { books { total } }', 'run'];

  test.each([
    ['a name that is not a command', ['nonsense'], 2, 'Unknown command nonsense.'],
    ['a missing field', ['tick books.weight'], 2, 'No field weight below books.'],
    ['a choice that is none', ['new operation', 'query no 2'], 2, 'Not in this list: query no 2.'],
    ['a number that is too high', ['new operation', '9'], 2, 'No 9 in the list.'],
    ['an operation that is none', ['query { a', 'run'], 2, 'Line 1, column 4: '],
    ['a response with errors', ['query { orders { id } }', 'run'], 9, 'Error: Bearer token required'],
  ])('%s', async (_, lines, code, why) => {
    const ended = await carriedOut([...lines, ...total]);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(why);
    expect(ended.stderr).toContain(
      `Stopped at line ${lines.length}: ${lines.at(-1)}. Pass --keep-going to continue after errors.`,
    );
    expect(ended.stdout).not.toContain('total');
    const kept = await carriedOut([...lines, 'back', ...total], '--keep-going');
    expect(kept.code).toBe(code);
    expect(kept.stdout).toContain('"total": 8');
  });

  test('an endpoint that does not respond is reported', async () => {
    const { code, stderr } = await runProgram(['graphql', 'http://127.0.0.1:9/', '--linear'], { input: 'where\n' });
    expect(code).toBe(1);
    expect(stderr).toContain('refused the connection');
  });

  test('it is possible to continue without the schema of an endpoint', async () => {
    const server = await httpServer((response, { body }) => {
      const isIntrospection = body.toString().includes('__schema');
      response.setHeader('Content-Type', 'application/json');
      response.end(isIntrospection ? '{"errors":[{"message":"no"}]}' : '{"data":{"a":1}}');
    });
    const inPipe = (input: string) => runProgram(['graphql', server.url, '--linear'], { input });
    const { code, stdout } = await inPipe('without\nquery { a }\nrun\n');
    expect([code, JSON.parse(stdout)]).toEqual([0, { data: { a: 1 } }]);
    const refused = await inPipe('query { a }\nrun\n');
    expect([refused.code, refused.stdout]).toEqual([9, '']);
    expect(refused.stderr).toContain('Stopped at line 1: query { a }.');
  });

  test('events are lines of JSON, one per event', async () => {
    const { code, stdout } = await carriedOut(['query subscription { ticks(count: 3, every: 1) { number } }', 'run']);
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).data.ticks.number),
    ).toEqual([1, 2, 3]);
  });

  test('settings chosen in a script are not stored', async () => {
    const home = temporaryFolder();
    await runProgram(['graphql', demo.graphqlUrl, '--linear'], { home, input: 'brief\n' });
    expect(existsSync(path.join(home, '.local/state/apiclient/linear.json'))).toBe(false);
  });
});

test('--keep-going has no effect without --linear, with a notice', async () => {
  const { code, stderr } = await runProgram(['graphql', 'http://127.0.0.1:9/', '--keep-going']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--keep-going has no effect without --linear.')]);
});
