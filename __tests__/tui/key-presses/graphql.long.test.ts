/**
 * Twelve tasks with the fewest known keys, pressed in a real terminal. `__tests__/bench/results/key-presses.md` has the counts,
 * compared with GraphiQL and Altair.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { demoForTests, openScreen } from '../demo.js';
import { answered, copied, pressed, shown, sum, type Task, tableOf } from './tasks.js';

const demo = demoForTests();

/** Tasks in order of execution. */
const tasks: readonly Task[] = [
  ['Write and run { books { nodes { title } } }', '/ "nod" Down Enter j j Space Ctrl-R', answered('"title": "Emma"')],
  ['Rename the field in the answer', '= "name" Enter', shown('name: title')],
  ['Add an argument, first: 3, and run', 'h k k k Enter 3 Ctrl-R', answered('books(first: 3)')],
  ['Make it a variable of value 2, and run', 'v Enter 2 Ctrl-R', answered('"first": 2')],
  ['Find the field authors, typed authros, with its docs', '/ "authros"', shown('All authors, by date of birth.')],
  ['Read the docs of the field under the cursor', 'Enter K', shown('Esc: close')],
  ['Set the header X-Team: blue', 'g h "X-Team:blue" Enter', shown('POST http')],
  [
    'Save to a file',
    'w Enter',
    (terminal, folder) =>
      terminal.untilScreen(() => existsSync(path.join(folder, 'query.graphql')), 'the file that was saved'),
  ],
  ['Open a second tab', 'Ctrl-T', shown('[2 new]')],
  ['Open the saved file there', 'O Enter', shown('[2 query.graphql]')],
  ['Repeat the last run from the history', 'P Ctrl-R', answered('"name": "Frankenstein"')],
  ['Copy as a curl command', 'g y', copied(/^curl [\s\S]*X-Team: blue/)],
];

test('each task takes as many keys as the table lists', async () => {
  const folder = temporaryFolder();
  const terminal = await openScreen(demo.graphqlUrl, { folder });
  const counted = await pressed(tasks, terminal, folder);
  const { text: table, rows, inAll: all } = tableOf('key-presses.md');
  for (const row of counted) expect(table).toContain(row);
  // The README and the last two rows sum up the tasks that all three can do, and all twelve.
  expect([rows.length, all.length]).toEqual([12, 9]);
  const [ours, graphiql, altair] = [0, 1, 2].map(at => sum(all, at));
  expect(table).toContain(`| **${ours}** | | **${graphiql}** | | **${altair}** |`);
  expect(table).toContain(`| **${sum(rows, 0)}** | | none | | **${sum(rows, 2)}** |`);
  const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ');
  expect(readme).toContain(
    `Nine everyday tasks took ${graphiql} keys and clicks in GraphiQL and ${ours} keys in apiclient`,
  );
  expect(readme).toContain(
    `The same nine tasks took ${altair} keys and clicks in Altair and ${ours} keys in apiclient; ` +
      `all twelve tasks took ${sum(rows, 2)} and ${sum(rows, 0)}`,
  );
});
