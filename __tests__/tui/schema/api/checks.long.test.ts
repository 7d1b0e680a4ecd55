/** Ctrl-R on requests of a text: their checks, captures, retries and flags, in the built program on a pseudo-terminal. */
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '../../../support/program.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../../support/terminal.js';

const description = {
  openapi: '3.1.0',
  info: { title: 'Checks', version: '1' },
  paths: {
    '/login': { post: { operationId: 'login', responses: { 200: { description: 'in' } } } },
    '/me': {
      get: {
        operationId: 'me',
        responses: {
          200: {
            description: 'me',
            content: { 'application/json': { schema: { type: 'object', properties: { age: { type: 'string' } } } } },
          },
        },
      },
    },
  },
};

let server: Server;
let base: string;
let seen: string[];
let late: number;
beforeEach(async () => {
  seen = [];
  late = 0;
  server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const reply = (status: number, body: object, more: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
    };
    if (url === '/openapi.json') return reply(200, description);
    // The search for a description.
    if (url === '/' || /^\/\.well-known|openapi|swagger|api-docs|api-json|documentation|schema/.test(url))
      return reply(404, {});
    seen.push(`${method} ${url} ${headers['x-token'] ?? ''} ${headers.cookie ?? ''}`.trim());
    if (url === '/login') return reply(200, { token: 'abc', user: { id: 7 } }, { 'set-cookie': 'session=s1' });
    if (url === '/never') return void server.emit('never');
    if (url === '/moved') return void response.writeHead(302, { location: '/me' }).end();
    if (url === '/late') return reply(++late < 3 ? 503 : 200, { done: late });
    return reply(200, { name: 'Ann', age: 30 });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await closeTerminals();
  server.close();
});

interface OpenScreen {
  readonly terminal: TerminalProgram;
  readonly home: string;
}

/** The screen with a text, and its cursor in the first request. */
async function open(text: string, home = temporaryFolder(), ...flags: readonly string[]): Promise<OpenScreen> {
  writeFileSync(path.join(home, 'all.http'), text.replaceAll('BASE', base));
  const terminal = startInTerminal(['openapi', base, ...flags], { home, folder: home, columns: 140, rows: 40 });
  await terminal.untilShown('2 operations');
  terminal.write('O');
  await terminal.untilShown('all.http');
  terminal.write('\r');
  await terminal.untilShown('Opened all.http');
  terminal.write('2gg');
  return { terminal, home };
}

test('checks are counted in the bottom line, and each failed one is reported with its position', async () => {
  const { terminal } = await open(
    '# @assert status == 200\n# @assert $.name == "Bob"\n# @assert header x-none exists\nGET BASE/me\n',
  );
  terminal.write('\u0012');
  await terminal.untilShown('checks 1 of 3 · does not match description');
  terminal.write('4]');
  await terminal.untilShown('Check failed: $.name == "Bob": expected "Bob", got "Ann"');
  await terminal.untilShown('line 2 of the text');
  await terminal.untilShown('Check failed: header x-none exists');
  await terminal.untilShown('Does not match the description: $.age is a number, not a string');
  terminal.write('[}');
  await terminal.untilShown('error 1 of 3');
});

test('a captured value, a named response and a cookie are used in the next request', async () => {
  const { terminal } = await open(
    [
      '### login\n# @capture token = $.token\nPOST BASE/login\n',
      '### mine\n# @assert status == 200\nGET BASE/me?id={{login.response.body.$.user.id}}\nX-Token: {{token}}\n',
    ].join('\n'),
  );
  terminal.write('G\u0012');
  await terminal.untilShown('has no value');
  await terminal.untilShown('Send login first');
  terminal.write('gg\u0012');
  await terminal.untilShown('Saved {{token}}.');
  terminal.write('G\u0012');
  await terminal.untilShown('checks 1 of 1');
  expect(seen).toEqual(['POST /login', 'GET /me?id=7 abc session=s1']);
});

test('after another login, neither the old cookie nor the named response is used', async () => {
  const { terminal } = await open(
    ['### login\n# @name login\nPOST BASE/login\n', '### plain\n# @assert status == 200\nGET BASE/me\n'].join('\n'),
  );
  terminal.write('\u0012');
  await terminal.untilShown('"abc"');
  terminal.write('Hb');
  await terminal.untilShown('Bearer');
  terminal.write('other\r');
  await terminal.untilShown('auth: Bearer');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('Headers and auth'), 'no form');
  terminal.write('2G\u0012');
  await terminal.untilShown('checks 1 of 1');
  expect(seen).toEqual(['POST /login', 'GET /me']);
});

