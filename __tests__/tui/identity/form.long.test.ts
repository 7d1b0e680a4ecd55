/** One form for all login methods. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();

test('in the terminal, a token is read from a file below ~, whose path Tab completes', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'my-token.txt'), 'demo-token\n');
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write('Hbfile:~/my\t');
  await terminal.untilShown('file:~/my-token.txt');
  terminal.write('\rq2i{ me { name } }\x1b\x12');
  await terminal.untilShown('"me": {');
});

test('in the terminal, Tab completes the file of a key', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'signing-key.pem'), '');
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write('H\rjwt bearer\t');
  await terminal.untilShown('press Enter to show 15 more');
  terminal.write('\t\t\t\t\t\t\t\r');
  await terminal.untilShown('Client key');
  terminal.write('\t~/sign\t');
  await terminal.untilShown('~/signing-key.pem');
});
