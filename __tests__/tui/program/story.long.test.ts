/** The built program in a pseudo-terminal, from the endpoint to the response. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startInTerminal } from '../../support/terminal.js';
import { usersForTests } from './users.js';

const users = usersForTests();

test('two hundred keys in one write are two hundred keys', async () => {
  const terminal = await users.open();
  terminal.write(`2i${'abcde'.repeat(40)}`);
  await terminal.untilScreen(screen => screen.includes('editing') && /abcde +[│┃]/.test(screen), 'the end of the text');
  terminal.write('\x1b1');
  terminal.write(`${'j'.repeat(100)}${'k'.repeat(97)}`);
  await terminal.untilScreen(screen => screen.includes('1 Schema'));
});

test('an arrow key split in two by the network is one key', async () => {
  const terminal = await users.open();
  terminal.write('\x1b');
  terminal.write('[B');
  await terminal.untilShown('Query.user: User');
});

test('five hundred pasted lines arrive as text, not as keys', async () => {
  const terminal = await users.open();
  const lines = Array.from({ length: 500 }, (_, i) => `# line ${i} q ?`).join('\r');
  terminal.write(`2i\x1b[200~${lines}\x1b[201~`);
  await terminal.untilShown('# line 499 q ?');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'));
  terminal.write('gg');
  await terminal.untilShown('# line 0 q ?');
});

test('a burst of resizes ends in a complete screen', async () => {
  const terminal = await users.open();
  for (let i = 0; i < 20; i++) terminal.resize(i % 2 ? 200 : 40, i % 2 ? 60 : 10);
  terminal.resize(30, 8);
  await terminal.untilShown('too small');
  terminal.resize(100, 30);
  await terminal.untilScreen(screen => {
    const rows = screen.split('\n');
    return (
      rows.length === 30 &&
      /^┏━ 1 Schema/.test(rows[1] ?? '') &&
      rows[28]?.endsWith('╯') === true &&
      screen.includes('user: User')
    );
  }, 'a whole screen at 100x30');
  expect(
    terminal
      .rows()
      .slice(1, 29)
      .every(row => row.length === 100),
  ).toBe(true);
});

test('Ctrl-L redraws the screen after another program wrote on it', async () => {
  const terminal = await users.open();
  const before = terminal.screen();
  terminal.scribble('\x1b[5;1HBroadcast message\r\n from root');
  await terminal.untilShown('Broadcast message');
  terminal.write('\x0c');
  await terminal.untilScreen(screen => screen === before, 'the previous screen');
});

test('Ctrl-Z gives the terminal to the shell, and fg restores the screen', async () => {
  const terminal = startInTerminal([], {
    columns: 100,
    rows: 30,
    command: ['sh', '-i'],
    variables: { PS1: 'shell> ' },
  });
  await terminal.untilShown('shell>');
  const { cliFile } = await import('../../support/program.js');
  terminal.write(`'${process.execPath}' '${cliFile}' graphql ${users.url}\r`);
  await terminal.untilShown('user: User');
  terminal.write('\x1a');
  await terminal.untilScreen((screen, { alternate }) => !alternate && /Stopped/.test(screen), 'the shell');
  terminal.write('fg\r');
  await terminal.untilScreen((screen, { alternate }) => alternate && screen.includes('user: User'), 'the screen again');
  terminal.write('j ');
  await terminal.untilShown('user(id: $id)');
  terminal.write('qq');
  await terminal.untilScreen(
    (screen, { alternate }) => !alternate && screen.trimEnd().endsWith('shell>'),
    'the shell again',
  );
});

test('a query edited in $EDITOR is returned; a failing editor loses nothing', async () => {
  const terminal = await users.open(120, 40, { EDITOR: "sed -i 's/hello/wide/'" });
  terminal.write('2i{ hello }\x18');
  await terminal.untilShown('{ wide }');
  const failing = await users.open(120, 40, { EDITOR: 'false' });
  failing.write('2i{ hello }\x18');
  await failing.untilShown('The text is unchanged');
  await failing.untilShown('{ hello }');
});

test('below 100 columns one right pane is visible at a time, below 60 one pane', async () => {
  const terminal = await users.open(80, 24);
  await terminal.untilShown('[2 Query] 3 Variables  4 Response');
  terminal.write('4');
  await terminal.untilShown(' 2 Query  3 Variables [4 Response]');
  terminal.resize(59, 20);
  await terminal.untilShown(' 1 Schema  2 Query  3 Variables [4 Response]');
});

test('colours are not required: NO_COLOR and --ascii show the same in ASCII', async () => {
  const terminal = startInTerminal(['graphql', users.url, '--ascii'], {
    columns: 100,
    rows: 30,
    variables: { NO_COLOR: '1' },
  });
  await terminal.untilShown('user: User');
  terminal.write('j ');
  await terminal.untilShown('[x] user: User');
  expect(terminal.screen()).not.toMatch(/[^\x00-\x7f]/);
  for (let y = 0; y < 30; y++) {
    for (let x = 0; x < 100; x++) expect(terminal.cell(y, x).foreground).toBe('default');
  }
});

test('if a server refuses introspection, the reason is shown, and typing and running still work', async () => {
  const refusing = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"errors":[{"message":"GraphQL introspection is not allowed"}]}');
  });
  await new Promise<void>(resolve => refusing.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/`;
  const terminal = startInTerminal(['graphql', address], { columns: 100, rows: 30 });
  await terminal.untilShown('continue without a schema');
  expect(terminal.screen()).toMatch(/introspection/i);
  terminal.write('c');
  await terminal.untilShown('No schema.');
  terminal.write('i{ a }\x12');
  await terminal.untilShown('introspection is not allowed');
  refusing.close();
});
