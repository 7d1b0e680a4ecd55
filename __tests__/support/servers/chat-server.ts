/** Real WebSocket servers for messages of any kind. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const closing: (() => void)[] = [];

/** Closes every server that a test file left open. Call it in `afterAll`. */
export function closeChats(): void {
  for (const close of closing.splice(0)) close();
}

interface ChatServer {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly upgrades: IncomingMessage[];
  /** Messages and close codes received, in order. */
  readonly received: (string | number)[];
  /** The close code of the first connection. */
  readonly left: Promise<number>;
}

/**
 * A WebSocket server on port 0 that records upgrades and messages.
 * @param refuse returns the status with which an upgrade is refused
 * @param tls makes it a `wss` server
 */
export async function chatServer(
  onConnection: (socket: WebSocket) => void,
  refuse: (request: IncomingMessage) => number = () => 101,
  tls?: { readonly key: string; readonly cert: string },
): Promise<ChatServer> {
  const upgrades: IncomingMessage[] = [];
  const received: (string | number)[] = [];
  let onLeft = (_code: number): void => {};
  const left = new Promise<number>(resolve => {
    onLeft = resolve;
  });
  const notFound: RequestListener = (_request, response) => void response.writeHead(404).end();
  const http = tls ? createSecureServer(tls, notFound) : createServer(notFound);
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    upgrades.push(request);
    const status = refuse(request);
    if (status !== 101) {
      socket.end(`HTTP/1.1 ${status} No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, peer => {
      peer.on('error', () => {});
      peer.on('message', data => received.push(String(data)));
      peer.on('close', code => {
        received.push(code);
        onLeft(code);
      });
      onConnection(peer);
    });
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const peer of sockets.clients) peer.terminate();
    http.close();
  });
  return { host: `127.0.0.1:${(http.address() as AddressInfo).port}`, upgrades, received, left };
}

/** Returns every message. */
export const echo = (socket: WebSocket): void =>
  void socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
