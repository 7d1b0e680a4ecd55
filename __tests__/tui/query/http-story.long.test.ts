/**
 * A request typed in the built program, on a pseudo-terminal: completed, checked, corrected and sent; and a search in the tree.
 */
import { temporaryFolder } from '../../support/program.js';
import { startInTerminal } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';

const demo = demoForTests();

test('a request is completed and checked while it is typed, then it is sent', async () => {
  const home = temporaryFolder();
  const terminal = startInTerminal([demo.url], { home, folder: home, columns: 130, rows: 40 });
  await terminal.untilShown('10 operations');
  terminal.write('2i');
  await terminal.untilShown('editing');
  terminal.write('ge\t');
  await terminal.untilShown('/books/{id}');
  terminal.write('books/');
  await terminal.untilShown('getBook');
  terminal.write('\t');
  await terminal.untilShown(`GET ${demo.url}/books/{{id}}`);
  await terminal.untilShown('valid');
  terminal.write('\u007f'.repeat('{{id}}'.length));
  terminal.write('first');
  await terminal.untilShown('1 problem: id is a string, not an integer.');
  terminal.write('\u007f'.repeat('first'.length));
  terminal.write('1');
  await terminal.untilShown('valid');
  terminal.write('?fo');
  await terminal.untilShown('GET /books/{id} has no query parameter fo.');
  terminal.write('\u007f\u007f\u007f');
  await terminal.untilShown('valid');
  terminal.write('\u0012');
  await terminal.untilShown('Pride and Prejudice');
  terminal.write('\u001b1/authors');
  await terminal.untilShown('1 of ');
  terminal.write('\r');
  await terminal.untilShown('n N');
});
