/** `apiclient open` and `apiclient URL`: which screen opens, in the built program on a pseudo-terminal. */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../../support/program.js';
import { closeTerminals, startInTerminal } from '../../../support/terminal.js';
import { openDemo } from '../../demo.js';

let demo: Awaited<ReturnType<typeof openDemo>>;
let server: Server;
let plain: string;
let asked: string[];
beforeAll(async () => {
  demo = await openDemo();
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isQuery = request.method === 'POST' && request.url === '/api';
    response.writeHead(isQuery || request.url?.startsWith('/hello') ? 200 : 404, {
      'content-type': 'application/json',
    });
    response.end(isQuery ? '{"data": {"__typename": "Query"}}' : '{"hello": "you"}');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  plain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await demo.close();
  server.close();
});
afterEach(closeTerminals);

const size = { columns: 120, rows: 34 };

test('open FILE.http shows its requests as the tree, Enter goes to one, Ctrl-R sends it, w saves the file', async () => {
  const home = temporaryFolder();
  writeFileSync(
    path.join(home, 'a.http'),
    `### first\nGET ${demo.url}/books/1\n\n### second\n# @assert status == 200\nGET ${demo.url}/authors\n`,
  );
  const terminal = startInTerminal(['open', 'a.http'], { home, folder: home, ...size });
  await terminal.untilShown('Opened a.http');
  await terminal.untilShown('1 Requests');
  terminal.write('1j\r');
  await terminal.untilShown('second (2 of 2)');
  terminal.write('\u0012');
  await terminal.untilShown('checks 1 of 1');
  await terminal.untilShown('Jane Austen');
  terminal.write('ggi### third\r\u001b');
  await terminal.untilShown('a.http *');
  terminal.write('qq');
  const again = startInTerminal(['open', 'a.http'], { home, folder: home, ...size });
  await again.untilShown('Restored unsaved text');
  await again.untilShown('### third');
});

test('a URL is probed: OpenAPI and GraphQL each have their screen', async () => {
  const described = startInTerminal([demo.url], { home: temporaryFolder(), ...size });
  await described.untilShown('10 operations');
  await described.untilShown('GET    /books/{id}');
  const spoken = startInTerminal([`${plain}/api`], { home: temporaryFolder(), ...size });
  await spoken.untilShown('No schema from');
  expect(asked.slice(0, 2)).toEqual(['GET /api?query=%7B__typename%7D', 'POST /api']);
  expect(asked).not.toContain('GET /openapi.json');
});

test('if it is neither, the text starts with a request to the URL, after few probes', async () => {
  const terminal = startInTerminal([`${plain}/hello`], { home: temporaryFolder(), ...size });
  await terminal.untilShown(`GET ${plain}/hello`);
  await terminal.untilShown('No OpenAPI description found');
  // One probe for GraphQL, and at most 20 requests for a description.
  expect(asked.length).toBeLessThanOrEqual(21);
  // A URL that answers a GET is not probed with a POST, which could create a resource.
  expect(asked.filter(each => !each.startsWith('GET '))).toEqual([]);
  terminal.write('\u0012');
  await terminal.untilShown('"hello": "you"');
});

test('the URL prompt detects a server that is neither, like the URL of the command line', async () => {
  const terminal = startInTerminal([], { home: temporaryFolder(), ...size });
  await terminal.untilShown('or REST API');
  terminal.write(`${plain}/hello\r`);
  await terminal.untilShown(`GET ${plain}/hello`);
  terminal.write('\u0012');
  await terminal.untilShown('"hello": "you"');
});

test('open without an argument starts with an empty text', async () => {
  const home = temporaryFolder();
  const terminal = startInTerminal(['open'], { home, folder: home, ...size });
  await terminal.untilShown('2 Request');
  await terminal.untilShown('no endpoint');
  terminal.write(`iGET ${plain}/hello\u001b\u0012`);
  await terminal.untilShown('"hello": "you"');
});

test.each([
  [['open', 'a.http'], 'apiclient run a.http'],
  [['open', ':4000'], 'apiclient openapi http://localhost:4000 lists the operations'],
])('without a terminal, %j names the alternative', async (argv, words) => {
  const { code, stderr } = await runProgram(argv, { home: temporaryFolder() });
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test.each([
  [['open', 'a.http', 'b.http'], 'Unexpected argument: b.http'],
  [['open', '-'], 'standard input for the keyboard'],
  [['open', ':4000', '--query', '{a}'], '--query cannot be used with apiclient open'],
])('%j is rejected', async (argv, words) => {
  const { code, stderr } = await runProgram(argv, { home: temporaryFolder() });
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});
