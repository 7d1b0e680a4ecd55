import { Socket } from 'node:net';
import { readEarlyResponse } from '../../../source/io/http/upload.js';

test('a connection that is reused many times is left in the same state each time', () => {
  const socket = new Socket();
  const { destroy } = socket;
  for (let i = 0; i < 3; i++) {
    readEarlyResponse(socket);
    expect(socket.destroy).not.toBe(destroy);
    socket.emit('free');
    expect(socket.destroy).toBe(destroy);
  }
  socket.destroy();
});
