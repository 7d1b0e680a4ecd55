import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { openDemo } from '../demo.js';

afterEach(closeTerminals);

test('off a terminal `graphql` alone is a usage error that names --query and --print-schema', async () => {
  const { code, stderr, stdout } = await runProgram(['graphql', 'http://127.0.0.1:9/']);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/--query/);
  expect(stderr).toMatch(/--print-schema/);
});

test('off a terminal a bare URL is a usage error that shows the two forms', async () => {
  const { code, stderr } = await runProgram(['http://127.0.0.1:9/']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/apiclient GET URL/);
  expect(stderr).toMatch(/apiclient graphql URL/);
});

test('TERM=dumb opens no full screen', async () => {
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/'], { variables: { TERM: 'dumb' } });
  expect(await terminal.ended).toMatchObject({ code: 2 });
  expect(terminal.bytes).not.toContain('\x1b[?1049h');
});

test('--linear runs in a pipe of commands: each waits for what the one before began', async () => {
  const demo = await openDemo();
  try {
    const { code, stdout, stderr } = await runProgram(['graphql', demo.graphqlUrl, '--linear'], {
      input: 'tick books.total\nrun\n',
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('total: Int!, ticked, level 3. Query now: query { books { total } }');
    expect(stdout).toContain('Answered: 200');
    expect(stdout).toContain('"total": 8');
    expect(stdout).not.toContain('> ');
  } finally {
    await demo.close();
  }
});

test('commands in a pipe do the same each time, and letters are the keys that messages name', async () => {
  const demo = await openDemo();
  const home = temporaryFolder();
  try {
    for (const _ of ['first', 'again']) {
      const { stdout } = await runProgram(['graphql', demo.graphqlUrl, '--linear'], {
        home,
        input: 'tick books.total\nH\nback\nrun\n',
      });
      expect(stdout).not.toContain('Restored');
      expect(stdout).toContain('Headers and auth:');
      expect(stdout).toContain('"total": 8');
    }
  } finally {
    await demo.close();
  }
});

test('--linear runs on TERM=dumb, and without it the refusal names it', async () => {
  const demo = await openDemo();
  try {
    const argv = ['graphql', demo.graphqlUrl];
    const terminal = startInTerminal([...argv, '--linear'], { variables: { TERM: 'dumb' } });
    await terminal.untilShown('The schema is there');
    terminal.write('quit\r');
    expect(await terminal.ended).toMatchObject({ code: 0 });
    const refused = startInTerminal(argv, { variables: { TERM: 'dumb' } });
    await refused.untilShown('--linear');
    expect(await refused.ended).toMatchObject({ code: 2 });
  } finally {
    await demo.close();
  }
});

test('a form is filled in from a pipe: a secret by where it is, and one that would be asked for says so', async () => {
  const demo = await openDemo();
  try {
    const lines = ['Bearer', '2', '2 env:SHOP', 'take', 'back', 'tick me.name', 'run'];
    const { code, stdout } = await runProgram(['graphql', demo.graphqlUrl, '--linear'], {
      variables: { SHOP: 'demo-token' },
      input: ['headers and auth', ...lines].join('\n'),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('Token: there is no terminal to ask on. Type its number and env:NAME or file:PATH.');
    expect(stdout).toMatch(/"me": \{\s+"name"/);
  } finally {
    await demo.close();
  }
});

test('commands from a pipe end with the exit code of the last run', async () => {
  const demo = await openDemo();
  const codeAfter = async (url: string, ...lines: string[]): Promise<number | null> =>
    (await runProgram(['graphql', url, '--linear'], { input: `${lines.join('\n')}\n` })).code;
  try {
    expect(await codeAfter('http://127.0.0.1:9/', 'where')).toBe(1);
    expect(await codeAfter(demo.graphqlUrl, 'query { orders { id } }', 'run')).toBe(9);
    expect(await codeAfter(demo.graphqlUrl, 'query { orders { id } }', 'run', 'query { books { total } }', 'run')).toBe(
      0,
    );
  } finally {
    await demo.close();
  }
});
