/** `--pick`: operations built from rows, against a real server, and the completions it offers. */
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { defaultOutput } from '../../source/command/parse.js';
import { completePicks, runGraphql } from '../../source/plain/graphql.js';
import { runProgram } from '../support/program.js';
import { schemaFile } from '../support/schemas.js';
import { closeServers, graphqlCommand, serve, testEnvironment } from '../support/servers/graphql.js';

afterAll(closeServers);

const schema = buildSchema(`
  type Query { book(id: ID!): Book, books(first: Int = 2): [Book!]! }
  type Book { id: ID!, title: String!, author: Author }
  type Author { name: String }
  type Mutation { rate(id: ID!, stars: Int!): Book }
`);
const book = { id: '1', title: 'Dune', author: { name: 'Frank' } };
const rootValue = { book: ({ id }: { id: string }) => ({ ...book, id }), books: () => [book], rate: () => book };

/** The server, and how often it was asked for its schema and for data. */
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
const items = [{ name: 'id', path: [{ key: 'id' }], as: 'text' as const, source: text('7') }];

test('the operation is built, its variables are filled by items, and it is sent', async () => {
  const { url, asked } = await served();
  const { ended, environment } = await run({ url, picks: ['book.title', 'book.author.name', 'book.id'], items });
  expect(environment.err()).toBe('');
  expect(ended).toBe(0);
  expect(JSON.parse(environment.out())).toEqual({
    data: { book: { title: 'Dune', author: { name: 'Frank' }, id: '7' } },
  });
  expect(asked).toEqual(['schema', 'data']);
  // The schema is kept by now.
  await run({ url, picks: ['books.*'] }, environment);
  expect(asked).toEqual(['schema', 'data', 'data']);
});

test('--print-query prints it and sends nothing; with --query all else stays byte for byte', async () => {
  const { url, asked } = await served();
  const made = await run({ url, picks: ['mutation.rate(stars: 5).title'], printQuery: true });
  expect(made.environment.out()).toBe('mutation ($id: ID!) {\n  rate(id: $id, stars: 5) {\n    title\n  }\n}\n');
  const query = '# mine\r\n{  books{ title } }\r\n';
  const into = await run({ url, query: text(query), picks: ['books.author.name'], printQuery: true });
  expect(into.environment.out()).toBe(query.replace('title', 'title author { name }'));
  expect(asked).toEqual(['schema', 'schema']);
});

test('a wrong path is a usage error with the nearest fields, and nothing is sent', async () => {
  const { url, asked } = await served();
  const { ended } = await run({ url, picks: ['books.titel'] });
  expect(ended).toMatchObject({ kind: 'usage', text: 'Book has no field titel.', hint: 'Did you mean title?' });
  expect(asked).toEqual(['schema']);
});

test('a required variable that no item fills is told before anything is sent', async () => {
  const { url, asked } = await served();
  const { ended, environment } = await run({ url, picks: ['book.title'] });
  expect(ended).toBe(2);
  expect(environment.err()).toContain('$id');
  expect(asked).toEqual(['schema']);
});

test('--dry-run and --curl ask no server for a schema, and take a kept one', async () => {
  const { url, asked } = await served();
  const output = { ...defaultOutput, curl: true };
  const without = await run({ url, picks: ['books.title'], output });
  expect(without.ended).toMatchObject({ kind: 'usage', text: expect.stringContaining('--curl asks no server') });
  expect(asked).toEqual([]);
  const { environment } = await run({ url, picks: ['books.title'] });
  const ended = await run({ url, picks: ['books.title'], output }, environment);
  expect(ended.ended).toBe(0);
  expect(environment.out()).toContain('books {');
});

test('completions come from the kept schema, and nobody is asked', async () => {
  const { url, asked } = await served();
  const environment = testEnvironment();
  const command = graphqlCommand({ url });
  expect(await completePicks(command, 'bo', environment)).toBe(0);
  expect(environment.out()).toBe('');
  await run({ url, picks: ['books.title'], printQuery: true }, environment);
  environment.written.stdout.length = 0;
  await completePicks(command, 'books.', environment);
  expect(environment.out()).toBe('books.id\nbooks.title\nbooks.author.\nbooks.*\n');
  expect(asked).toEqual(['schema']);
});

test.each([
  [['graphql', ':1', '--pick', 'a', '--print-schema'], /exclude each other/],
  [['graphql', ':1', '--print-query'], /there is no --pick/],
  [['graphql', '--pick', 'a.b'], /URL is missing/],
])('%j is a usage error', async (argv, said) => {
  const { code, stderr } = await runProgram(argv);
  expect(code).toBe(2);
  expect(stderr).toMatch(said);
});

test('what a shell asks for is answered even where the line is not finished', async () => {
  const variables = { APICLIENT_COMPLETE_PICK: 'b' };
  for (const flag of ['--pick', '--describe']) {
    const { code, stdout, stderr } = await runProgram(['graphql', ':1', '--nonsense', flag], { variables });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  }
});

test('--describe is completed by the paths that --pick takes', async () => {
  const variables = { APICLIENT_COMPLETE_PICK: 'allFi' };
  const schemaOf = ['graphql', '--schema', schemaFile('swapi')];
  for (const flag of ['--pick', '--describe']) {
    expect((await runProgram([...schemaOf, flag], { variables })).stdout).toBe('allFilms.\n');
  }
});
