/** A WebSocket on the screen: the log of its messages, and the line in which messages are typed. */
import { temporaryFolder } from '../../support/program.js';
import { chatServer, closeChats, echo } from '../../support/servers/chat-server.js';
import { closeServers } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  closeChats();
  await closeServers();
});

const size = { columns: 80, rows: 24 };

test('open ws://… connects with the login, and lists typed and received messages', async () => {
  const { host, upgrades, received, left } = await chatServer(socket => {
    socket.send('{"welcome": 1}');
    echo(socket);
  });
  const argv = ['open', `ws://${host}/room?a=b`, '-B', 'hunter2hunter2'];
  const terminal = startInTerminal(argv, { ...size, folder: temporaryFolder() });
  await terminal.untilScreen(screen => / message {2}/.test(screen) && screen.includes('{"welcome": 1}'), 'the line');
  terminal.write('hello world\r');
  await terminal.untilShown('> hello world');
  await terminal.untilScreen(screen => screen.split('hello world').length === 3, 'the response');
  expect(received).toEqual(['hello world']);
  expect(upgrades[0]?.url).toBe('/room?a=b');
  expect(upgrades[0]?.headers.authorization).toBe('Bearer hunter2hunter2');
  terminal.write('\u001b');
  await terminal.untilShown('m send a message');
  terminal.write('\u0012');
  await terminal.untilShown('stopped');
  expect(await left).toBe(1000);
  terminal.write('m');
  await terminal.untilShown('Only an open WebSocket takes messages.');
});
