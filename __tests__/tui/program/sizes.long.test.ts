/** Screens of common sizes: the most important content is not truncated. */
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();

const small = { columns: 60, rows: 20 };

test('a prompt about credentials is fully visible on the smallest screen, and a click selects the option under it', async () => {
  const terminal = await openScreen(demo.graphqlUrl, small, '-B', 'token');
  const { host } = new URL(demo.graphqlUrl);
  terminal.write('E');
  await terminal.untilShown('Enter: connect');
  const other = 'a-server-of-another-company.example:8443';
  terminal.write(`\u0015https://${other}/graphql\r`);
  await terminal.untilShown('Yes, send them there too');
  const words = terminal.rows().flatMap(row => /┃ (.*?) *┃/.exec(row.replace(/┃ *┃/, '┃'))?.[1] ?? []);
  expect(words.join(' ').replace(/\s+/g, ' ')).toContain(`Also send the credentials for ${host} to ${other}?`);
  const row = terminal.rows().findIndex(each => each.includes('Yes, send them there too'));
  expect(terminal.cell(row, 10).inverse).toBe(false);
  terminal.write(`\u001b[<0;11;${row + 1}M\u001b[<0;11;${row + 1}m`);
  await terminal.untilScreen((_, { cell }) => cell.call(terminal, row, 10).inverse, 'the option marked');
});

test('search results show full names, followed by their owners; without results, no navigation keys are offered', async () => {
  const terminal = await openScreen(demo.graphqlUrl, small);
  terminal.write('/name');
  await terminal.untilShown('1 of');
  await terminal.untilShown('[ ] name  ');
  expect(terminal.screen()).not.toContain('nam…');
  expect(terminal.screen()).toContain('Enter go to match');
  terminal.write('zzzz');
  await terminal.untilShown('no match');
  await terminal.untilShown('No matches');
  await terminal.untilScreen(screen => !screen.includes('go to match'), 'a footer without matches');
  expect(terminal.screen()).toContain('Esc leave');
});

test('the age of the schema is dropped before the name of the operation is cut', async () => {
  const terminal = await openScreen(demo.graphqlUrl, { columns: 80, rows: 24 }, '-B', 'token');
  expect(terminal.rows()[0]).toContain('types, just now');
  terminal.write('2iquery Shelf { me { name } }');
  await terminal.untilScreen((_, { rows }) => /op: Shelf/.test(rows.call(terminal)[0] ?? ''), 'the operation');
  expect(terminal.rows()[0]).toMatch(/types *$/);
});

test('the file name in the header is complete: the number of types is dropped before it is cut', async () => {
  const terminal = await openScreen(demo.graphqlUrl, small);
  terminal.write('2iquery AllOfThem { me { name } }\u001b');
  await terminal.untilScreen(screen => /2 Query +AllOfThem/.test(screen), 'the operation');
  terminal.write('w\r');
  await terminal.untilShown('Saved AllOfThem.graphql');
  await terminal.untilScreen(
    (_, { rows }) => / {2}AllOfThem\.graphql *$/.test(rows.call(terminal)[0] ?? ''),
    'the file',
  );
});

test('the last column of a table that fits is complete', async () => {
  const terminal = await openScreen(demo.graphqlUrl, { columns: 120, rows: 40 });
  terminal.write('2i{ books(first: 3) { nodes { id title price rating author { name country } } } }\u001b\u0012');
  await terminal.untilShown('"Jane Austen"');
  terminal.write('4jjjjt');
  await terminal.untilShown('t: back');
  expect(terminal.screen()).toMatch(/author\.country *[┃│]/);
  await terminal.untilShown('Enter leave the table');
  expect(terminal.screen()).toContain('S sort');
});

test('messages about missing content are not cut within words', async () => {
  const terminal = await openScreen(demo.graphqlUrl, small);
  terminal.write('O');
  await terminal.untilShown('No saved files here. Press w in a pane');
  await terminal.untilShown('type a path.');
});

test('prose ends after a complete word; the operation is dropped from the header before it is cut', async () => {
  const terminal = await openScreen(demo.graphqlUrl, small);
  terminal.write('2iquery Shelf { me { nam } }\u001b');
  await terminal.untilShown('1 problem: Cannot query … ━');
  expect(terminal.rows()[0]).toMatch(/op: Shelf +\d+ types/);
  terminal.write(':');
  await terminal.untilShown('Commands: type');
  expect(terminal.screen()).not.toMatch(/[a-z]…/);
  terminal.write('\u001bH');
  await terminal.untilShown('a add header, b Bearer, u Basic, o OAuth, p API');
  expect(terminal.screen()).not.toMatch(/[a-z]…/);
});

test('search and replacement stay within the border; Tab is offered only while a path is typed', async () => {
  const terminal = await openScreen(demo.graphqlUrl, small);
  terminal.write('2i{ orders { id } }\u001b/orders\tordersById');
  await terminal.untilScreen(screen => /replace: \w*ById [─━]?[╯┛]?/.test(screen), 'the end of what is typed');
  expect(terminal.rows().at(-2)).toMatch(/[ ─]╯$|[ ━]┛$/);
  terminal.write('\u001bw');
  await terminal.untilShown('Tab complete');
  terminal.write('\u001bo\u000f');
  await terminal.untilShown('New name of');
  expect(terminal.rows().at(-1)).not.toContain('complete');
});

test('the first key of a pair takes no room from the keys that are always visible', async () => {
  const terminal = await openScreen(demo.graphqlUrl, { columns: 80, rows: 24 });
  terminal.write('2g');
  await terminal.untilShown('g…');
  expect(terminal.rows().at(-1)).toMatch(/^ g… .*q quit *$/);
});
