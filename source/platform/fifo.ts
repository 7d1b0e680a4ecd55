/** Reads FIFOs without a blocked thread: a blocked `open` or `read` would prevent the program from exiting. */
import { constants, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { nonBlocking } from './open-flags.js';

/** False for a missing file as well. */
export const isFifo = async (file: string): Promise<boolean> =>
  stat(file).then(
    stats => stats.isFIFO(),
    () => false,
  );

/** The bytes of a FIFO, from its first writer to its last. Destroying the stream ends the wait. Throws `open`'s errors. */
export const openFifoToRead = (file: string): Socket =>
  new Socket({ fd: openSync(file, constants.O_RDONLY | nonBlocking), readable: true, writable: false });
