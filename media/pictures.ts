/** `npm run media`: makes the README's pictures by driving the built program in a terminal. */
import { writeFileSync } from 'node:fs';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../__tests__/support/terminal.js';
import { isFailure } from '../source/core/failure.js';
import { startDemo } from '../source/demo/start.js';
import { screenSvg } from './svg.js';

const columns = 110;
const rows = 34;

const save = (name: string, terminal: TerminalProgram, height: number) =>
  writeFileSync(`media/${name}.svg`, screenSvg(terminal, columns, height));

async function screen(url: string): Promise<void> {
  const terminal = startInTerminal(['graphql', url], { columns, rows });
  await terminal.untilShown('Query  10 fields');
  // Down to `authors`, open it, tick name, born and country, and run.
  terminal.write('jjjl');
  await terminal.untilShown('[ ] country');
  terminal.write('jj j j ');
  await terminal.untilShown('[x] country');
  terminal.write('\u0012');
  await terminal.untilShown('Jane Austen');
  await terminal.untilScreen((_, each) => !each.cellOf('valid').dim, 'the end of the check');
  save('screen', terminal, rows);
}

async function request(url: string): Promise<void> {
  const argv = ['GET', `${url}/books/1`, '-v', '-B', 'demo-token'];
  const terminal = startInTerminal(argv, { columns, rows: 30 });
  await terminal.ended;
  const used = terminal.rows().findLastIndex(row => row !== '') + 1;
  save('request', terminal, used);
}

const demo = await startDemo({ port: 4000 });
if (isFailure(demo)) {
  console.error(`${demo.text} The pictures show this port: end the program that has it.`);
  process.exitCode = 1;
} else {
  try {
    await request(demo.url);
    await screen(demo.graphqlUrl);
  } finally {
    await closeTerminals();
    await demo.close();
  }
}
