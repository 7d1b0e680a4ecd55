/** Line editing of `--linear`: history, Ctrl-W, Ctrl-U, Ctrl-R, Tab, Ctrl-C, Ctrl-Z. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cliFile, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { startInTerminal, type TerminalProgram } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';

const demo = demoForTests();
afterEach(closeServers);

async function open(folder = temporaryFolder()): Promise<TerminalProgram> {
  const argv = ['graphql', demo.graphqlUrl, '--linear'];
  const terminal = startInTerminal(argv, { columns: 120, rows: 100, home: folder, folder });
  await terminal.untilShown('Query, open');
  await untilPrompt(terminal, '');
  return terminal;
}

/** Waits until the last line is the prompt followed by this text. */
const untilPrompt = (terminal: TerminalProgram, typed: string): Promise<void> =>
  terminal.untilScreen(
    screen => screen.split('\n').at(-1)?.trimEnd() === `> ${typed}`.trimEnd(),
    `the prompt with ${typed}`,
  );

/** The screen ends with these lines. */
const untilEnd = (terminal: TerminalProgram, ...lines: readonly string[]): Promise<void> =>
  terminal.untilScreen(screen => screen.endsWith(lines.join('\n')), lines.join('\n'));

test('arrows recall earlier lines, Ctrl-W and Ctrl-U erase', async () => {
  const terminal = await open();
  terminal.write('go books\rwhere am I\r');
  await terminal.untilShown('Unknown command where am I.');
  terminal.write('\u001b[A');
  await untilPrompt(terminal, 'where am I');
  terminal.write('\u001b[A');
  await untilPrompt(terminal, 'go books');
  terminal.write('\u0017');
  await untilPrompt(terminal, 'go');
  terminal.write('authors');
  await untilPrompt(terminal, 'go authors');
  terminal.write('\u0015');
  await untilPrompt(terminal, '');
  expect(terminal.screen()).not.toContain('^[[A');
});

test('Ctrl-R finds earlier lines by a word, most recent first', async () => {
  const terminal = await open();
  terminal.write('go books.nodes\rgo authors\rgo books.total\r');
  await terminal.untilShown('total: Int!');
  await untilPrompt(terminal, '');
  terminal.write('\u0012');
  await untilEnd(terminal, 'Type part of an earlier line, then press Ctrl-R.', '>');
  terminal.write('books\u0012');
  await untilPrompt(terminal, 'go books.total');
  terminal.write('\u0012');
  await untilPrompt(terminal, 'go books.nodes');
  terminal.write('\u0012');
  await untilEnd(terminal, 'No other earlier line with books.', '> go books.nodes');
  terminal.write('\u0015nosuch\u0012');
  await untilEnd(terminal, 'No earlier line with nosuch.', '> nosuch');
});

test('a reply to a prompt is not added to the history', async () => {
  const terminal = await open();
  terminal.write('add header\r');
  await terminal.untilShown('Type it, or back.');
  terminal.write('X-Token: geheim\r');
  await terminal.untilScreen(screen => /geheim[\s\S]*\n>$/.test(screen), 'the prompt after it');
  terminal.write('\u001b[A');
  await untilPrompt(terminal, 'add header');
  terminal.write('\u0015geheim\u0012');
  await terminal.untilShown('No earlier line with geheim.');
});

test('Tab completes commands, paths, arguments, enum values, and files', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'queries'));
  writeFileSync(path.join(folder, 'queries', 'mine.graphql'), '{ books { total } }\n');
  const terminal = await open(folder);
  const completes = async (typed: string, ...to: readonly string[]): Promise<void> => {
    for (const [at, wanted] of to.entries()) {
      terminal.write(at === 0 ? `${typed}\t` : '\t');
      await untilPrompt(terminal, wanted);
    }
    terminal.write('\u0015');
    await untilPrompt(terminal, '');
  };
  await completes('verb', 'verbose');
  await completes('reopen', 'reopen closed tab');
  await completes('help vari', 'help variables');
  await completes('tick requ', 'tick request.');
  await completes('tick books.no', 'tick books.nodes.');
  await completes('go mut', 'go mutation.');
  await completes('tick books(so', 'tick books(sort:');
  await completes('tick books.nodes.price(currency: E', 'tick books.nodes.price(currency: EUR');
  // Several matches are all listed.
  terminal.write('tick bo\t');
  await untilPrompt(terminal, 'tick book');
  terminal.write('\t');
  await terminal.untilShown('books.');
  terminal.write('\u0015save as\r');
  await terminal.untilShown('Save as:');
  await untilPrompt(terminal, '');
  await completes('que', 'queries/', 'queries/mine.graphql');
});

