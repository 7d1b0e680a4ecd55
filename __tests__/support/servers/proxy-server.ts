/** Proxies for tests: HTTP (absolute form and CONNECT), SOCKS 5 and SOCKS 4, with a log of their requests. */
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net';

export interface ProxyServer {
  readonly port: number;
  /** `GET http://…`, `CONNECT host:port`, `SOCKS host:port`, each followed by ` as user:password` if credentials were sent. */
  readonly asked: string[];
  close(): Promise<void>;
}

const open = new Set<ProxyServer>();

export async function closeProxies(): Promise<void> {
  await Promise.all([...open].map(proxy => proxy.close()));
}

/**
 * @param refuse status with which to reject CONNECT
 * @param tls serves the proxy itself over TLS
 */
export async function httpProxy(
  refuse?: number,
  tls?: { readonly key: string; readonly cert: string },
): Promise<ProxyServer> {
  const asked: string[] = [];
  const log = (line: string, authorization: string | undefined): void => {
    const user = authorization ? ` as ${Buffer.from(authorization.replace('Basic ', ''), 'base64')}` : '';
    asked.push(`${line}${user}`);
  };
  const answer: RequestListener = (incoming, response) => {
    log(`${incoming.method} ${incoming.url}`, incoming.headers['proxy-authorization']);
    const headers = { ...incoming.headers };
    delete headers['proxy-authorization'];
    const outgoing = request(incoming.url ?? '', { method: incoming.method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.writeHead(502).end());
    incoming.pipe(outgoing);
  };
  const server = tls ? createSecureServer(tls, answer) : createServer(answer);
  server.on('tlsClientError', () => {});
  server.on('connect', (incoming, client: Socket, head: Buffer) => {
    log(`CONNECT ${incoming.url}`, incoming.headers['proxy-authorization']);
    client.on('error', () => {});
    if (refuse !== undefined) {
      client.end(`HTTP/1.1 ${refuse} Refused\r\nContent-Length: 6\r\n\r\nno way`);
      return;
    }
    const [host = '', port] = (incoming.url ?? '').split(/:(?=\d+$)/);
    join(client, host, Number(port), () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.unshift(head);
    });
  });
  return opened(server, asked);
}

/** SOCKS 5 (RFC 1928) without authentication. */
export async function socksProxy(): Promise<ProxyServer> {
  const asked: string[] = [];
  const server = createSocketServer(client => {
    client.on('error', () => {});
    client.once('data', () => {
      client.write(Buffer.from([5, 0]));
      client.once('data', (wish: Buffer) => {
        const named = wish[3] === 3;
        const length = wish[4] ?? 0;
        const host = named ? wish.subarray(5, 5 + length).toString() : [...wish.subarray(4, 8)].join('.');
        const port = wish.readUInt16BE(wish.length - 2);
        asked.push(`SOCKS ${host}:${port}`);
        join(client, host, port, () => client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])));
      });
    });
  });
  return opened(server, asked);
}

/** SOCKS 4, and 4a if a name follows (address 0.0.0.x). */
export async function socks4Proxy(): Promise<ProxyServer> {
  const asked: string[] = [];
  const server = createSocketServer(client => {
    client.on('error', () => {});
    client.once('data', (wish: Buffer) => {
      const [user = '', name = ''] = wish.subarray(8).toString().split('\0');
      const named = wish.subarray(4, 7).every(byte => byte === 0);
      const host = named ? name : [...wish.subarray(4, 8)].join('.');
      const port = wish.readUInt16BE(2);
      asked.push(`SOCKS4 ${host}:${port}${user ? ` as ${user}` : ''}`);
      join(client, host, port, () => client.write(Buffer.from([0, 90, 0, 0, 0, 0, 0, 0])));
    });
  });
  return opened(server, asked);
}

function join(client: Socket, host: string, port: number, ready: () => void): void {
  const upstream = connect(port, host === 'localhost' ? '127.0.0.1' : host, () => {
    ready();
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
}

async function opened(server: ReturnType<typeof createSocketServer>, asked: string[]): Promise<ProxyServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const proxy: ProxyServer = {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise(resolve => {
        open.delete(proxy);
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  open.add(proxy);
  return proxy;
}
