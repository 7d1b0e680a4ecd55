/** Reading from a FIFO without a thread that nothing can end: a blocked `open` or `read` keeps a stopped program alive. */
import { constants, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';

/** False as well for what does not exist. */
export const isFifo = async (file: string): Promise<boolean> =>
  stat(file).then(
    found => found.isFIFO(),
    () => false,
  );

/** The bytes of a FIFO, from its first writer to its last. Destroying it ends the wait for one. Throws what `open` does. */
export const openFifoToRead = (file: string): Socket =>
  new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });
