/** Connecting: a start without a URL, and all steps until the tree is usable. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, serve } from '../../support/servers/graphql.js';
import { startInTerminal } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';
import { Screen } from '../support.js';

const demo = demoForTests();

test('apiclient alone prompts for a URL; two hundred keys in one write lose none; the endpoint is offered next time', async () => {
  const home = temporaryFolder();
  const first = startInTerminal([], { columns: 100, rows: 30, home });
  await first.untilShown('URL of a GraphQL endpoint or REST API, :4000/graphql or @profile');
  await first.untilShown('Run apiclient demo.');
  const noise = 'x'.repeat(200);
  first.write(`${noise}${'\x7f'.repeat(200)}${demo.graphqlUrl}\r`);
  await first.untilShown('books');
  first.write('q');
  await first.ended;
  const second = startInTerminal([], { columns: 100, rows: 30, home });
  await second.untilShown(demo.graphqlUrl);
  second.write('\x1b[B\r');
  await second.untilShown('books');
});

test('an invalid URL is reported, and the prompt stays open', async () => {
  const terminal = startInTerminal([], { columns: 100, rows: 30 });
  await terminal.untilShown('URL of a GraphQL endpoint');
  terminal.write('ftp://x\r');
  await terminal.untilShown('Only http:// and https:// URLs can be requested');
});

test('for a server that does not respond, the time is shown, Ctrl-C cancels, and there is a way to continue', async () => {
  const silent = createServer(() => {});
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const terminal = startInTerminal(['graphql', url], { columns: 100, rows: 30 });
  await terminal.untilShown('1 s (Ctrl-C: stop)');
  terminal.write('\x03');
  await terminal.untilShown('Stopped before the schema was loaded.');
  await terminal.untilShown('continue without a schema');
  silent.closeAllConnections();
  silent.close();
});

test('after a failure, a schema file can be opened instead', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 's.graphql'), 'type Query { fromTheFile: Int }');
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/'], { columns: 100, rows: 30, home });
  await terminal.untilShown('open an SDL');
  terminal.write('os.graphql\r');
  await terminal.untilShown('fromTheFile: Int');
});

test('another endpoint replaces the tree of the first', () => {
  const screen = new Screen();
  expect(screen.names).toContain('user');
  screen.press('E').press('alt+a').type('other.example/graphql').press('enter');
  expect(screen.state.connect).toMatchObject({ url: 'https://other.example/graphql', phase: 'loading' });
  expect(screen.names).toEqual([]);
});

test('user:password@ in a typed URL becomes Basic credentials and is removed from the URL', () => {
  const screen = new Screen();
  screen.press('E').press('alt+a').type('https://me:pw@other.example/').press('enter');
  expect(screen.state.connect.url).toBe('https://other.example/');
  expect(screen.auth).toBe('Basic me:••••');
  const identified = screen.effects.find(each => each.kind === 'identify');
  expect(JSON.stringify(identified)).not.toContain('pw');
});

test('configured keys replace ours; an unknown action or key is a usage error before the screen opens', async () => {
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  const config = (keys: unknown): void => writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ keys }));
  config({ quit: ['X'], help: ['f9'] });
  const terminal = startInTerminal(['graphql', demo.graphqlUrl], { columns: 120, rows: 30, home });
  await terminal.untilShown('X quit');
  terminal.write('q');
  terminal.write('X');
  expect(await terminal.ended).toMatchObject({ code: 0 });

  config({ run: ['f9'], 'query.edit': ['I'] });
  const hinted = startInTerminal(['graphql', demo.graphqlUrl], { columns: 120, rows: 30, home });
  await hinted.untilShown('Press F9 to run the query.');
  await hinted.untilShown('2 and I to type');
  await hinted.untilShown('F9 run ');
  hinted.write('E');
  await hinted.untilShown('Enter: connect, Esc: back');
  hinted.write('\u001b');
  await hinted.untilShown('F9 run ');
  hinted.write('q');
  expect(await hinted.ended).toMatchObject({ code: 0 });
  // The mistake is reported, and the screen opens anyway.
  config({ quitt: ['X'] });
  const unknown = startInTerminal(['graphql', demo.graphqlUrl], { columns: 120, rows: 30, home });
  await unknown.untilShown('"quitt", which is not an action. Did you mean "quit"?');
  unknown.write('q');
  expect(await unknown.ended).toMatchObject({ code: 0 });
  config({ quit: ['hyper+x'] });
  const wrong = startInTerminal(['graphql', demo.graphqlUrl], { columns: 120, rows: 30, home });
  await wrong.untilShown('Invalid key "hyper+x" for "quit"');
  wrong.write('q');
  expect(await wrong.ended).toMatchObject({ code: 0 });
  expect((await runProgram(['--version'], { home })).code).toBe(0);
});

test('without a schema, the screen shows the requested URL, with hints that name keys instead of flags', async () => {
  const refusing = await serve((_, response) => response.writeHead(401).end('who are you?'));
  const terminal = startInTerminal(['graphql', `${refusing}/some/path`], { columns: 100, rows: 30 });
  await terminal.untilShown(`No schema from ${refusing}/some/path`);
  expect(terminal.screen()).toContain('Press H to change them');
  expect(terminal.screen()).not.toMatch(/ -(?:B|u|-\w+)\b/);
  await closeServers();
});

test.each([
  [40, 10],
  [60, 20],
])('at %ix%i, the reason and all keys of a failure are visible', async (columns, rows) => {
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:1/graphql'], { columns, rows });
  await terminal.untilShown('refused');
  for (const words of ['try again', 'open an SDL', 'continue without', 'change URL', 'headers']) {
    expect(terminal.screen()).toContain(words);
  }
  expect(terminal.screen()).toMatch(/connection\.(?: |…)/);
});
