/** The title of the terminal's window, in a pseudo-terminal. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programCommand, temporaryFolder } from '../../support/program.js';
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(closeTerminals);

const titles = ({ effects }: TerminalProgram): readonly string[] =>
  effects.filter(each => each.startsWith('title ')).map(each => each.slice('title '.length));

const command = [...programCommand, 'graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')];

test.each([
  ['the Linux console', { TERM: 'linux' }, {}],
  ['GNU screen', { TERM: 'screen-256color' }, {}],
  ['a terminal with "title": false', {}, { title: false }],
])('%s gets no title', async (_name, variables, config) => {
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config));
  const terminal = startInTerminal(command.slice(programCommand.length), { columns: 100, rows: 30, variables, home });
  await terminal.untilShown('allFilms');
  terminal.write('q');
  await terminal.ended;
  expect(titles(terminal)).toEqual([]);
  expect(terminal.bytes).not.toMatch(/\u001b\]2;|\u001b\[2[23];2t/);
});