test('retries and flags take effect, and a file that was not written is reported', async () => {
  const { terminal, home } = await open(
    [
      '### wait\n# @retry 5 every 1ms until status == 200\nGET BASE/late\n',
      '### moved\n# @flags -L\n# @assert status == 200\nGET BASE/moved\n\n>> ./out.json\n',
    ].join('\n'),
  );
  terminal.write('\u0012');
  await terminal.untilShown('3 tries · checks 1 of 1');
  terminal.write('G\u0012');
  await terminal.untilShown('The response was not saved');
  terminal.write('4]');
  await terminal.untilShown('The response was not saved to ./out.json. Run the file with apiclient run');
  expect(existsSync(path.join(home, 'out.json'))).toBe(false);
});

test('"run all" in the palette sends every request with its checks, and reports them', async () => {
  const { terminal } = await open(
    [
      '### login\n# @capture token = $.token\nPOST BASE/login\n',
      '### mine\n# @assert status == 200\n# @assert $.name == "Bob"\nGET BASE/me\nX-Token: {{token}}\n',
      '### none\nGET BASE/me?x={{nothing}}\n',
    ].join('\n'),
  );
  terminal.write('\u0010');
  await terminal.untilShown('run all');
  terminal.write('run all\r');
  await terminal.untilShown('1 of 3 passed · checks 1 of 2');
  await terminal.untilShown('passed  login');
  await terminal.untilShown('FAILED  mine');
  await terminal.untilShown('expected "Bob", got "Ann"');
  await terminal.untilShown('{{nothing}} has no value');
  expect(seen).toEqual(['POST /login', 'GET /me abc session=s1']);
});

test('a skipped request is not a failure, and after Ctrl-C the report lists the outcome of each request', async () => {
  const { terminal } = await open(
    [
      '### old\n# @skip later\nDELETE BASE/me\n',
      '### mine\n# @assert status == 200\nGET BASE/plain\n',
      '### hung\nGET BASE/never\n',
      '### after\nGET BASE/plain\n',
    ].join('\n'),
  );
  terminal.write('\u0012');
  await terminal.untilShown('is skipped: later');
  terminal.write('\u0010');
  await terminal.untilShown('run all');
  const hung = once(server, 'never');
  terminal.write('run all\r');
  await terminal.untilShown('request 3 of 4');
  await hung;
  terminal.write('\u0003');
  await terminal.untilShown('1 of 1 passed · 1 skipped · stopped before 2 more');
  await terminal.untilShown('skipped  old  later');
  await terminal.untilShown('passed  mine');
  await terminal.untilShown('stopped  hung  the server may have received it');
  await terminal.untilShown('not sent  after');
  expect(seen).toEqual(['GET /plain', 'GET /never']);
});

/** A home whose profile `live` requires confirmation. */
function guardedHome(): string {
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ profiles: { live: { url: base, confirm: true } } }));
  return home;
}

test("a profile named by a request needs confirmation before sending, whatever the tab's profile", async () => {
  const text = [
    '@place = @live\n### gone\nDELETE @live/me\n',
    '### read\nGET @live/plain\n',
    '### more\nPOST {{place}}/login\n',
  ];
  const { terminal } = await open(text.join('\n'), guardedHome());
  terminal.write('j\u0012');
  await terminal.untilShown('all.http wants to:');
  terminal.write('\u001b[B\r');
  await terminal.untilShown('Send this DELETE to @live?');
  terminal.write('\r');
  await terminal.untilScreen(screen => !screen.includes('Send this DELETE'), 'no question');
  terminal.write('G\u0012');
  await terminal.untilShown('Send this POST to @live?');
  terminal.write('\u001b[B\r');
  await terminal.untilShown('"abc"');
  terminal.write('\u0010');
  await terminal.untilShown('run all');
  terminal.write('run all\r');
  await terminal.untilShown('Send all, with DELETE, POST to @live?');
  expect(seen).toEqual(['POST /login']);
  terminal.write('\u001b[B\r');
  await terminal.untilShown('3 of 3 passed');
  expect(seen.map(each => each.split(' ', 2).join(' '))).toEqual([
    'POST /login',
    'DELETE /me',
    'GET /plain',
    'POST /login',
  ]);
});

test('--yes confirms it in advance', async () => {
  const { terminal } = await open('### gone\nDELETE @live/me\n', guardedHome(), '--yes');
  terminal.write('\u0012');
  await terminal.untilShown('all.http wants to:');
  terminal.write('\u001b[B\r');
  await terminal.untilShown('"Ann"');
  expect(seen).toEqual(['DELETE /me']);
});
