/** The built program on a description, in a pseudo-terminal: opened by URL alone, ticked, sent, searched, restored, saved. */
import { runProgram, temporaryFolder } from '../../../support/program.js';
import { startInTerminal, type TerminalOptions, type TerminalProgram } from '../../../support/terminal.js';
import { demoForTests } from '../../demo.js';

const demo = demoForTests();

async function open(words: readonly string[], options: TerminalOptions = {}): Promise<TerminalProgram> {
  const terminal = startInTerminal(['openapi', ...words], { columns: 120, rows: 40, ...options });
  await terminal.untilShown('GET    /books/{id}');
  return terminal;
}

test('a URL is sufficient: its operations are the tree, Space adds a request, Ctrl-R sends it', async () => {
  const home = temporaryFolder();
  const terminal = await open([demo.url], { home });
  await terminal.untilShown('10 operations');
  terminal.write('/');
  await terminal.untilShown('names, paths and descriptions');
  terminal.write('getBook\r');
  await terminal.untilShown('One book');
  terminal.write(' ');
  await terminal.untilShown(`GET ${demo.url}/books/{{id}}`);
  await terminal.untilShown('"id": 1');
  terminal.write('\u0012');
  await terminal.untilShown('"title": "Pride and Prejudice"');
  await terminal.untilShown('200 ');
  terminal.write('K');
  await terminal.untilShown('Example  --call');
  terminal.write('\u001bq');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  const again = await open([demo.url], { home });
  await again.untilShown('Restored unsaved text');
  await again.untilShown('GET    /books/{id}  One book');
  expect(again.screen()).toContain(`GET ${demo.url}/books/{{id}}`);
});

test('without a terminal, the operations are printed as before', async () => {
  const { code, stdout } = await runProgram(['openapi', demo.url], { home: temporaryFolder() });
  expect(code).toBe(0);
  expect(stdout).toContain('getBook');
});
