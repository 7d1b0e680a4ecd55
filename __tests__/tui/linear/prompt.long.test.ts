/** Random lines on a terminal and in scripts: each line gets a reply, and exit codes follow the table. */
import { temporaryFolder } from '../../support/program.js';
import * as fc from '../../support/property.js';
import { startInTerminal } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';
import { graphqlLines, httpLines, sequences } from './random-lines.js';

const demo = demoForTests();

const documents = [
  ['graphql', () => ['graphql', demo.graphqlUrl], graphqlLines],
  ['http', () => ['openapi', demo.url], httpLines],
] as const;

test.each(documents)('%s: each line on a terminal gets one reply before the next prompt', async (_, argv, own) => {
  const terminal = startInTerminal([...argv(), '--linear'], { columns: 200, rows: 900, home: temporaryFolder() });
  await terminal.untilShown('level 1');
  for (const line of [...fc.sample(sequences(own), { seed: 5, numRuns: 4 }).flat(), 'back', 'where']) {
    await terminal.untilScreen(screen => screen.endsWith('\n>'), 'the prompt');
    const before = terminal.screen().split('\n').length;
    terminal.write(`${line}\r`);
    // The line itself, at least one line of a reply, and the prompt.
    await terminal.untilScreen(
      screen => screen.split('\n').length > before + 1 && screen.endsWith('\n>'),
      `a reply to ${line}`,
    );
    if (line === 'run') await terminal.untilScreen(screen => !/Running the \w+\.\n>$/.test(screen), 'the response');
  }
  terminal.write('quit\r');
  expect((await terminal.ended).code).toBe(0);
});
