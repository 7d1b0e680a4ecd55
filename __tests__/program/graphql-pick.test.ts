/** `--pick`: operations built from rows, against a real server, and its completions. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema, printSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { defaultOutput } from '../../source/command/parse.js';
import { completePicks, runGraphql } from '../../source/plain/graphql.js';
import { runProgram } from '../support/program.js';
import { schemaFile } from '../support/schemas.js';
import { closeServers, graphqlCommand, serve, testEnvironment } from '../support/servers/graphql.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

afterEach(closeTerminals);
afterAll(closeServers);

const schema = buildSchema(`
  type Query { book(id: ID!): Book, books(first: Int = 2): [Book!]! }
  type Book { id: ID!, title: String!, author: Author }
  type Author { name: String }
  type Mutation { rate(id: ID!, stars: Int!): Book }
`);
const book = { id: '1', title: 'Dune', author: { name: 'Frank' } };
const rootValue = { book: ({ id }: { id: string }) => ({ ...book, id }), books: () => [book], rate: () => book };

/** The server, and the number of its schema and data requests. */
async function served() {
  const asked: string[] = [];
  const handler = createHandler({
    schema,
    rootValue,
    onOperation: (_, { document }) => {
      asked.push(JSON.stringify(document).includes('__schema') ? 'schema' : 'data');
    },
  });
  return { url: await serve(handler), asked };
}

type More = Parameters<typeof graphqlCommand>[0];
const run = async (more: More, environment = testEnvironment()) => ({
  ended: await runGraphql(graphqlCommand(more), environment),
  environment,
});
const text = (value: string) => ({ from: 'text' as const, text: value });
const items = [{ name: 'id', path: [{ kind: 'key' as const, key: 'id' }], as: 'text' as const, source: text('7') }];

test('the operation is built, its variables are filled from items, and it is sent', async () => {
  const { url, asked } = await served();
  const { ended, environment } = await run({ url, picks: ['book.title', 'book.author.name', 'book.id'], items });
  expect(environment.err()).toBe('');
  expect(ended).toBe(0);
  expect(JSON.parse(environment.out())).toEqual({
    data: { book: { title: 'Dune', author: { name: 'Frank' }, id: '7' } },
  });
  expect(asked).toEqual(['schema', 'data']);
  // The schema is cached by now.
  await run({ url, picks: ['books.*'] }, environment);
  expect(asked).toEqual(['schema', 'data', 'data']);
});

test('--print-query prints it and sends nothing; with --query the rest is unchanged byte for byte', async () => {
  const { url, asked } = await served();
  const made = await run({ url, picks: ['mutation.rate(stars: 5).title'], printQuery: true });
  expect(made.environment.out()).toBe('mutation ($id: ID!) {\n  rate(id: $id, stars: 5) {\n    title\n  }\n}\n');
  const query = '# mine\r\n{  books{ title } }\r\n';
  const into = await run({ url, query: text(query), picks: ['books.author.name'], printQuery: true });
  expect(into.environment.out()).toBe(query.replace('title', 'title author { name }'));
  expect(asked).toEqual(['schema', 'schema']);
});

test('a wrong path is a usage error with the closest fields, and nothing is sent', async () => {
  const { url, asked } = await served();
  const { ended } = await run({ url, picks: ['books.titel'] });
  expect(ended).toMatchObject({ kind: 'usage', text: 'Book has no field titel.', hint: 'Did you mean title?' });
  expect(asked).toEqual(['schema']);
});

test('a required variable without an item is reported before anything is sent', async () => {
  const { url, asked } = await served();
  const { ended, environment } = await run({ url, picks: ['book.title'] });
  expect(ended).toBe(2);
  expect(environment.err()).toContain('$id');
  expect(asked).toEqual(['schema']);
});

test('--dry-run and --curl use a cached schema without contacting a server', async () => {
  const { url, asked } = await served();
  const output = { ...defaultOutput, curl: true };
  const without = await run({ url, picks: ['books.title'], output });
  expect(without.ended).toMatchObject({
    kind: 'usage',
    text: expect.stringContaining('with --curl no server is contacted'),
  });
  expect(asked).toEqual([]);
  const { environment } = await run({ url, picks: ['books.title'] });
  const ended = await run({ url, picks: ['books.title'], output }, environment);
  expect(ended.ended).toBe(0);
  expect(environment.out()).toContain('books {');
});

test('completions come from the cached schema, without a request', async () => {
  const { url, asked } = await served();
  const environment = testEnvironment();
  const command = graphqlCommand({ url });
  expect(await completePicks(command, 'bo', environment)).toEqual([]);
  await run({ url, picks: ['books.title'], printQuery: true }, environment);
  const picks = await completePicks(command, 'books.', environment);
  expect(picks.map(({ text }) => text)).toEqual(['books.id', 'books.title', 'books.author.', 'books.*']);
  expect(asked).toEqual(['schema']);
});

test.each([
  [['graphql', ':1', '--pick', 'a', '--print-schema'], /cannot be combined/],
  [['graphql', ':1', '--print-query'], /--print-query needs --pick/],
  [['graphql', '--pick', 'a.b'], /No URL after graphql/],
])('%j is a usage error', async (argv, said) => {
  const { code, stderr } = await runProgram(argv);
  expect(code).toBe(2);
  expect(stderr).toMatch(said);
});

test('a line being completed by a shell is not run, whatever is wrong with it, nor by an earlier version’s script', async () => {
  const { url, asked } = await served();
  const line = ['graphql', url, '--query', 'mutation { rate(id: 1, stars: 5) { id } }', '--no-validate'];
  const now = await runProgram(['__complete', 'fish', ...line, '--nonsense', '--pick', 'b']);
  expect(now).toMatchObject({ code: 0, stdout: 'words\n', stderr: '' });
  const earlier = await runProgram(line, { variables: { APICLIENT_COMPLETE_PICK: 'b' } });
  expect(earlier).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(asked).toEqual([]);
});

test('--describe completes the paths that --pick accepts', async () => {
  const schemaOf = ['graphql', '--schema', schemaFile('swapi')];
  for (const flag of ['--pick', '--describe']) {
    const { stdout } = await runProgram(['__complete', 'fish', ...schemaOf, flag, 'allFi']);
    expect(stdout).toBe('words\nallFilms.\n');
  }
});

test('for a field without a selection and without a terminal, the line to type is printed and nothing is sent', async () => {
  const { url, asked } = await served();
  const library = path.join(await mkdtemp(path.join(tmpdir(), 'leaves-')), 'library.graphql');
  await writeFile(library, printSchema(schema));
  const ask = (query: string) => run({ url, query: text(query), schema: library });
  const { ended, environment } = await ask('{ book(id: 1) }');
  expect(ended).toBe(2);
  expect(environment.err()).toContain("To select id and title: --query '{ book(id: 1) { id title } }'");
  expect(asked).toEqual([]);
  const long = await ask(`{ book(id: 1) # ${'x'.repeat(300)}\n}`);
  expect(long.environment.err()).toContain('Use book { id title }');
});

test('Ctrl-C at the question for a selection ends with 130, and nothing is sent', async () => {
  const { url, asked } = await served();
  const library = path.join(await mkdtemp(path.join(tmpdir(), 'leaves-')), 'library.graphql');
  await writeFile(library, printSchema(schema));
  const terminal = startInTerminal(['graphql', url, '--schema', library, '--query', '{ book(id: 1) }']);
  await terminal.untilShown('Add id and title? [y/N]');
  terminal.write('\x03');
  expect(await terminal.ended).toMatchObject({ code: 130 });
  expect(asked).toEqual([]);
});
