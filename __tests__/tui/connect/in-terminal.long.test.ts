/** Connecting to servers in a terminal: which settings are restored, and which data is withheld from another server. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, serve } from '../../support/servers/graphql.js';
import { startInTerminal, type TerminalProgram } from '../../support/terminal.js';
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();
afterAll(closeServers);

test('in the terminal: the header line names the source of the schema; a chosen file is restored from any folder', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'mine.graphql'), 'type Query { mine: Int, books: Int }');
  const terminal = await openScreen(demo.graphqlUrl, { home });
  await terminal.untilShown('types, server just now');
  terminal.write(':schema from a file\r~/mine.graphql\r');
  await terminal.untilShown('types, file mine.graphql');
  terminal.write('q');
  await terminal.ended;
  const again = await openScreen(demo.graphqlUrl, { home });
  await again.untilShown('types, file mine.graphql');
  again.write(':schema from a file\r\r');
  await again.untilShown('types, cached just now');
  again.write('q');
  await again.ended;
  const last = await openScreen(demo.graphqlUrl, { home });
  await last.untilShown('types, cached just now');
});

test('in the terminal: a header typed in H survives q and is sent with the first request; a token is not stored', async () => {
  const home = temporaryFolder();
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write('HaX-Team: red\raX-Token: s3cret\r\u001b');
  await terminal.untilShown('Press R to reload');
  terminal.write('q');
  await terminal.ended;
  const file = path.join(home, '.local/state/apiclient/screen.json');
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).not.toContain('s3cret');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await openScreen(demo.graphqlUrl, { home });
  await again.untilShown('Restored headers: X-Team. Not saved: X-Token.');
  again.write('2iquery A { request { headers } }\u001b\u0012');
  await again.untilShown('"Host"');
  again.write('4/red\r');
  await again.untilShown('"red"');
});

test('in the terminal: the other server receives no token and no cookie', async () => {
  const seen: string[] = [];
  const listen = () =>
    serve((request: IncomingMessage, response) => {
      seen.push(`${request.headers.authorization} ${request.headers.cookie}`);
      response.writeHead(404).end('Not here');
    });
  const [one, two] = [await listen(), await listen()];
  const terminal = startInTerminal(['graphql', one, '-B', 'tok', '-b', 'session=1'], { columns: 100, rows: 30 });
  await terminal.untilShown(`No schema from ${one}`);
  terminal.write('u');
  await terminal.untilShown('URL of a GraphQL endpoint');
  terminal.write(`\x15${two}\r`);
  await terminal.untilShown('No, connect without them');
  // No other prompt is open, nothing runs, and no text is visible next to the box that covers half of it.
  expect(terminal.screen()).not.toMatch(/apiclient|URL of|Ctrl-R run/);
  terminal.write('\r');
  await terminal.untilShown(`No schema from ${two}`);
  // The probe for GraphQL is also sent without credentials.
  expect(seen[0]).toBe('Bearer tok session=1');
  expect([...new Set(seen.slice(1))]).toEqual(['undefined undefined']);
});

test('the subscription URL and connection parameters stay with the server they were given for', async () => {
  const seen: string[] = [];
  const listen = (name: string) =>
    serve((request: IncomingMessage, response) => {
      seen.push(`${name} ${request.url} ${request.headers.accept?.includes('text/event-stream')}`);
      response.writeHead(404).end('Not here');
    });
  const [one, two] = [await listen('one'), await listen('two')];
  const streams = ['--subscription-protocol', 'sse', '--subscription-url', `${new URL(one).origin}/stream`];
  streams.push('--connection-params', '{"token":"t"}');
  const terminal = startInTerminal(['graphql', one, ...streams], { columns: 120, rows: 30 });
  await terminal.untilShown(`No schema from ${one}`);
  terminal.write('u');
  await terminal.untilShown('URL of a GraphQL endpoint');
  terminal.write(`\x15${two}\r`);
  await terminal.untilShown(`No schema from ${two}`);
  seen.length = 0;
  terminal.write('c');
  await terminal.untilShown('Press i to type');
  expect(terminal.screen()).not.toMatch(/ticks fields|the tree/);
  terminal.write('i');
  await terminal.untilShown('editing');
  terminal.write('\x1b[200~subscription { ticks }\x1b[201~\x12');
  // A port may contain the digits, too.
  await terminal.untilShown('answered 404');
  expect(seen).toEqual([`two ${new URL(two).pathname} true`]);
  terminal.write('\x1b4]]');
  await terminal.untilShown(`--connection-params apply only to ${new URL(one).origin}`);
});

test('the configuration of a server applies when it is opened on the screen, and to no other server', async () => {
  const seen: string[] = [];
  const listen = (name: string) =>
    serve((request: IncomingMessage, response) => {
      seen.push(`${name}: ${request.headers.authorization} ${request.headers['x-team']}`);
      response.writeHead(404).end('Not here');
    });
  const [one, two] = [`${await listen('one')}/graphql`, `${await listen('two')}/graphql`];
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  const hosts = { [new URL(one).origin]: { bearer: 'env:TOKEN', header: ['X-Team: blue'] } };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ hosts }));
  const options = { columns: 100, rows: 30, home, variables: { TOKEN: 'kept' } };
  const goes = async (terminal: TerminalProgram, url: string, ...keys: readonly string[]): Promise<void> => {
    await terminal.untilShown('URL of a GraphQL endpoint');
    terminal.write(`\x15${url}\r`);
    for (const key of keys) {
      await terminal.untilShown('No, connect without them');
      terminal.write(key);
    }
    await terminal.untilShown(`No schema from ${url}`);
  };
  const terminal = startInTerminal([], options);
  await goes(terminal, one);
  terminal.write('u');
  await goes(terminal, two, '\r');
  terminal.write('u');
  await goes(terminal, one);
  // The probe for GraphQL is sent without credentials.
  const changes = seen.filter((each, at) => each !== 'one: undefined undefined' && each !== seen[at - 1]);
  expect(changes).toEqual(['one: Bearer kept blue', 'two: undefined undefined', 'one: Bearer kept blue']);
  const typed = startInTerminal(['-B', 'mine'], options);
  await goes(typed, one);
  expect(seen.at(-1)).toBe('one: Bearer mine undefined');
});

/** A press and a release of the left mouse button on a text of the screen, as a terminal sends it. */
const clickOn = (terminal: ReturnType<typeof startInTerminal>, text: string): void => {
  const row = terminal.rows().findIndex(each => each.includes(text));
  const column = (terminal.rows()[row] ?? '').indexOf(text);
  terminal.write(`\x1b[<0;${column + 1};${row + 1}M\x1b[<0;${column + 1};${row + 1}m`);
};

test('in the terminal: a click hits what is drawn at that position', async () => {
  const home = temporaryFolder();
  const first = await openScreen(demo.graphqlUrl, { home });
  first.write('q');
  await first.ended;
  const terminal = startInTerminal([], { home, columns: 80, rows: 24 });
  await terminal.untilShown('Recent:');
  clickOn(terminal, demo.graphqlUrl);
  await terminal.untilScreen(() => terminal.cellOf(demo.graphqlUrl).inverse, 'the mark');
  clickOn(terminal, demo.graphqlUrl);
  await terminal.untilShown('books: BookConnection');
  clickOn(terminal, '3 Variables');
  await terminal.untilShown('[3 Variables]');
  clickOn(terminal, '4 Response');
  await terminal.untilShown('[4 Response]');
});
