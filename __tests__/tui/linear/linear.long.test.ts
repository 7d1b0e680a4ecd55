/** `--linear`: the full screen in lines, for a screen reader. */
import { temporaryFolder } from '../../support/program.js';
import { startInTerminal, type TerminalProgram } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';

const demo = demoForTests();

const open = async (): Promise<TerminalProgram> => {
  const terminal = startInTerminal(['graphql', demo.graphqlUrl, '--linear'], {
    columns: 100,
    rows: 60,
    home: temporaryFolder(),
  });
  await terminal.untilShown('Schema loaded');
  return terminal;
};

test('at the end of the input, the program ends the line and exits', async () => {
  const terminal = await open();
  await terminal.untilShown('level 1');
  terminal.write('\u0004');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  expect(terminal.screen()).toMatch(/\n> \nLeft\.$/);
  expect(terminal.bytes).toMatch(/Left\.\r\n$/);
});

test('commands are typed by name, and prompts accept a number or text', async () => {
  const terminal = await open();
  terminal.write('new operation\r');
  await terminal.untilShown('3. subscription');
  terminal.write('1\r');
  await terminal.untilShown('Name of the new query');
  terminal.write('no name\r');
  await terminal.untilShown('Use letters, digits and _');
  terminal.write('Mine\r');
  await terminal.untilShown('query Mine');
  terminal.write('add header\rX-Trace: sample\r');
  terminal.write('headers and auth\r');
  await terminal.untilShown('2. X-Trace: sample, sent');
  terminal.write('on/off 2\r');
  await terminal.untilShown('2. X-Trace: sample, not sent');
  terminal.write('back\rnonsense word\r');
  await terminal.untilShown('Unknown command nonsense word');
  terminal.write('help history\r');
  await terminal.untilShown('List previous runs');
});

test('a field is searched by its name, and the next match by the name of the key', async () => {
  const terminal = await open();
  terminal.write('search country\r');
  await terminal.untilShown('Match 1 of 2: Query, authors, country.');
  await terminal.untilShown('country: String!, not ticked, level 3');
  terminal.write('tick\r');
  await terminal.untilShown('Ticked authors.country: String!');
  terminal.write('next match\r');
  await terminal.untilShown('Match 2 of 2:');
  terminal.write('search nosuchthing\r');
  await terminal.untilShown('No match for nosuchthing in the schema.');
  terminal.write('search\r');
  await terminal.untilShown('Search the schema: type a name, or back.');
  terminal.write('total\r');
  await terminal.untilShown('Query, books, total.');
});

test('after a failure to connect, there are ways to continue', async () => {
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/', '--linear'], { columns: 100, rows: 30 });
  await terminal.untilShown('Type retry, file');
  terminal.write('without\r');
  await terminal.untilShown('typing and running still work');
  terminal.write('query { a }\rquery\r');
  await terminal.untilScreen(screen => screen.split('{ a }').length > 2);
});

test('another endpoint replaces the previous one, and does not get its token without confirmation', async () => {
  const argv = ['graphql', demo.graphqlUrl, '--linear', '-B', 'demo-token'];
  const terminal = startInTerminal(argv, { columns: 100, rows: 60, home: temporaryFolder() });
  await terminal.untilShown('Schema loaded');
  const other = demo.graphqlUrl.replace('127.0.0.1', 'localhost');
  terminal.write('change endpoint\r');
  terminal.write(`${other}\r`);
  await terminal.untilShown('1. No, connect without them');
  terminal.write('1\r');
  await terminal.untilScreen(screen => screen.split('Schema loaded').length === 3, 'the second schema');
  terminal.write('where\r');
  await terminal.untilShown(`${other}. Pane schema.`);
  terminal.write('quit\r');
  expect((await terminal.ended).code).toBe(0);
});
