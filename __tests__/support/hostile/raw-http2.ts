/**
 * An HTTPS server that writes HTTP/2 frames byte by byte (RFC 9113, section 4), including frames that node:http2 refuses to
 * send.
 */
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { certificates } from '../servers/certificates.js';

/** A request from a client, as its HEADERS frame arrives. */
export interface RawRequest {
  /** Stream ID of the request. */
  readonly id: number;
  /** Number of the session, from 1. */
  readonly session: number;
  /** Number of the request across all sessions, from 1. */
  readonly count: number;
  readonly socket: TLSSocket;
  write(...frames: readonly Buffer[]): void;
}

/** A frame sent by the client. */
export interface ClientFrame {
  readonly type: number;
  readonly flags: number;
  readonly id: number;
  readonly payload: Buffer;
}

export interface RawHttp2Server {
  /** `https://localhost:PORT`. */
  readonly url: string;
  /** All frames from all clients so far. */
  readonly frames: ClientFrame[];
  /** Number of requests so far. */
  readonly requests: RawRequest[];
  /** Number of sessions so far. */
  sessions(): number;
}

const open: { readonly server: Server; readonly sockets: Set<TLSSocket> }[] = [];

/** Closes every server that a test file left open. Call it in `afterEach`. */
export function closeRawHttp2Servers(): void {
  for (const { server, sockets } of open.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
}

const prefaceLength = 24;

/**
 * A client that does not offer HTTP/2 gets the response `over 1.1`.
 * @param answer called for each HTTP/2 request; the returned frames are written immediately
 */
export async function rawHttp2Server(answer: (request: RawRequest) => void): Promise<RawHttp2Server> {
  const { cert, key } = certificates().server;
  const [frames, requests, sockets] = [[] as ClientFrame[], [] as RawRequest[], new Set<TLSSocket>()];
  let sessions = 0;
  const server = createServer({ cert, key, ALPNProtocols: ['h2', 'http/1.1'] }, socket => {
    const session = ++sessions;
    let bytes = Buffer.alloc(0);
    let skipped = false;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (socket.alpnProtocol !== 'h2') {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nover 1.1'));
      return;
    }
    socket.write(frame(4, 0, 0));
    socket.on('data', chunk => {
      bytes = Buffer.concat([bytes, chunk]);
      if (!skipped && bytes.length >= prefaceLength) {
        bytes = bytes.subarray(prefaceLength);
        skipped = true;
      }
      while (skipped && bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
        const length = bytes.readUIntBE(0, 3);
        const [type, flags] = [bytes[3] ?? 0, bytes[4] ?? 0];
        const id = bytes.readUInt32BE(5);
        frames.push({ type, flags, id, payload: bytes.subarray(9, 9 + length) });
        bytes = bytes.subarray(9 + length);
        if (type === 4 && (flags & 1) === 0) socket.write(frame(4, 1, 0));
        if (type !== 1) continue;
        const write = (...all: readonly Buffer[]): void => void socket.write(Buffer.concat(all));
        const request = { id, session, count: requests.length + 1, socket, write };
        requests.push(request);
        answer(request);
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  open.push({ server, sockets });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    frames,
    requests,
    sessions: () => sessions,
  };
}

/** A frame of any kind (RFC 9113, section 4.1). */
export function frame(type: number, flags: number, id: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(id, 5);
  return Buffer.concat([head, payload]);
}

/** An integer with a prefix of `bits` bits (RFC 7541, section 5.1). */
export function integer(value: number, bits: number, pattern = 0): Buffer {
  const most = 2 ** bits - 1;
  if (value < most) return Buffer.from([pattern | value]);
  const bytes = [pattern | most];
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const text = (value: string): Buffer => Buffer.concat([integer(Buffer.byteLength(value), 7), Buffer.from(value)]);

/** Field lines as literals without indexing and without Huffman codes (RFC 7541, section 6.2.2). */
export const block = (...lines: readonly (readonly [name: string, value: string])[]): Buffer =>
  Buffer.concat(lines.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));

const most = 16_000;

/** A HEADERS frame, with CONTINUATION frames if the block is long. */
export function headers(id: number, fields: Buffer, end = false): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < fields.length; at += most) {
    const last = at + most >= fields.length ? 4 : 0;
    frames.push(frame(at === 0 ? 1 : 9, last | (end && at === 0 ? 1 : 0), id, fields.subarray(at, at + most)));
  }
  return Buffer.concat(frames);
}

/** A head with status 200. */
export const ok = (id: number, ...lines: readonly (readonly [name: string, value: string])[]): Buffer =>
  headers(id, block([':status', '200'], ...lines));

export const data = (id: number, content: string, end = false): Buffer =>
  frame(0, end ? 1 : 0, id, Buffer.from(content));

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const reset = (id: number, code: number): Buffer => frame(3, 0, id, uint32(code));

export const goaway = (last: number, code: number, debug = ''): Buffer =>
  frame(7, 0, 0, Buffer.concat([uint32(last), uint32(code), Buffer.from(debug)]));
