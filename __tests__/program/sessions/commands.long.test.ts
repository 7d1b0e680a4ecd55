/** `--session` in `graphql`, `openapi --call` and `run`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { scriptedServer } from '../../support/servers/websocket-server.js';

afterEach(closeServers);

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const run = (...argv: readonly string[]) => runProgram(argv, { home, folder: home });

const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'shop', version: '1' },
  paths: { '/me': { get: { operationId: 'me', responses: { 200: { description: 'ok' } } } } },
});

/** Sets a cookie at /login, and responds as an API of either kind. */
async function api() {
  return httpServer((response, { path: asked }) => {
    if (asked === '/login') response.setHeader('set-cookie', 'id=1; Path=/');
    response.setHeader('content-type', 'application/json');
    response.end(asked === '/openapi.json' ? description : '{"data":{"me":"ada"}}');
  });
}

const who = ({ headers }: { readonly headers: Readonly<Record<string, string | undefined>> }) => [
  headers.authorization,
  headers['x-shop'],
  headers.cookie,
];

test('a query uses what a request has saved, and saves what is typed with it', async () => {
  const { url, seen } = await api();
  await run('POST', `${url}/login`, '--session', 'ada', '-B', 'one');
  const query = ['graphql', `${url}/graphql`, '--query', '{ me }', '--no-validate', '--session', 'ada'];
  expect((await run(...query, '-H', 'X-Shop: 7')).code).toBe(0);
  await run(...query, '-B', 'two');
  await run('GET', url, '--session', 'ada');
  expect(seen.map(who)).toEqual([
    ['Bearer one', undefined, undefined],
    ['Bearer one', '7', 'id=1'],
    ['Bearer two', '7', 'id=1'],
    ['Bearer two', '7', 'id=1'],
  ]);
  const shown = await run(...query, '--dry-run');
  expect(shown.stdout).toMatch(/X-Shop: 7[\s\S]*Cookie: /);
  expect(seen).toHaveLength(4);
});

test('a subscription sends it too, but not to another origin', async () => {
  const server = await scriptedServer({
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type === 'subscribe') socket.send(`{"id":"${message.id}","type":"complete"}`);
    },
    onRequest: (_request, response) => response.writeHead(200, { 'set-cookie': 'id=1; Path=/' }).end(),
  });
  try {
    const url = server.url.replace(/^ws/, 'http');
    await run('GET', url, '--session', 'ada', '-B', 'one');
    const words = ['--query', 'subscription { tick }', '--no-validate', '--session', 'ada'];
    expect((await run('graphql', url, ...words)).code).toBe(0);
    expect(server.upgrades.map(({ headers }) => [headers.authorization, headers.cookie])).toEqual([
      ['Bearer one', 'id=1'],
    ]);
    const there = await run('graphql', 'http://localhost:1/graphql', ...words, '--subscription-url', server.url);
    expect([there.code, there.stderr]).toEqual([2, expect.stringContaining('The session is for http://localhost:1,')]);
    expect(server.upgrades).toHaveLength(1);
  } finally {
    await server.close();
  }
});

test('calling an operation sends it, but not to another server named in the description', async () => {
  const [{ url, seen }, other] = [await api(), await api()];
  await run('POST', `${url}/login`, '--session', 'ada', '-B', 'one', '-H', 'X-Shop: 7');
  const called = await run('openapi', `${url}/openapi.json`, '--call', 'me', '--session', 'ada');
  expect(called.code).toBe(0);
  expect(seen.filter(each => each.path === '/me').map(who)).toEqual([['Bearer one', '7', 'id=1']]);
  const away = JSON.stringify({ ...JSON.parse(description), servers: [{ url: other.url }] });
  const leading = await httpServer(response => response.setHeader('content-type', 'application/json').end(away));
  await run('GET', leading.url, '--session', 'ada', '-B', 'secret');
  const refused = await run('openapi', `${leading.url}/openapi.json`, '--call', 'me', '--session', 'ada');
  expect([refused.stderr, other.seen]).toEqual([expect.stringContaining('your credentials are for'), []]);
});

test('a run sends the data saved for the origin of each request, and saves only cookies', async () => {
  const [here, there] = [await api(), await api()];
  const other = there.url.replace('127.0.0.1', 'localhost');
  await run('GET', here.url, '--session', 'ada', '-B', 'one', '-H', 'X-Shop: 7');
  const file = `
### log in
POST ${here.url}/login

### with its own word
GET ${here.url}/me
X-Shop: 8
X-Own: 1

### elsewhere
GET ${other}/me
`;
  writeFileSync(path.join(home, 'a.http'), file);
  expect((await run('run', 'a.http', '--session', 'ada')).code).toBe(0);
  expect(here.seen.slice(1).map(who)).toEqual([
    ['Bearer one', '7', undefined],
    ['Bearer one', '8', 'id=1'],
  ]);
  expect(there.seen.map(who)).toEqual([[undefined, undefined, undefined]]);
  await run('run', 'a.http', '--session', 'ada', '-B', 'two', '--request', 'with its own word');
  await run('GET', here.url, '--session', 'ada');
  expect(here.seen.slice(3).map(who)).toEqual([
    ['Bearer two', '8', 'id=1'],
    ['Bearer one', '7', 'id=1'],
  ]);
  const shown = await run('run', 'a.http', '--session', 'ada', '--dry-run', '--request', 'log in', '--show-secrets');
  expect(shown.stdout).toMatch(/X-Shop: 7[\s\S]*Cookie: id=1/);
  expect(here.seen).toHaveLength(5);
});

test('if a response determines the URL of a request, no saved data is sent to that URL', async () => {
  const there = await api();
  const leading = await httpServer(response => response.end(JSON.stringify({ next: there.url })));
  await run('GET', there.url, '--session', 'ada', '-B', 'secret');
  const file = `# @name first\nGET ${leading.url}\n\n###\nGET {{first.response.body.$.next}}/me\n`;
  writeFileSync(path.join(home, 'a.http'), file);
  await run('run', 'a.http', '--session', 'ada');
  expect(there.seen.slice(1).map(who)).toEqual([[undefined, undefined, undefined]]);
});

test('--session-read-only saves nothing in a run', async () => {
  const { url, seen } = await api();
  writeFileSync(path.join(home, 'a.http'), `POST ${url}/login\n`);
  await run('run', 'a.http', '--session-read-only', 'ada');
  await run('GET', url, '--session', 'ada');
  expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
});

test.each([
  [['openapi', 'http://localhost:1/openapi.json'], '--session requires an operation to call, or the full screen.'],
  [['openapi', './openapi.json', '--call', 'me'], '--session requires a URL.'],
])('%j', async (words, text) => {
  const { code, stderr } = await run(...words, '--session', 'ada');
  expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
});
