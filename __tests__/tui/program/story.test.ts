/** The built program in a pseudo-terminal, from the endpoint to the response. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSchema, createYoga } from 'graphql-yoga';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

let server: Server;
let url: string;

beforeAll(async () => {
  const schema = createSchema({
    typeDefs: `
      type Query { user(id: ID!): User hello: String wide: String }
      type User { id: ID! name: String! posts: [Post!]! }
      type Post { title: String! author: User! }
    `,
    resolvers: {
      Query: {
        user: (_: unknown, { id }: { id: string }) => ({ id, name: `User ${id}`, posts: [{ title: 'First' }] }),
        hello: () => 'Hello from the server',
        wide: () => '日本語 👨‍👩‍👧 e\u0301 \u001b[2Jend',
      },
    },
  });
  server = createServer(createYoga({ schema: schema as never, logging: false }));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});
afterAll(() => new Promise(resolve => server.close(resolve)));
afterEach(closeTerminals);

const open = async (columns = 120, rows = 40, variables: Record<string, string> = {}): Promise<TerminalProgram> => {
  const terminal = startInTerminal(['graphql', url], { columns, rows, variables });
  await terminal.untilShown('user: User');
  return terminal;
};

test('from the endpoint to the response: browse the schema, tick, see the query, enter a value, run, read, quit', async () => {
  const terminal = await open();
  expect(terminal.alternate).toBe(true);
  terminal.write('j ');
  await terminal.untilShown('user(id: $id) {');
  terminal.write('l');
  await terminal.untilShown('name: String!');
  terminal.write('jjj ');
  await terminal.untilShown('    name');
  terminal.write('3i{"id": "7"}\x12');
  await terminal.untilShown('"name": "User 7"');
  await terminal.untilShown('200 · ');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  terminal.write('qq');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  expect(terminal.alternate).toBe(false);
  expect(terminal.modes).toMatchObject({ bracketedPasteMode: false, mouseTrackingMode: 'none', wraparoundMode: true });
});

test('two hundred keys in one write are two hundred keys', async () => {
  const terminal = await open();
  terminal.write(`2i${'abcde'.repeat(40)}`);
  await terminal.untilScreen(screen => screen.includes('editing') && /abcde +[│┃]/.test(screen), 'the end of the text');
  terminal.write('\x1b1');
  terminal.write(`${'j'.repeat(100)}${'k'.repeat(97)}`);
  await terminal.untilScreen(screen => screen.includes('1 Schema'));
});

test('an arrow key split in two by the network is one key', async () => {
  const terminal = await open();
  terminal.write('\x1b');
  terminal.write('[B');
  await terminal.untilShown('Query.user: User');
});

test('five hundred pasted lines arrive as text, not as keys', async () => {
  const terminal = await open();
  const lines = Array.from({ length: 500 }, (_, i) => `# line ${i} q ?`).join('\r');
  terminal.write(`2i\x1b[200~${lines}\x1b[201~`);
  await terminal.untilShown('# line 499 q ?');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'));
  terminal.write('gg');
  await terminal.untilShown('# line 0 q ?');
});

test('a burst of resizes ends in a complete screen', async () => {
  const terminal = await open();
  for (let i = 0; i < 20; i++) terminal.resize(i % 2 ? 200 : 40, i % 2 ? 60 : 10);
  terminal.resize(30, 8);
  await terminal.untilShown('too small');
  terminal.resize(100, 30);
  await terminal.untilScreen(screen => {
    const rows = screen.split('\n');
    return (
      rows.length === 30 &&
      /^┏━ 1 Schema/.test(rows[1] ?? '') &&
      rows[28]?.endsWith('╯') === true &&
      screen.includes('user: User')
    );
  }, 'a whole screen at 100x30');
  expect(
    terminal
      .rows()
      .slice(1, 29)
      .every(row => row.length === 100),
  ).toBe(true);
});

test('wide and combining characters leave every border in its column, and hostile bytes are shown as marks', async () => {
  const terminal = await open(120, 40);
  terminal.write('2i{ wide }\x12');
  await terminal.untilShown('日本語');
  const shown = terminal.rows().find(row => row.includes('日本語')) ?? '';
  expect(shown).toContain('\\u001b[2Jend');
  for (let y = 1; y < 39; y++) expect('│┃╮╯┓┛█').toContain(terminal.cell(y, 119).text);
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const)('%s restores the terminal and exits with %i', async (signal, code) => {
  const terminal = await open();
  terminal.kill(signal);
  expect(await terminal.ended).toMatchObject({ code });
  expect(terminal.alternate).toBe(false);
  expect(terminal.modes).toMatchObject({ bracketedPasteMode: false, mouseTrackingMode: 'none' });
});

test('Ctrl-L redraws the screen after another program wrote on it', async () => {
  const terminal = await open();
  const before = terminal.screen();
  terminal.scribble('\x1b[5;1HBroadcast message\r\n from root');
  await terminal.untilShown('Broadcast message');
  terminal.write('\x0c');
  await terminal.untilScreen(screen => screen === before, 'the screen as it was');
});

test('Ctrl-Z gives the terminal to the shell, and fg restores the screen', async () => {
  const terminal = startInTerminal([], {
    columns: 100,
    rows: 30,
    command: ['sh', '-i'],
    variables: { PS1: 'shell> ' },
  });
  await terminal.untilShown('shell>');
  const { cliFile } = await import('../../support/program.js');
  terminal.write(`'${process.execPath}' '${cliFile}' graphql ${url}\r`);
  await terminal.untilShown('user: User');
  terminal.write('\x1a');
  await terminal.untilScreen((screen, { alternate }) => !alternate && /Stopped/.test(screen), 'the shell');
  terminal.write('fg\r');
  await terminal.untilScreen((screen, { alternate }) => alternate && screen.includes('user: User'), 'the screen again');
  terminal.write('j ');
  await terminal.untilShown('user(id: $id)');
  terminal.write('qq');
  await terminal.untilScreen(
    (screen, { alternate }) => !alternate && screen.trimEnd().endsWith('shell>'),
    'the shell again',
  );
});

test('a query edited in $EDITOR is returned; a failing editor loses nothing', async () => {
  const terminal = await open(120, 40, { EDITOR: "sed -i 's/hello/wide/'" });
  terminal.write('2i{ hello }\x18');
  await terminal.untilShown('{ wide }');
  const failing = await open(120, 40, { EDITOR: 'false' });
  failing.write('2i{ hello }\x18');
  await failing.untilShown('The text is unchanged');
  await failing.untilShown('{ hello }');
});

test('below 100 columns one right pane is visible at a time, below 60 one pane', async () => {
  const terminal = await open(80, 24);
  await terminal.untilShown('[2 Query] 3 Variables  4 Response');
  terminal.write('4');
  await terminal.untilShown(' 2 Query  3 Variables [4 Response]');
  terminal.resize(59, 20);
  await terminal.untilShown(' 1 Schema  2 Query  3 Variables [4 Response]');
});

test('colours are not required: NO_COLOR and --ascii show the same in ASCII', async () => {
  const terminal = startInTerminal(['graphql', url, '--ascii'], {
    columns: 100,
    rows: 30,
    variables: { NO_COLOR: '1' },
  });
  await terminal.untilShown('user: User');
  terminal.write('j ');
  await terminal.untilShown('[x] user: User');
  expect(terminal.screen()).not.toMatch(/[^\x00-\x7f]/);
  for (let y = 0; y < 30; y++) {
    for (let x = 0; x < 100; x++) expect(terminal.cell(y, x).foreground).toBe('default');
  }
});

test('if a server refuses introspection, the reason is shown, and typing and running still work', async () => {
  const refusing = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"errors":[{"message":"GraphQL introspection is not allowed"}]}');
  });
  await new Promise<void>(resolve => refusing.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/`;
  const terminal = startInTerminal(['graphql', address], { columns: 100, rows: 30 });
  await terminal.untilShown('continue without a schema');
  expect(terminal.screen()).toMatch(/introspection/i);
  terminal.write('c');
  await terminal.untilShown('No schema.');
  terminal.write('i{ a }\x12');
  await terminal.untilShown('introspection is not allowed');
  refusing.close();
});
