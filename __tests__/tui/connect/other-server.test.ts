/** Credentials for one server are sent to another only if the user says so. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { AuthOptions } from '../../../source/core/options.js';
import { secret } from '../../../source/core/secret.js';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, serve } from '../../support/servers/graphql.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';
import { Screen } from '../support.js';

afterEach(closeTerminals);
afterAll(closeServers);

const auth: AuthOptions = { bearer: { from: 'text', value: secret('tok') }, apiKeys: [] };
const header = (name: string) => ({ kind: 'set', name, value: 'x' }) as const;
const identity = { auth, headers: [header('X-Api-Key'), header('X-Team')] };

const goTo = (screen: Screen, url: string): Screen => screen.press('E', 'alt+a').type(url).press('enter');
const said = (screen: Screen) => {
  const last = screen.effects.findLast(each => each.kind === 'identify');
  return last?.kind === 'identify' ? last.identity : undefined;
};
const loads = (screen: Screen) => screen.effects.filter(each => each.kind === 'load-schema');

test('it is asked about before anything is sent; No leaves it behind, and it can be had again', () => {
  const screen = goTo(new Screen({ identity }), 'https://other.example/graphql');
  expect(screen.state.overlays.at(-1)).toMatchObject({
    title: 'Send the credentials of localhost to other.example, too?',
  });
  expect(loads(screen)).toEqual([]);
  screen.press('enter');
  expect(loads(screen)).toMatchObject([{ source: { url: 'https://other.example/graphql' } }]);
  expect(said(screen)).toEqual({ auth: { apiKeys: [] }, headers: [header('X-Team')] });
  expect(screen.effects.findIndex(each => each.kind === 'identify')).toBeLessThan(
    screen.effects.findIndex(each => each.kind === 'load-schema'),
  );
  screen.press('H', 'down', 'space', 'up', 'enter').type('as on').press('enter');
  expect(said(screen)).toEqual(identity);
});

test('Yes takes it along, Esc stays', () => {
  const screen = goTo(new Screen({ identity }), 'https://other.example/graphql');
  screen.press('escape');
  expect([screen.state.connect.phase, screen.state.connect.url]).toEqual(['asking', 'http://localhost/graphql']);
  screen.press('enter', 'down', 'enter');
  expect(screen.state.connect.url).toBe('https://other.example/graphql');
  expect(said(screen)).toBeUndefined();
  expect(screen.auth).toContain('Bearer');
});

test('nothing is asked on the same server, without a login, and where the URL brings its own', () => {
  expect(goTo(new Screen({ identity }), 'http://localhost/other').state.overlays).toEqual([]);
  expect(goTo(new Screen(), 'https://other.example/').state.overlays).toEqual([]);
  const own = goTo(new Screen({ identity }), 'https://me:pw@other.example/');
  expect(own.state.overlays).toEqual([]);
  expect(own.auth).toBe('Basic me:••••');
  expect(said(own)?.headers).toEqual([header('X-Team')]);
  const first = new Screen({ identity, sdl: null, url: undefined as never }).do({ type: 'connect/ask' });
  first.type('https://other.example/').press('enter');
  expect(first.state.overlays).toEqual([]);
  expect(loads(first)).toHaveLength(1);
});

test('in the terminal: the other server sees no token and no cookie', async () => {
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
  await terminal.untilShown('No, go there without them');
  // Nothing else is asked for now, nothing runs, and no words stand beside the question that it covers half of.
  expect(terminal.screen()).not.toMatch(/apiclient|URL of|Ctrl-R run/);
  terminal.write('\r');
  await terminal.untilShown(`No schema from ${two}`);
  // Whether it speaks GraphQL is asked without a login, too.
  expect(seen[0]).toBe('Bearer tok session=1');
  expect([...new Set(seen.slice(1))]).toEqual(['undefined undefined']);
});

test('the address of subscriptions and what is sent at their beginning stay with the server they were given for', async () => {
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
  await terminal.untilShown('i begins to type');
  expect(terminal.screen()).not.toMatch(/ticks fields|the tree/);
  terminal.write('i');
  await terminal.untilShown('editing');
  terminal.write('\x1b[200~subscription { ticks }\x1b[201~\x12');
  // A port may hold the digits, too.
  await terminal.untilShown('answered 404');
  expect(seen).toEqual([`two ${new URL(two).pathname} true`]);
  terminal.write('\x1b4]]');
  await terminal.untilShown(`--connection-params were given for ${new URL(one).origin}: they`);
});

test('what the configuration says of a server holds there, also when it is gone to on the screen, and nowhere else', async () => {
  const seen: string[] = [];
  const listen = (name: string) =>
    serve((request: IncomingMessage, response) => {
      seen.push(`${name}: ${request.headers.authorization} ${request.headers['x-team']}`);
      response.writeHead(404).end('Not here');
    });
  const [one, two] = [await listen('one'), await listen('two')];
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  const hosts = { [one]: { bearer: 'env:TOKEN', header: ['X-Team: blue'] } };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ hosts }));
  const options = { columns: 100, rows: 30, home, variables: { TOKEN: 'kept' } };
  const goes = async (terminal: TerminalProgram, url: string, ...keys: readonly string[]): Promise<void> => {
    await terminal.untilShown('URL of a GraphQL endpoint');
    terminal.write(`\x15${url}\r`);
    for (const key of keys) {
      await terminal.untilShown('No, go there without them');
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
  // Whether it speaks GraphQL is asked without a login.
  const changes = seen.filter((each, at) => each !== 'one: undefined undefined' && each !== seen[at - 1]);
  expect(changes).toEqual(['one: Bearer kept blue', 'two: undefined undefined', 'one: Bearer kept blue']);
  const typed = startInTerminal(['-B', 'mine'], options);
  await goes(typed, one);
  expect(seen.at(-1)).toBe('one: Bearer mine undefined');
});
