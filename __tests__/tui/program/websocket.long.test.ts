/** A WebSocket on the screen: the log of its messages, and the line in which messages are typed. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { chatServer, closeChats, echo } from '../../support/servers/chat-server.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  closeChats();
  await closeServers();
});

const size = { columns: 80, rows: 24 };

test('a message typed before the server closed stays in the line, and is sent after Ctrl-R and Enter', async () => {
  const { host, received } = await chatServer(socket => {
    socket.send('welcome');
    socket.on('message', data => (String(data) === 'bye' ? socket.close(4000, 'left') : socket.send(`got ${data}`)));
  });
  const terminal = startInTerminal(['open', `ws://${host}/`], { ...size, folder: temporaryFolder() });
  await terminal.untilScreen(screen => / message {2}/.test(screen), 'the line');
  terminal.write('bye\r');
  await terminal.untilShown('4000');
  terminal.write('hello\r');
  await terminal.untilShown('Not sent: the WebSocket is not open.');
  terminal.write('\u0012');
  await terminal.untilScreen(
    screen => screen.includes(' message hello') && screen.includes(' welcome') && !screen.includes('4000'),
    'the line of the new connection',
  );
  terminal.write('\r');
  await terminal.untilShown('got hello');
  expect(received).toEqual(['bye', 4000, 'hello']);
});

test('a WEBSOCKET request of a file sends its body, and stays open until the server closes it', async () => {
  const { host } = await chatServer(socket =>
    socket.on('message', data => (String(data) === 'bye' ? socket.close(4000, 'left') : socket.send(`got ${data}`))),
  );
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'a.http'), `WEBSOCKET ws://${host}/\n\none\n===\ntwo\n`);
  const terminal = startInTerminal(['open', 'a.http'], { ...size, folder });
  await terminal.untilShown('===');
  terminal.write('\u0012');
  await terminal.untilShown(' got two');
  await terminal.untilShown('> one');
  terminal.write('4m');
  await terminal.untilScreen(screen => / message {2}/.test(screen), 'the line');
  terminal.write('bye\r');
  await terminal.untilShown('The connection was closed with 4000');
});

test('an SSE request lists its events', async () => {
  const { url } = await httpServer(response => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.write('data: {"n": 1}\n\ndata: {"n": 2}\n\n');
  });
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'a.http'), `# @assert $.n == 3\nSSE ${url}/\n`);
  const terminal = startInTerminal(['open', 'a.http'], { ...size, folder });
  await terminal.untilShown('SSE http');
  terminal.write('\u0012');
  await terminal.untilShown('{"n": 2}');
  await terminal.untilShown('2 events');
});

test('O opens a WebSocket in a tab', async () => {
  const { host, upgrades } = await chatServer(echo);
  const terminal = startInTerminal(['open', 'a.http'], { ...size, folder: temporaryFolder() });
  await terminal.untilShown('a.http');
  terminal.write('O');
  await terminal.untilShown('Saved files');
  terminal.write(`\u0015ws://${host}/second\r`);
  await terminal.untilScreen(screen => / message {2}/.test(screen), 'the line');
  expect(upgrades.map(each => each.url)).toEqual(['/second']);
});