test('a name with terminal control sequences is not offered', async () => {
  const named = (name: string): object => ({
    name,
    args: [],
    type: { kind: 'SCALAR', name: 'Int' },
    isDeprecated: false,
  });
  const fields = [named('beep\u0007'), named('bend\u001b]0;taken\u0007'), named('beam'), named('beat')];
  const types = [
    { kind: 'OBJECT', name: 'Query', fields, interfaces: [] },
    { kind: 'SCALAR', name: 'Int' },
  ];
  const server = await httpServer(response => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ data: { __schema: { queryType: { name: 'Query' }, types, directives: [] } } }));
  });
  const folder = temporaryFolder();
  const terminal = startInTerminal(['graphql', server.url, '--linear'], {
    columns: 100,
    rows: 40,
    home: folder,
    folder,
  });
  await terminal.untilShown('Query, open');
  terminal.write('go be\t');
  await untilPrompt(terminal, 'go bea');
  terminal.write('\t');
  await terminal.untilShown('beat');
  expect(terminal.effects).toEqual([]);
});

test('Ctrl-C clears the line, leaves the prompt, and quits at the second empty prompt in a row', async () => {
  const terminal = await open();
  terminal.write('half a line\u0003');
  await untilEnd(terminal, 'Cleared.', '>');
  terminal.write('operations\r');
  await terminal.untilShown('Operations:');
  terminal.write('\u0003');
  await untilEnd(terminal, 'Cancelled: operations.', '>');
  terminal.write('\u0003');
  await untilEnd(terminal, 'Press Ctrl-C again to quit.', '>');
  terminal.write('go authors\r');
  await terminal.untilShown('authors: ');
  terminal.write('\u0003');
  await terminal.untilScreen(screen => screen.split('Press Ctrl-C again').length === 3, 'the question again');
  terminal.write('\u0003');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  expect(terminal.screen()).toMatch(/Left\.$/);
});

test('quit, help, where and back work in lists and prompts', async () => {
  const terminal = await open();
  terminal.write('new operation\r');
  await terminal.untilShown('Type a number, or back.');
  terminal.write('help\r');
  await terminal.untilShown('where, status, back, help and quit work here too.');
  terminal.write('1\r');
  await terminal.untilShown('Name of the new query');
  terminal.write('where\r');
  await terminal.untilScreen(screen => screen.split('Name of the new query').length === 3, 'the question again');
  terminal.write('back\r');
  await terminal.untilShown('Closed Name of the new query.');
  terminal.write('search\r');
  await terminal.untilShown('Search the schema');
  terminal.write('back\r');
  await terminal.untilShown('Closed the search.');
  terminal.write('headers and auth\rquit\r');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});

test('output while a line is being typed appears above it, and the line is preserved', async () => {
  const terminal = await open();
  terminal.write('query subscription { ticks(every: 300, count: 3) { number } }\rrun\rtick books');
  await terminal.untilShown('"number":3');
  await untilPrompt(terminal, 'tick books');
  terminal.write('.total\r');
  await terminal.untilShown('Ticked books.total');
});

withPrograms(['bash'], () => {
  test('Ctrl-Z stops it, and fg shows the prompt again with the typed text', async () => {
    const folder = temporaryFolder();
    const line = `${process.execPath} ${cliFile} graphql ${demo.graphqlUrl} --linear`;
    const terminal = startInTerminal([], {
      columns: 120,
      rows: 60,
      folder,
      home: folder,
      command: ['bash', '--norc', '-i'],
    });
    terminal.write(`PS1='$ '; ${line}\r`);
    await terminal.untilShown('Query, open');
    terminal.write('go books');
    await untilPrompt(terminal, 'go books');
    terminal.write('\u001a');
    await terminal.untilShown('Stopped');
    terminal.write('stty -a | grep -o " icanon"\r');
    await terminal.untilScreen(screen => /\n icanon\n/.test(screen), 'the modes of the shell');
    terminal.write('fg\r');
    await untilPrompt(terminal, 'go books');
    terminal.write('.total\r');
    await terminal.untilShown('total: Int!');
    terminal.write('quit\r');
    await terminal.untilShown('Left.');
  });
});
