/** The tree without a description: the requests of the text and of the files in its folder. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../support/program.js';
import { closeTerminals, startInTerminal } from '../../../support/terminal.js';

afterEach(closeTerminals);

test('in a terminal: the files of the folder, and one opened at its second request', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'pets.http'), '### pets\nGET http://127.0.0.1:1/pets\n');
  writeFileSync(
    path.join(home, 'books.http'),
    '### books\nGET http://127.0.0.1:1/books\n\n### book\nGET http://127.0.0.1:1/books/1\n',
  );
  const terminal = startInTerminal(['open', 'pets.http'], { home, folder: home, columns: 120, rows: 40 });
  await terminal.untilShown('books.http  2 requests');
  await terminal.untilShown('Opened pets.http.');
  // The list may still contain pets.http itself, so the cursor starts at the top.
  terminal.write('1ggjljj');
  await terminal.untilShown('GET http://127.0.0.1:1/books/1');
  terminal.write('\r');
  await terminal.untilShown('book (2 of 2)');
});

test('a tab without a file lists those of the initial folder', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'books.http'), '### books\nGET http://127.0.0.1:1/books\n');
  const terminal = startInTerminal(['open'], { home, folder: home, columns: 120, rows: 40 });
  await terminal.untilShown('books.http  1 request');
  terminal.write('1ll\r');
  await terminal.untilShown('2 books.http');
});
