/** Terminal input while the program is busy. */
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { InputStream } from '../../../source/environment.js';
import type { InputEvent } from '../../../source/tui/terminal/events.js';
import { createInput } from '../../../source/tui/terminal/input.js';
import { temporaryFolder } from '../../support/program.js';

const escapeMs = 20;

/** Two ends of one connection. */
async function pair(): Promise<readonly [near: Socket, far: Socket]> {
  const server = createServer().listen(path.join(temporaryFolder(), 's'));
  await once(server, 'listening');
  const near = createConnection(server.address() as string);
  const [far] = (await once(server, 'connection')) as [Socket];
  server.close();
  return [near, far];
}

test('an arrow key split in two is one key, even if the program was busy between the halves', async () => {
  const [near, far] = await pair();
  const input = createInput(near as unknown as InputStream, {
    escapeMs,
    isAsked: () => false,
    monotonic: () => performance.now(),
    onEvents: events => near.emit('keys', events),
  });
  input.start();
  const first = once(near, 'keys') as Promise<[readonly InputEvent[]]>;
  const half = once(near, 'data');
  far.write('\u001b');
  await half;
  far.write('[B');
  // The rest has arrived, and the timeout of a lone Esc is over.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * escapeMs);
  const [events] = await first;
  expect(events).toEqual([{ kind: 'key', chord: 'down' }]);
  input.stop();
  for (const end of [near, far]) end.destroy();
});
