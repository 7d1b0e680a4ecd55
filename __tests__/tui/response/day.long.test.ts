/** A short working day: values of responses are used in later requests, on a screen and line by line, in two environments. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildSchema, graphqlSync } from 'graphql';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

const schema = buildSchema(`
  type Query { page(after: String): Page! }
  type Page { place: String!, items: [String!]!, next: String! }
  type Mutation { login(name: String!): Login! }
  type Login { token: String!, expires: Int! }
`);

interface Shop {
  readonly url: string;
  readonly server: Server;
  readonly seen: { readonly authorization: string | undefined; readonly variables: unknown }[];
}

/** A server with its own data that requires its own token. */
async function shop(place: string): Promise<Shop> {
  const seen: Shop['seen'] = [];
  const server = createServer((request: IncomingMessage, reply) => {
    let body = '';
    request.on('data', chunk => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { query: source, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
      seen.push({ authorization: request.headers.authorization, variables });
      const rootValue = {
        page: ({ after }: { after?: string }) => ({
          place,
          items: after === undefined ? ['a', 'b'] : ['a', 'c'],
          next: after === undefined ? 'cursor-2' : 'cursor-3',
        }),
        login: () => ({ token: `tok-${place}`, expires: 60 }),
      };
      const result = graphqlSync({ schema, source, rootValue, variableValues: variables ?? {} });
      reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server, seen };
}

let dev: Shop;
let live: Shop;
beforeEach(async () => {
  [dev, live] = [await shop('dev'), await shop('live')];
});
afterEach(() => {
  dev.server.close();
  live.server.close();
});

/** A home with the profile for both. */
function homeOfShop(): string {
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  const environments = { dev: { url: dev.url }, live: { url: live.url } };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ profiles: { shop: { environments } } }), {
    mode: 0o600,
  });
  return home;
}

