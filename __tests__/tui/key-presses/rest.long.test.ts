/**
 * Ten tasks on a description with the fewest known keys, pressed in a real terminal.
 * `__tests__/bench/results/key-presses-rest.md` has the counts, compared with Swagger UI.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { startInTerminal } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';
import { answered, copied, pressed, shown, sum, type Task, tableOf } from './tasks.js';

const demo = demoForTests();

/** Tasks in order of execution. */
const tasks: readonly Task[] = [
  ['Find the operation by its words, one book', '/ "one_book"', shown('books › GET /books/{id}')],
  ['Read all its docs', 'Enter K', shown('Esc: close')],
  ['Give its path parameter the value 3, and run', 'm 3 Ctrl-R', answered('/books/{{id}}', 'Frankenstein')],
  [
    'Add limit=2 to the query of GET /books, nothing else, and run',
    'k k k l l j j Enter 2 Ctrl-R',
    answered('/books?limit=2 ', '"total": 8'),
  ],
  ['Pick SCIENCE as its genre, and run', 'k k Enter s Ctrl-R', answered('genre=SCIENCE', 'On the Origin of Species')],
  [
    'Send POST /books with Sanditon as the title in the body',
    '} m "Sanditon" Ctrl-R',
    answered(' 201 ·', '"title": "Sanditon"', '"id": 9'),
  ],
  [
    'Use the id of the response in GET /books/{id}, without typing it, and run',
    '} m s Ctrl-R',
    answered(' 200 ·', '"title": "Sanditon"', '"id": 9'),
  ],
  [
    'Log in as GET /private/bearer wants it, with demo-token, and run it',
    'G k Space H b "demo-token" Ctrl-R',
    answered('"hello": "token holder"'),
  ],
  ['Copy as a curl command', 'g y', copied(/^curl [\s\S]*\/private\/bearer/)],
  [
    'Save the requests to a file',
    'w Enter',
    (terminal, folder) =>
      terminal.untilScreen(() => existsSync(path.join(folder, 'requests.http')), 'the file that was saved'),
  ],
];

test('each task takes as many keys as the table lists', async () => {
  const folder = temporaryFolder();
  const terminal = startInTerminal(['openapi', demo.url], { folder, columns: 120, rows: 40 });
  await terminal.untilShown('GET    /books/{id}');
  const counted = await pressed(tasks, terminal, folder);
  const { text, rows, inAll } = tableOf('key-presses-rest.md');
  for (const row of counted) expect(text).toContain(row);
  expect([rows.length, inAll.length]).toEqual([10, 9]);
  expect(text).toContain(`| **${sum(inAll, 0)}** | | **${sum(inAll, 1)}** |`);
  expect(text).toContain(`| **${sum(rows, 0)}** | | none |`);
  expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain(
    `took ${sum(inAll, 1)} keys and clicks for nine tasks, apiclient ${sum(inAll, 0)} keys`,
  );
});
