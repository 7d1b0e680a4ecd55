/** WebSocket servers on port 0: one that follows a script of raw frames, and the reference servers of both protocols. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

export interface ScriptedServer {
  readonly url: string;
  /** Parsed messages received over all connections. */
  readonly received: Record<string, unknown>[];
  /** Upgrade requests. */
  readonly upgrades: IncomingMessage[];
  /** Resolves when a connection has been opened and all connections are closed again. */
  untilLeft(): Promise<void>;
  close(): Promise<void>;
}

export interface Script {
  /** Selects the subprotocol. None is sent if it returns `undefined`. */
  readonly protocol?: (offered: Set<string>) => string | false;
  readonly onConnection?: (socket: WebSocket, count: number) => void;
  readonly onMessage?: (message: Record<string, unknown>, socket: WebSocket, count: number) => void;
  /** Responds to the upgrade instead of accepting it. */
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex) => void;
  /** Responds to plain requests. */
  readonly onRequest?: Parameters<typeof createServer>[1];
}

/** Starts a server that follows the script. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const received: Record<string, unknown>[] = [];
  const upgrades: IncomingMessage[] = [];
  const http: Server = createServer(script.onRequest as never);
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: script.protocol ?? (offered => [...offered][0] ?? false),
  });
  let count = 0;
  // The server no longer closes upgraded connections itself.
  const connections = new Set<Duplex>();
  let onLeft = (): void => {};
  const left = new Promise<void>(resolve => {
    onLeft = resolve;
  });
  http.on('connection', connection => {
    connections.add(connection);
    connection.once('close', () => {
      connections.delete(connection);
      if (connections.size === 0) onLeft();
    });
  });
  http.on('upgrade', (request, socket, head) => {
    upgrades.push(request);
    if (script.onUpgrade) return script.onUpgrade(request, socket);
    return sockets.handleUpgrade(request, socket, head, peer => {
      count++;
      const mine = count;
      peer.on('error', () => {});
      peer.on('message', data => {
        const message = JSON.parse(String(data)) as Record<string, unknown>;
        received.push(message);
        script.onMessage?.(message, peer, mine);
      });
      script.onConnection?.(peer, mine);
    });
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/graphql`,
    received,
    upgrades,
    untilLeft: () => left,
    close: async () => {
      for (const peer of sockets.clients) peer.terminate();
      http.closeAllConnections();
      for (const connection of connections) connection.destroy();
      await new Promise(resolve => http.close(resolve));
    },
  };
}

const open: ScriptedServer[] = [];

/** A scripted server that `closeScriptedServers` closes. */
export async function serveScript(script: Script): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  open.push(server);
  return server;
}

export async function closeScriptedServers(): Promise<void> {
  await Promise.all(open.splice(0).map(server => server.close()));
}

/** Acknowledges the connection (`graphql-transport-ws`) and calls `send` with the operation's ID. */
export const onSubscribe = (send: (socket: WebSocket, id: string) => unknown): Script => ({
  onMessage: (message, socket) => {
    if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
    if (message.type === 'subscribe') void send(socket, String(message.id));
  },
});

/** @param payload JSON, sent verbatim */
export const next = (id: string, payload: string): string => `{"id":"${id}","type":"next","payload":${payload}}`;
export const complete = (id: string): string => `{"id":"${id}","type":"complete"}`;

/** Responds to every subscription with an event each millisecond, until the client disconnects. */
export const eventEachMillisecond: Script = {
  onMessage(message, socket) {
    if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
    if (message.type !== 'subscribe') return;
    let sent = 0;
    // Ten at a time, because Node's timers are not fast enough.
    const timer = setInterval(() => {
      for (let i = 0; i < 10; i++) {
        sent += 1;
        const payload = { data: { tick: { number: sent, text: 'x'.repeat(sent % 60) } } };
        socket.send(JSON.stringify({ id: message.id, type: 'next', payload }));
      }
    }, 10);
    socket.on('close', () => clearInterval(timer));
  },
};