/** All files in a home, as one text. */
const textsIn = (home: string): string =>
  readdirSync(home, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter(each => each.isFile() && !each.parentPath.includes('/code'))
    .map(each => readFileSync(path.join(each.parentPath, each.name), 'utf8'))
    .join('\n');

const paging = 'query Next($after: String) { page(after: $after) { place items next } }';

test('on the screen: log in, capture the token, use it, page by cursor, compare, step back, switch the environment', async () => {
  const home = homeOfShop();
  const argv = ['graphql', '@shop:dev', '--debug-log', path.join(home, 'debug.log')];
  const terminal = startInTerminal(argv, { home, columns: 140, rows: 45 });
  await terminal.untilShown('Mutation  1 field');
  terminal.write('2imutation { login(name: "a") { token expires } }\u001b\u0012');
  await terminal.untilShown('"tok-dev"');
  terminal.write('4/tok-dev\ra');
  await terminal.untilShown('Use value');
  terminal.write('save\r');
  await terminal.untilShown('Save value as');
  terminal.write('\r');
  await terminal.untilShown('Saved. Use {{token}}');
  terminal.write('a');
  await terminal.untilShown('Use value');
  terminal.write('bearer\r');
  await terminal.untilShown('Requests use it as a Bearer token. Press u to undo.');
  terminal.write('u');
  await terminal.untilShown('The value is no longer used.');
  terminal.write('a');
  await terminal.untilShown('Use value');
  terminal.write('bearer\r');
  await terminal.untilShown('Requests use it');
  terminal.write(`2i\u001ba${paging}\u001b\u0012`);
  await terminal.untilShown('"cursor-2"');
  expect(dev.seen.at(-1)?.authorization).toBe('Bearer tok-dev');
  terminal.write('4/cursor-2\ra');
  await terminal.untilShown('Use value');
  terminal.write('as variable\r');
  await terminal.untilShown('Set $after. Press u to undo.');
  terminal.write('\u0012');
  await terminal.untilShown('"cursor-3"');
  expect(dev.seen.at(-1)?.variables).toEqual({ after: 'cursor-2' });
  terminal.write('4=');
  await terminal.untilShown('Next, previous response');
  terminal.write('\r');
  await terminal.untilShown('was "cursor-2"');
  terminal.write(',');
  await terminal.untilShown('2 of 3, ');
  await terminal.untilShown('"b"');
  terminal.write('.E');
  await terminal.untilShown('Environment');
  terminal.write('shop:live\r');
  await terminal.untilShown('@shop:live');
  terminal.write('\u0012');
  await terminal.untilShown('"live"');
  // The token of one environment is not sent to the other, and the text did not change.
  expect(live.seen.at(-1)).toEqual({ authorization: undefined, variables: { after: 'cursor-2' } });
  terminal.write('4=');
  await terminal.untilShown('@shop:dev');
  terminal.write('\r');
  await terminal.untilShown('was "dev"');
  terminal.write('q');
  await terminal.ended;
  expect(textsIn(home)).not.toContain('tok-dev');
});

test('a captured value is restored after a restart, but not a secret; neither is in a log, the history or a copy', async () => {
  const home = homeOfShop();
  const argv = ['graphql', '@shop:dev', '--debug-log', path.join(home, 'debug.log')];
  const first = startInTerminal(argv, { home, columns: 140, rows: 45 });
  await first.untilShown('Mutation  1 field');
  first.write('2imutation { login(name: "a") { token expires } }\u001b\u0012');
  await first.untilShown('"tok-dev"');
  for (const value of ['tok-dev', '60']) {
    first.write(`4/${value}\ra`);
    await first.untilShown('Use value');
    first.write('save\r');
    await first.untilShown('Save value as');
    first.write('\r');
    await first.untilShown('Saved. Use {{');
  }
  first.write(`2i\u001ba${paging}\u001b`);
  first.write('3i{"after": "{{token}} {{expires}}"}\u001b\u0012');
  await first.untilShown('"cursor-3"');
  expect(dev.seen.at(-1)?.variables).toEqual({ after: 'tok-dev 60' });
  first.write('q');
  await first.ended;
  expect(textsIn(home)).not.toContain('tok-dev');

  const second = startInTerminal(['graphql', '@shop:dev'], { home, columns: 140, rows: 45 });
  await second.untilShown('{{token}} {{expires}}');
  second.write(':saved values\r');
  await second.untilShown('{{expires}}  60');
  expect(second.screen()).not.toContain('{{token}}  ');
});

test('in line mode: the same, one reply per command', async () => {
  const home = homeOfShop();
  const terminal = startInTerminal(['graphql', '@shop:dev', '--linear'], { home, columns: 120, rows: 60 });
  const say = (line: string): void => terminal.write(`${line}\r`);
  await terminal.untilShown('Schema loaded');
  say('query mutation { login(name: "a") { token } }');
  say('run');
  await terminal.untilShown('tok-dev');
  say('filter $.data.login.token');
  await terminal.untilShown('$.data.login.token: 1 value.');
  say('use value');
  await terminal.untilShown('as Bearer token');
  say('as bearer token');
  await terminal.untilShown('Requests use it as a Bearer token');
  say('filter');
  await terminal.untilShown('Showing the full body.');
  say(`query ${paging}`);
  say('run');
  await terminal.untilShown('cursor-2');
  say('filter $.data.page.next');
  await terminal.untilShown('$.data.page.next: 1 value.');
  say('use value');
  await terminal.untilShown('as variable $after');
  say('as variable $after');
  await terminal.untilShown('Set $after.');
  say('filter');
  say('run');
  await terminal.untilShown('cursor-3');
  expect(dev.seen.at(-1)).toEqual({ authorization: 'Bearer tok-dev', variables: { after: 'cursor-2' } });
  say('earlier response');
  await terminal.untilShown('Response 2 of 3, ');
  say('later response');
  await terminal.untilShown('Latest response: 200');
  say('environment');
  await terminal.untilShown('shop:live');
  say('shop:live');
  await terminal.untilShown('@shop:live: ');
  say('run');
  await terminal.untilShown('"live"');
  expect(live.seen.at(-1)?.authorization).toBeUndefined();
});
