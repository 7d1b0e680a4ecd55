/**
 * A TLS connection whose bytes are observed in both directions. node:http2 does not report its own resets or, in Node 20, that
 * it closed the connection.
 */
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

interface SocketObserver {
  /** Called before node:http2 reads the bytes. */
  received(bytes: Buffer): void;
  sent(bytes: Buffer): void;
}

/** Bytes that may be buffered in one direction. Node's 16 KiB are one TLS record. */
const highWaterMark = 256 * 1024;

/** The connection as a stream for `createConnection`. Destroying either destroys both. */
export function observedSocket(socket: TLSSocket, observer: SocketObserver): Duplex {
  const outer = new Duplex({
    highWaterMark,
    read: () => socket.resume(),
    write(chunk: Buffer, _encoding, callback) {
      observer.sent(chunk);
      socket.write(chunk, callback);
    },
    writev(chunks, callback) {
      const all = Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer));
      observer.sent(all);
      socket.write(all, callback);
    },
    final: callback => void socket.end(callback),
    destroy(error, callback) {
      socket.destroy(error ?? undefined);
      callback(error);
    },
  });
  socket.on('data', (bytes: Buffer) => {
    observer.received(bytes);
    if (!outer.push(bytes)) socket.pause();
  });
  socket.once('end', () => outer.push(null));
  socket.once('error', error => outer.destroy(error));
  socket.once('close', () => outer.destroy());
  return outer;
}
