/** `--session` on the full screen: it starts with the data saved for the server, and saves new data. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createSchema, createYoga } from 'graphql-yoga';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const schema = createSchema({
  typeDefs: 'type Query { hello(id: Int): String }',
  resolvers: { Query: { hello: (_: unknown, { id }: { id: number }) => `Hello ${id}` } },
});

test('GraphQL: login, header, cookies and values are used, and a new cookie is saved', async () => {
  const seen: (readonly (string | undefined)[])[] = [];
  const yoga = createYoga({ schema: schema as never, logging: false });
  const server = createServer((request, response) => {
    seen.push([request.headers.authorization, String(request.headers['x-shop']), request.headers.cookie]);
    response.setHeader('set-cookie', `visit=${seen.length}; Path=/`);
    if (request.url === '/id') response.end('{"id": 42}');
    else void yoga(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const home = temporaryFolder();
  const plain = (...words: string[]) => runProgram(words, { home, folder: home });
  writeFileSync(path.join(home, 'id.http'), `# @capture id = $.id\nGET ${url}/id\n`);
  await plain('run', 'id.http', '--session', 'ada');
  await plain('GET', `${url}/id`, '--session', 'ada', '-B', 'token', '-H', 'X-Shop: 7');
  seen.length = 0;
  const terminal = startInTerminal(['graphql', `${url}/graphql`, '--session', 'ada'], { columns: 120, rows: 40, home });
  await terminal.untilShown('hello: String');
  expect(terminal.screen()).toContain('session: ada');
  terminal.write('2iquery($id: Int) { hello(id: $id) }\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  terminal.write('3i{"id": "{{id}}"}\x12');
  await terminal.untilShown('Hello 42');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  terminal.write('H');
  await terminal.untilShown('Cookies of the session ada');
  terminal.write('\x1bqq');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  expect(seen.slice(0, 2)).toEqual([
    ['Bearer token', '7', 'visit=2'],
    ['Bearer token', '7', 'visit=1'],
  ]);
  await plain('GET', `${url}/id`, '--session', 'ada');
  expect(seen.at(-1)?.[2]).toBe(`visit=${seen.length - 1}`);
  await new Promise(resolve => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

test('requests: captures are saved, and so are flags typed on the line; another server gets nothing', async () => {
  const other = await httpServer(response => response.end('there'));
  const { url, seen } = await httpServer((response, { path: asked }) => {
    response.setHeader('set-cookie', 'sid=1; Path=/');
    response.setHeader('content-type', 'application/json');
    if (asked !== '/') response.statusCode = 404;
    response.end('{"id": 42}');
  });
  const home = temporaryFolder();
  const terminal = startInTerminal([url, '--session', 'ada', '-H', 'X-Shop: 7'], { columns: 120, rows: 40, home });
  await terminal.untilShown('session: ada');
  await terminal.untilShown('GET ');
  terminal.write('2i# @capture id = $.id\r\x12');
  await terminal.untilShown('Saved {{id}}.');
  terminal.write(`\x1b`);
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  terminal.write('qq');
  await terminal.ended;
  const { stdout } = await runProgram(['sessions', 'show', 'ada'], { home });
  expect(stdout).toBe(`${new URL(url).origin}\n  --header=X-Shop: 7\n  cookie sid=••••\n  {{id}}=••••\n`);
  seen.length = 0;
  await runProgram(['GET', `${url}/{{id}}`, '--session', 'ada'], { home });
  expect([seen[0]?.path, seen[0]?.headers.cookie, seen[0]?.headers['x-shop']]).toEqual(['/42', 'sid=1', '7']);
  const elsewhere = startInTerminal([other.url, '--session', 'ada'], { columns: 120, rows: 40, home });
  await elsewhere.untilShown('GET ');
  elsewhere.write('\x12');
  await elsewhere.untilShown('there');
  for (const { headers } of other.seen) expect([headers.cookie, headers['x-shop']]).toEqual([undefined, undefined]);
});
