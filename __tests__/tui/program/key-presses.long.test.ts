/**
 * Twelve tasks with the fewest keys we know, really pressed. `__tests__/bench/results/key-presses.md` says how many they are,
 * beside GraphiQL's and Altair's.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals, type TerminalProgram } from '../../support/terminal.js';
import { openDemo, openScreen } from '../demo.js';

let demo: Awaited<ReturnType<typeof openDemo>>;
beforeAll(async () => {
  demo = await openDemo();
});
afterAll(() => demo.close());
afterEach(closeTerminals);

const bytes: Readonly<Record<string, string>> = {
  Enter: '\r',
  Esc: '\u001b',
  Space: ' ',
  Down: '\u001b[B',
  'Ctrl-R': '\u0012',
  'Ctrl-T': '\u0014',
};

/** Words are keys by name, or texts that are typed letter by letter. */
const keysOf = (words: string): readonly string[] =>
  words.split(' ').flatMap(word => {
    if (word.startsWith('"')) return [...word.slice(1, -1).replaceAll('_', ' ')];
    return [bytes[word] ?? word];
  });

type Done = (terminal: TerminalProgram, folder: string) => Promise<void>;
const shown =
  (text: string): Done =>
  terminal =>
    terminal.untilShown(text);

/** The text is in the query, and its answer has come. */
const answered =
  (text: string): Done =>
  terminal =>
    terminal.untilScreen(screen => screen.includes(text) && /─ 200 ·/.test(screen), `the answer to ${text}`);

/** In the order in which they follow each other; a text is in quotes, its blanks are written as _. */
const tasks: readonly (readonly [task: string, keys: string, done: Done])[] = [
  ['Write and run { books { nodes { title } } }', '/ "nod" Down Enter l j j Space Ctrl-R', answered('"title": "Emma"')],
  ['Rename the field in the answer', '= "name" Enter', shown('name: title')],
  ['Add an argument, first: 3, and run', 'h k k k Enter 3 Ctrl-R', answered('books(first: 3)')],
  ['Make it a variable of value 2, and run', 'Enter 2 Enter v Ctrl-R', answered('"first": 2')],
  ['Find the field authors, typed authros, with its docs', '/ "authros"', shown('All authors, in order of birth.')],
  ['Read the docs of the field under the cursor', 'Enter K', shown('Esc closes')],
  ['Set the header X-Team: blue', 'Esc H a "X-Team:blue" Enter Esc', shown('POST http')],
  [
    'Save to a file',
    'w Enter',
    (terminal, folder) =>
      terminal.untilScreen(() => existsSync(path.join(folder, 'query.graphql')), 'the file that was saved'),
  ],
  ['Open a second tab', 'Ctrl-T', shown('[2 new]')],
  ['Open the saved file there', 'O Enter', shown('[2 query.graphql]')],
  ['Repeat the last run from the history', 'P Ctrl-R', answered('"name": "Frankenstein"')],
  [
    'Copy as a curl command',
    ': "curl" Enter',
    async terminal => {
      await terminal.untilScreen(() => terminal.effects.some(each => each.startsWith('osc 52 ')), 'the clipboard');
      const copied = terminal.effects.findLast(each => each.startsWith('osc 52 ')) ?? '';
      expect(Buffer.from(copied.split(';').at(-1) ?? '', 'base64').toString()).toMatch(/^curl [\s\S]*X-Team: blue/);
    },
  ],
];

test('each task is done with as many keys as the table says', async () => {
  const folder = temporaryFolder();
  const terminal = await openScreen(demo.graphqlUrl, { folder });
  const counted: string[] = [];
  for (const [task, words, done] of tasks) {
    const keys = keysOf(words);
    for (const key of keys) terminal.write(key);
    await done(terminal, folder);
    counted.push(
      `| ${task} | ${keys.length} | ${words.replace(/"([^"]*)"/g, (_, text) => text.replaceAll('_', ' '))} |`,
    );
  }
  const table = readFileSync('__tests__/bench/results/key-presses.md', 'utf8');
  for (const row of counted) expect(table).toContain(row);
  // The README and the last two rows sum up the tasks that all three can do, and all twelve.
  const rows = [...table.matchAll(/^\| (?!task|---|\*).*$/gm)].map(row => {
    const cells = row[0].split('|').map(cell => cell.trim());
    return [cells[2], cells[4], cells[6]].map(cell => (cell === 'none' ? undefined : Number(cell)));
  });
  const all = rows.filter(row => !row.includes(undefined));
  const sum = (of: typeof rows, at: number): number => of.reduce((before, row) => before + (row[at] ?? 0), 0);
  expect([rows.length, all.length]).toEqual([12, 9]);
  const [ours, graphiql, altair] = [0, 1, 2].map(at => sum(all, at));
  expect(table).toContain(`| **${ours}** | | **${graphiql}** | | **${altair}** |`);
  expect(table).toContain(`| **${sum(rows, 0)}** | | none | | **${sum(rows, 2)}** |`);
  const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ');
  expect(readme).toContain(`Nine everyday tasks took ${graphiql} keys and clicks there and ${ours} keys here`);
  expect(readme).toContain(
    `The same nine tasks took ${altair} keys and clicks there and ${ours} keys here, ` +
      `all twelve ${sum(rows, 2)} there and ${sum(rows, 0)} here`,
  );
});
