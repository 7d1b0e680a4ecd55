/** A subscription whose WebSocket is refused: the fallback is reported, and a single JSON response is not a stream. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { type ScriptedServer, scriptedServer } from '../../support/servers/websocket-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

let server: ScriptedServer;
const folder = temporaryFolder();

beforeAll(async () => {
  writeFileSync(path.join(folder, 'schema.graphql'), 'type Query { a: Int } type Subscription { tick: Int }');
  writeFileSync(path.join(folder, 'params.json'), '{"token":\n"t"}\n');
  server = await scriptedServer({
    onUpgrade: (_request, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
    onRequest: (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":{"tick":null}}');
    },
  });
});
afterAll(() => server.close());
afterEach(closeTerminals);

const words = () => ['graphql', server.url, '--schema', 'schema.graphql', '--connection-params', '@params.json'];

test('on the screen: the run has failed, its response is shown, and the notes give the reason', async () => {
  const terminal = startInTerminal(words(), { columns: 140, rows: 30, folder });
  await terminal.untilShown('1 Schema');
  terminal.write('2i\x1b[200~subscription { tick }\x1b[201~\x1b\x12');
  // Both failures are in the pane, and the first one also in its bottom line.
  await terminal.untilShown('a single result instead of an event stream.');
  expect(terminal.screen()).toContain('─ The server refused the WebSocket with 400 Bad Request. Over HTTP');
  expect(terminal.screen()).toContain('"tick": null');
  expect(terminal.screen()).not.toContain('complete');
  terminal.write('4]]');
  await terminal.untilShown('without --connection-params');
  expect(terminal.screen()).toContain('Bad Request. Trying a stream over');
});

test('extensions from a file are shown in H', async () => {
  writeFileSync(path.join(folder, 'extensions.json'), '{ "trace":\n true }\n');
  const terminal = startInTerminal([...words(), '--extensions', '@extensions.json'], {
    columns: 140,
    rows: 30,
    folder,
  });
  await terminal.untilShown('1 Schema');
  terminal.write('H');
  await terminal.untilShown('{ "trace": true }');
});

test('in line mode, the messages are the same', async () => {
  const terminal = startInTerminal([...words(), '--linear'], { columns: 140, rows: 40, folder });
  await terminal.untilShown('Schema loaded');
  terminal.write('query subscription { tick }\r');
  await terminal.untilShown('Query:');
  terminal.write('run\r');
  await terminal.untilShown('Over HTTP the server returned a single result instead of an event stream.');
  const said = terminal.screen().replace(/\s+/g, ' ');
  expect(said).toMatch(
    /refused the WebSocket with 400 .* over HTTP instead\. .* without --connection-params, .*Failed:/,
  );
});
