/** Fields of the built program while the user types faster than it draws. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

const burst = Array.from({ length: 200 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');

test('200 letters arrive completely: with the keys that open and accept the field, and one by one', async () => {
  const folder = temporaryFolder();
  const terminal = startInTerminal(['demo'], { columns: 100, rows: 30, folder });
  await terminal.untilShown('[ ] books');
  terminal.write(' ');
  terminal.write(`w\u0015${burst}.graphql\r`);
  await terminal.untilScreen(() => existsSync(path.join(folder, `${burst}.graphql`)), 'the file');
  terminal.write(':');
  for (const letter of `x${burst}`) terminal.write(letter);
  await terminal.untilScreen(screen => screen.includes(burst.slice(-60)), 'the end of what was typed');
  terminal.write('\u001b[H');
  await terminal.untilScreen(screen => screen.includes(`x${burst.slice(0, 60)}`), 'its beginning');
  terminal.write('\u001b');
  await terminal.untilScreen(screen => !screen.includes('Commands'), 'the tree');
  terminal.write(`/${burst}\u0017books\u0015author`);
  await terminal.untilScreen(screen => /\/ author +1 of/.test(screen), 'the search');
});
