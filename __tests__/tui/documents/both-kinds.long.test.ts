/** `apiclient demo` in a pseudo-terminal: GraphQL and the bookshop's OpenAPI description, one tab each. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { freePorts } from '../../support/servers/daemon.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

test('both kinds are open, each tab sends its own kind, and both are restored at the next start', async () => {
  const [port] = await freePorts(1);
  const home = temporaryFolder();
  const open = () => startInTerminal(['demo', '--port', String(port)], { columns: 120, rows: 40, home, folder: home });
  const terminal = open();
  await terminal.untilShown('[1 GraphQL: new] 2 HTTP: new');
  await terminal.untilShown('Query  10 fields');
  terminal.write('g2');
  await terminal.untilShown('GET    /authors  List authors');
  terminal.write('j \x12');
  await terminal.untilShown('"total": 8');
  await terminal.untilShown('matches description');
  terminal.write('g1');
  await terminal.untilShown('Query  10 fields');
  terminal.write('/authors\r');
  await terminal.untilShown('Query › authors');
  terminal.write(' \x12');
  await terminal.untilShown('"id": "author:1"');
  terminal.write('g2');
  await terminal.untilShown('[2 HTTP: listBooks *]');
  await terminal.untilShown('"total": 8');
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });

  const again = open();
  await again.untilShown('1 GraphQL: authors * [2 HTTP: listBooks *]');
  await again.untilShown('[x] GET    /books  List books');
  again.write('g1');
  await again.untilShown('[x] authors: [Author!]!');
  again.write('\x12');
  await again.untilShown('"id": "author:1"');
  again.write('q');
  expect(await again.ended).toEqual({ code: 0, signal: 0 });
});

test('O lists the files of both kinds, and opens one of the other kind in a separate tab', async () => {
  const [port] = await freePorts(1);
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'a.graphql'), '{ me { name } }');
  writeFileSync(path.join(folder, 'b.http'), `### one\nGET http://127.0.0.1:${port}/books/1\n`);
  const argv = ['demo', '--port', String(port)];
  const terminal = startInTerminal(argv, { columns: 120, rows: 40, folder });
  await terminal.untilShown('Query  10 fields');
  terminal.write('O');
  await terminal.untilScreen(screen => screen.indexOf('a.graphql') < screen.indexOf('b.http'), 'both files');
  terminal.write('b.http\r');
  await terminal.untilShown('[2 HTTP: b.http]');
  terminal.write('\x12');
  await terminal.untilShown('"title": "Pride and Prejudice"');
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});
