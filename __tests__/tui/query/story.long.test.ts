/** Writing a query and its variables by hand, in a pseudo-terminal, against the demo API. */
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(closeTerminals);

async function demo(columns = 120, rows = 40, argv: readonly string[] = []): Promise<TerminalProgram> {
  const terminal = startInTerminal(['demo', ...argv], { columns, rows });
  await terminal.untilShown('[ ] books');
  return terminal;
}

test('a query is typed with completion, its variables are filled in, and it runs', async () => {
  const terminal = await demo();
  terminal.write('2iquery Find($f: ');
  await terminal.untilShown('Genre');
  terminal.write('BookF\t) {\rboo');
  await terminal.untilShown('BookConnection!');
  terminal.write('\t(fil');
  await terminal.untilShown('filter');
  terminal.write('\t');
  // After the argument, its variable is suggested immediately.
  await terminal.untilShown('$f');
  terminal.write('\t) { nodes { tit\t } }\r}');
  await terminal.untilShown('books(filter: $f) { nodes { title } }');
  await terminal.untilShown('valid');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  terminal.write('3mm');
  await terminal.untilScreen(screen => /"f": \{/.test(screen), 'the filled variable');
  await terminal.untilShown('f: BookFilter ✓');
  terminal.write('\x12');
  await terminal.untilShown('200 · ');
  await terminal.untilShown('"nodes"');
});

test('a wrong name is underlined, marked, counted and listed; [ and ] find it', async () => {
  const terminal = await demo(80, 24);
  terminal.write('2i{\r  me { id }\r  nope { id }\r  book { id }\r}\x1b');
  await terminal.untilShown('problem');
  terminal.write('gg]');
  await terminal.untilShown('Cannot query field "nope"');
  expect(terminal.cellOf('nope { id')).toMatchObject({ underline: true });
  const row = terminal.rows().findIndex(each => each.includes('nope { id'));
  expect(terminal.rows()[row]).toContain('✗');
  terminal.write('p');
  await terminal.untilShown('problems');
  await terminal.untilShown('3:');
});

test('K describes a field; = formats the query and u reverts it', async () => {
  const terminal = await demo(100, 30);
  terminal.write('2i# mine\r{books{nodes{title}}}\x1b');
  await terminal.untilShown('valid');
  terminal.write('ggjllK');
  await terminal.untilShown('Query.books: BookConnection!');
  terminal.write('q=');
  await terminal.untilScreen(screen => /\n.* {6}title +[│┃]/.test(screen), 'the query on many lines');
  await terminal.untilShown('# mine');
  terminal.write('u');
  await terminal.untilShown('{books{nodes{title}}}');
});

test('wrong variables are reported at their position, and 64-bit numbers are preserved', async () => {
  const terminal = await demo();
  terminal.write('2iquery($id: ID!, $n: Int) { book(id: $id) { title } books(first: $n) { next } }\x1b');
  await terminal.untilShown('required: id: ID!');
  terminal.write('3i{"id": 12345678901234567890, "n": "two", "x": 1}\x1b');
  await terminal.untilShown('$n must be a whole number: Int.');
  await terminal.untilShown('unknown: x');
  expect(terminal.cellOf('"two"')).toMatchObject({ underline: true });
  terminal.write('=');
  await terminal.untilScreen(screen => /"id": 12345678901234567890,\s+[│┃]?/.test(screen), 'the formatted variables');
});

test('on the largest schema and a small screen the list opens at the word', async () => {
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('github')], {
    columns: 60,
    rows: 20,
  });
  await terminal.untilShown('codeOfConduct');
  terminal.write('2i{ repository(');
  await terminal.untilShown('owner');
  await terminal.untilShown('String!');
  terminal.write('\x1b\x7fOwner(login: "x") { ... on Us');
  await terminal.untilShown('User');
  terminal.write('\t { na\t } } }\x1b');
  await terminal.untilShown('valid');
  await terminal.untilShown('on User { name } } }');
});
