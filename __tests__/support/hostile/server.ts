/** The hostile server. Each case has a separate path and may respond with arbitrary bytes. */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { rawServer, type TestServer } from '../servers/http-server.js';
import type { NumberedCase, Peer } from './case.js';

export interface HostileServer {
  urlOf(which: NumberedCase): string;
  /** Another origin, which responds with 200 to every request. */
  readonly other: string;
  /** Heads and bodies received by the other origin. */
  readonly elsewhere: string[];
  /** Number of requests for a case so far. */
  countOf(which: NumberedCase): number;
}

/** Starts the server and the other origin. `closeServers` closes both. */
export async function hostileServer(cases: readonly NumberedCase[]): Promise<HostileServer> {
  const byId = new Map(cases.map(each => [each.id, each]));
  const counts = new Map<string, number>();
  const elsewhere: string[] = [];
  const second = await rawServer(socket =>
    onRequest(socket, (head, body) => {
      elsewhere.push(`${head}\r\n\r\n${body}`);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    }),
  );
  const server: TestServer = await rawServer(socket =>
    onRequest(socket, (head, body) => {
      const [, method = '', id = '', rest = ''] = /^(\S+) \/([A-G]\d+)(\S*)/.exec(head) ?? [];
      const found = byId.get(id);
      if (!found) return void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      const peer: Peer = { socket, method, rest, head, body, url: `${server.url}/${id}`, other: second.url, count };
      found.serve(peer);
    }),
  );
  return {
    urlOf: which => `${server.url}/${which.id}`,
    other: second.url,
    elsewhere,
    countOf: which => counts.get(which.id) ?? 0,
  };
}

/** Calls back once with a head and the body that its Content-Length announces. */
function onRequest(socket: Socket, done: (head: string, body: string) => void): void {
  let text = '';
  const take = (chunk: Buffer): void => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = text.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (text.length < end + 4 + length) return;
    socket.off('data', take);
    socket.on('data', () => {});
    done(head, text.slice(end + 4));
  };
  socket.on('data', take);
}

/** Accepts a WebSocket upgrade. The default subprotocol is the one used by graphql-ws. */
export function acceptUpgrade({ socket, head }: Peer, protocol = 'graphql-transport-ws'): void {
  const key = /\r\nsec-websocket-key: (\S+)/i.exec(head)?.[1] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const line = protocol === '' ? '' : `Sec-WebSocket-Protocol: ${protocol}\r\n`;
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${line}\r\n`,
  );
}

/** A frame sent by a server (RFC 6455 5.2). */
export function frame(content: string | Uint8Array, opcode = 1): Buffer {
  const bytes = Buffer.from(content as string);
  const head =
    bytes.length < 126
      ? Buffer.from([0x80 | opcode, bytes.length])
      : Buffer.from([0x80 | opcode, 127, 0, 0, 0, 0, ...uint32(bytes.length)]);
  return Buffer.concat([head, bytes]);
}

/** A frame that closes the connection. */
export const closing = (code: number, reason: string): Buffer =>
  frame(Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]), 8);

const uint32 = (value: number): readonly number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

/** The texts of a client's masked frames that arrived in one piece (RFC 6455 5.3). Control frames have none. */
function unmasked(bytes: Buffer): readonly string[] {
  const texts: string[] = [];
  for (let from = 0; from + 6 <= bytes.length; ) {
    const opcode = (bytes[from] ?? 0) & 0x0f;
    const short = (bytes[from + 1] ?? 0) & 0x7f;
    const length = short === 126 ? bytes.readUInt16BE(from + 2) : short;
    const at = from + (short === 126 ? 4 : 2);
    const mask = bytes.subarray(at, at + 4);
    const content = bytes.subarray(at + 4, at + 4 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    if (opcode === 1) texts.push(Buffer.from(content).toString());
    from = at + 4 + length;
  }
  return texts;
}

/** Replies to each message of a client with frames chosen by the message's type and ID. */
export function onMessages({ socket }: Peer, answerTo: (type: string, id: string) => readonly Buffer[]): void {
  socket.on('data', (chunk: Buffer) => {
    for (const text of unmasked(chunk)) {
      const { type = '', id = '' } = JSON.parse(text) as { type?: string; id?: string };
      for (const bytes of answerTo(type, id)) socket.write(bytes);
    }
  });
}
