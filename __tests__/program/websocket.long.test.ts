/** `apiclient ws` with a server that reads nothing. */
import type { Socket } from 'node:net';
import { runProgram } from '../support/program.js';
import { chatServer, closeChats } from '../support/servers/chat-server.js';

afterAll(closeChats);

test('a server that does not respond to the close does not delay the exit', async () => {
  const { host } = await chatServer(socket => {
    socket.send('last words');
    (socket as unknown as { readonly _socket: Socket })._socket.pause();
  });
  const ended = await runProgram(['ws', `ws://${host}/`], { input: 'hello\n', spawn: true });
  expect(ended).toMatchObject({ code: 0, stdout: 'last words\n' });
  // Otherwise the library waits for half a minute.
}, 20_000);
