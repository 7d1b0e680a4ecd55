/** Real HTTPS servers for tests of ALPN, with HTTP/2 and HTTP/1.1, or only HTTP/2. */
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type SecureServerOptions,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { certificates } from './certificates.js';

export interface Http2TestServer {
  /** `https://localhost:PORT`. */
  readonly url: string;
  readonly port: number;
  readonly server: Http2SecureServer;
  /** The version selected in each handshake: `h2`, `http/1.1`. */
  readonly handshakes: string[];
  /** The open connections. */
  readonly sockets: Set<Socket>;
}

const open: Http2TestServer[] = [];

/** Closes every server that a test file left open. Call it in `afterEach`. */
export function closeHttp2Servers(): void {
  for (const { server, sockets } of open.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
}

type Answering =
  | ((request: Http2ServerRequest, response: Http2ServerResponse) => void)
  | { streams(stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>): void };

/** @param answer responds in both versions; `streams` handles the raw streams of HTTP/2 */
export async function http2Server(answer: Answering, options: SecureServerOptions = {}): Promise<Http2TestServer> {
  const { cert, key } = certificates().server;
  const secure = { cert, key, allowHTTP1: true, ...options };
  const server = typeof answer === 'function' ? createSecureServer(secure, answer) : createSecureServer(secure);
  const [sockets, handshakes] = [new Set<Socket>(), [] as string[]];
  if (typeof answer !== 'function') {
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      answer.streams(stream, headers);
    });
  }
  server.on('sessionError', () => {});
  server.on('tlsClientError', () => {});
  server.on('secureConnection', socket => handshakes.push(String(socket.alpnProtocol)));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const made = { url: `https://localhost:${port}`, port, server, handshakes, sockets };
  open.push(made);
  return made;
}
