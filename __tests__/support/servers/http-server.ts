/** Real servers on port 0 for tests of the HTTP engine: one that records requests, one that writes any bytes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A request as received by the server. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  /** Header lines with their original order and case. */
  readonly lines: readonly (readonly [name: string, value: string])[];
  /** Joined values by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface TestServer {
  /** `http://127.0.0.1:PORT`, or https. */
  readonly url: string;
  readonly port: number;
  /** Requests in the order in which they were completed. */
  readonly seen: Seen[];
  close(): Promise<void>;
}

export type Answering = (response: ServerResponse, seen: Seen, request: IncomingMessage) => void;

const open = new Set<TestServer>();

/** Closes every server that a test file left open. Call it in `afterEach` or `afterAll`. */
export async function closeServers(): Promise<void> {
  await Promise.all([...open].map(server => server.close()));
}

/** A server that reads each request completely and then responds. `tls` makes it HTTPS. */
export async function httpServer(
  answer: Answering,
  tls?: { readonly key: string; readonly cert: string; readonly ca?: string; readonly requestCert?: boolean },
): Promise<TestServer> {
  const seen: Seen[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const one = seenOf(request, Buffer.concat(chunks));
      seen.push(one);
      answer(response, one, request);
    });
  };
  const server = tls ? createSecureServer({ ...tls, rejectUnauthorized: false }, listener) : createServer(listener);
  server.on('tlsClientError', () => {});
  await listening(server);
  return opened(server, seen, tls ? 'https' : 'http', () => server.closeAllConnections());
}

/** A server that passes each connection to the test, for responses that no HTTP library would send. `tls` makes it HTTPS. */
export async function rawServer(
  connected: (socket: Socket) => void,
  tls?: { readonly key: string; readonly cert: string },
): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const take = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    connected(socket);
  };
  const server = tls ? createTlsServer(tls, take) : createSocketServer(take);
  await listening(server);
  return opened(server, [], tls ? 'https' : 'http', () => {
    for (const socket of sockets) socket.destroy();
  });
}

/** A raw server that waits for the end of a head and responds with these bytes. It then closes the connection by default. */
export const sayingServer = (
  bytes: string | Uint8Array,
  after: 'end' | 'reset' | 'stay' = 'end',
  tls?: { readonly key: string; readonly cert: string },
): Promise<TestServer> =>
  rawServer(socket => {
    let head = '';
    socket.on('data', chunk => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      head = '';
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => {
        if (after === 'end') socket.end();
        if (after === 'reset') socket.resetAndDestroy();
      });
    });
  }, tls);

function listening(server: SocketServer): Promise<void> {
  return new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
}

function opened(server: SocketServer, seen: Seen[], scheme: string, closeConnections: () => void): TestServer {
  const { port } = server.address() as AddressInfo;
  const made: TestServer = {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise(resolve => {
        open.delete(made);
        server.close(() => resolve());
        closeConnections();
      }),
  };
  open.add(made);
  return made;
}

function seenOf(request: IncomingMessage, body: Buffer): Seen {
  const raw = request.rawHeaders;
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headersDistinct)) headers[name] = value?.join(', ');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    lines: raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : [])),
    headers,
    body,
  };
}
