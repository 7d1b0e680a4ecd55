/** Files, operations, history, headers and auth, palette: stories against the demo API. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '../../../source/command/parse.js';
import { temporaryFolder } from '../../support/program.js';
import { callsIn } from '../../support/shells/shell-words.js';
import { demoForTests, openFile, openScreen } from '../demo.js';

const demo = demoForTests();

test('w saves query and variables next to each other, O opens them again, the title marks unsaved text', async () => {
  const home = temporaryFolder();
  const first = await openScreen(demo.graphqlUrl, { home });
  first.write('2iquery B($id: ID!) { book(id: $id) { title } }\x1b');
  first.write('3i{"id": "1"}\x1b');
  first.write('w');
  await first.untilShown('B.graphql');
  first.write('\r');
  await first.untilShown('Saved B.graphql and B.variables.json.');
  expect(readFileSync(path.join(home, 'B.graphql'), 'utf8')).toBe('query B($id: ID!) { book(id: $id) { title } }');
  expect(readFileSync(path.join(home, 'B.variables.json'), 'utf8')).toBe('{"id": "1"}');
  await first.untilScreen(screen => /B\.graphql(?! \*)/.test(screen.split('\n')[0] ?? ''));
  first.write('2i# more\x1b');
  await first.untilScreen(screen => (screen.split('\n')[0] ?? '').includes('B.graphql *'), 'the star in the title');

  const second = await openScreen(demo.graphqlUrl, { home: temporaryFolder(), folder: home });
  second.write('OB.graphql\r');
  await second.untilShown('Opened B.graphql with its variables.');
  await second.untilShown('query B($id: ID!)');
  await second.untilShown('{"id": "1"}');
});

test('a file changed by another program is not overwritten without confirmation', async () => {
  const { file, terminal } = await openFile(demo.graphqlUrl, '{ books { total } }');
  writeFileSync(file, '# theirs');
  terminal.write('2i# mine \x1bw');
  await terminal.untilShown('q.graphql was changed by another program');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('by another program'));
  expect(readFileSync(file, 'utf8')).toBe('# theirs');
  terminal.write('w');
  await terminal.untilShown('by another program');
  terminal.write('j\r');
  await terminal.untilShown('Saved q.graphql.');
  expect(readFileSync(file, 'utf8')).toContain('# mine');
});

test('a missing file and an existing name are reported', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, 'folder.graphql'));
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write('Onowhere.graphql\r');
  await terminal.untilShown('Cannot read nowhere.graphql: there is no such file.');
  terminal.write('2i{ a }\x1bw\x15folder.graphql\r');
  await terminal.untilShown('folder.graphql already exists');
  terminal.write('\r');
  await terminal.untilShown('Save as');
  expect(terminal.screen()).toContain('folder.graphql');
  terminal.write('\x15gone/me.graphql\r');
  await terminal.untilShown('Cannot write gone/me.graphql: its folder does not exist.');
  terminal.write('\x15me.graphql\r');
  await terminal.untilShown('Saved me.graphql.');
});

test('o lists the operations: go to one, rename it, delete it, create one', async () => {
  const terminal = await openScreen(demo.graphqlUrl);
  terminal.write('2iquery One { books { total } } query Two { me { id } }\x1b');
  await terminal.untilShown('op: Two');
  terminal.write('o');
  await terminal.untilShown('Operations');
  terminal.write('\u001b[A\r');
  await terminal.untilShown('op: One');
  terminal.write('o\x0f\x15First\r');
  await terminal.untilShown('query First {');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('━ Operations'));
  terminal.write('o\u001b[B\u001b[3~');
  await terminal.untilShown('Deleted Two');
  terminal.write('\x14');
  await terminal.untilShown('New operation');
  terminal.write('\rThird\r');
  await terminal.untilShown('op: Third');
  expect(terminal.screen()).not.toContain('query Two');
});

test('P finds a run of another session and restores it as one undo step, and Ctrl-R runs it again', async () => {
  const home = temporaryFolder();
  const first = await openScreen(demo.graphqlUrl, { home });
  first.write('2iquery Sum { books { total } }\x12');
  await first.untilShown('"total": 8');
  first.write('\x1b2ggx');
  first.write('i# other\x1b');
  first.write('q');
  await first.ended;

  const second = await openScreen(demo.graphqlUrl, { home });
  await second.untilShown('# other');
  second.write('P');
  await second.untilShown('History');
  second.write('nothing like it');
  await second.untilShown('No matching runs');
  second.write('\x15sum');
  await second.untilShown('Sum  query Sum { books { total } }');
  second.write('\x12');
  await second.untilShown('"total": 8');
  second.write('2u');
  await second.untilShown('# other');
});

test('secrets are not in the history', async () => {
  const home = temporaryFolder();
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write('2i{ books { total } }\x1b3i{"password": "hunter2"}\x12');
  await terminal.untilShown('200 · ');
  const file = path.join(home, '.local/state/apiclient/history.jsonl');
  for (;;) {
    try {
      if (readFileSync(file, 'utf8').endsWith('\n')) break;
    } catch {
      // It is written after the response.
    }
    await new Promise(resolve => setImmediate(resolve));
  }
  expect(readFileSync(file, 'utf8')).toContain('books');
  expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
});

test('H: a header and a token typed there are sent, masked, and can be switched off', async () => {
  const terminal = await openScreen(demo.graphqlUrl);
  terminal.write('2i{ request { headers } }\x1bH');
  await terminal.untilShown('Auth         none');
  terminal.write('aX-Trace: seen\r');
  await terminal.untilShown('[x] X-Trace: seen');
  terminal.write('bhunter2');
  await terminal.untilShown('•••••••');
  terminal.write('\r');
  await terminal.untilShown('Auth         Bearer ••••');
  expect(terminal.screen()).not.toContain('hunter2');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('━ Headers and auth'));
  terminal.write('\x12');
  await terminal.untilShown('200 · ');
  terminal.write('4z');
  await terminal.untilScreen(screen => screen.includes('seen'), 'the header among those the server saw');
  terminal.write('zHj ');
  await terminal.untilShown('[ ] X-Trace: seen');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('━ Headers and auth'));
  terminal.write('z\x12');
  await terminal.untilScreen(screen => screen.includes('Authorization') && !screen.includes('seen'), 'no such header');
});

test('the palette finds a command by a few letters and runs it; Esc closes it', async () => {
  const terminal = await openScreen(demo.graphqlUrl);
  terminal.write('2i{ books { total } }\x1b:copy as curl');
  await terminal.untilShown('copy as curl command');
  terminal.write('\r');
  await terminal.untilShown('Copied the curl command');
  const copied = terminal.effects.find(each => each.startsWith('osc 52 '));
  const text = Buffer.from(copied?.split(';')[1] ?? '', 'base64').toString('utf8');
  expect(text).toContain('curl');
  expect(text).toContain('books');
  terminal.write(':copy as an entry\r');
  await terminal.untilShown('Copied the .http entry');
  const entry = Buffer.from(terminal.effects.at(-1)?.split(';')[1] ?? '', 'base64').toString('utf8');
  expect(entry).toMatch(/^###\nPOST http:\S+\/graphql\n[\s\S]*\n\n\{"query":"\{ books \{ total \} \}"/);
  terminal.write(':copy as apiclient\r');
  await terminal.untilShown('Copied the apiclient command');
  const own = Buffer.from(terminal.effects.at(-1)?.split(';')[1] ?? '', 'base64').toString('utf8');
  const [words = []] = callsIn(own);
  expect(parse(words)).toMatchObject({
    kind: 'graphql',
    url: demo.graphqlUrl,
    query: { from: 'text', text: '{ books { total } }' },
  });
  terminal.write(':\x1b');
  await terminal.untilScreen(screen => !screen.includes('━ Commands'));
});

test('a click on a tick box ticks; without the mouse option, the terminal handles clicks', async () => {
  const terminal = await openScreen(demo.graphqlUrl);
  expect(terminal.modes.mouseTrackingMode).not.toBe('none');
  const y = terminal.rows().findIndex(row => row.includes('books: BookConnection'));
  const x = terminal.rows()[y]?.indexOf('[ ]') ?? 0;
  terminal.write(`\x1b[<0;${x + 2};${y + 1}M\x1b[<0;${x + 2};${y + 1}m`);
  await terminal.untilShown('[x] books');
  terminal.write('H');
  await terminal.untilShown('Headers and auth');
  terminal.write('\x1b[<0;1;1M');
  await terminal.untilScreen(screen => !screen.includes('━ Headers and auth'), 'closed by a click outside');
  const quiet = await openScreen(demo.graphqlUrl, {}, '--no-mouse');
  expect(quiet.modes.mouseTrackingMode).toBe('none');
});
