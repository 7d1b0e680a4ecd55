/** Proxy agents, in a separate chunk because few requests need them. */

import { Agent, type ClientRequestArgs } from 'node:http';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { type Failure, FailureError, failure } from '../../../core/failure.js';
import { shownProxy } from '../../../core/request/proxy.js';
import { headBytes, maxHeadBytes } from './head-bytes.js';
import { proxyRefusal } from './proxy-refusal.js';
import { hostPortOf, serverNameOf } from './reroute.js';
import { carrying } from './shown-certificate.js';
import type { TlsOptions } from './tls.js';
import { type EmitConnectionEvent, watchSocket } from './watch.js';

interface ProxyTarget {
  readonly secure: boolean;
  /** Whether the proxy receives the full URL; otherwise a CONNECT tunnel is used. */
  readonly forward: boolean;
  /** For an https:// proxy: `-k` and `--cacert` apply to it as to the server; client certificates do not. */
  readonly tls: TlsOptions;
}

/** Creates the agent. The proxy's scheme is one of `proxySchemes`. */
export async function proxyAgent(proxy: URL, { secure, forward, tls }: ProxyTarget): Promise<Agent> {
  switch (proxy.protocol) {
    case 'http:':
    case 'https:': {
      const toProxy = { connect, options: tls };
      if (forward) return forwarding(new Agent({ keepAlive: true }), proxy, toProxy);
      const Direct = secure ? (await import('node:https')).Agent : Agent;
      return tunnelling(new Direct({ keepAlive: true }), secure, proxy, toProxy);
    }
    default:
      return new SocksProxyAgent(proxy, { keepAlive: true });
  }
}

interface ProxyTls {
  readonly connect: typeof import('node:tls').connect;
  readonly options: TlsOptions;
}

interface TunnelRequest extends ClientRequestArgs {
  readonly givenUp?: AbortSignal;
  readonly onEvent?: EmitConnectionEvent;
  /** Called once the tunnel is open. Later failures are the server's. */
  readonly onTunnel?: () => void;
}

type Callback = (error: Error | null, socket?: Socket) => void;
type Connecting = { createConnection(options: TunnelRequest, callback?: Callback): Socket | undefined };

/**
 * Lets an agent of node:http(s) connect through an HTTP proxy (CONNECT, RFC 9110 9.3.6). The proxy's response is limited in size
 * and never mistaken for the server's. A proxy that opens no tunnel sees nothing of the request.
 */
function tunnelling<A extends Agent>(agent: A, secure: boolean, proxy: URL, tls: ProxyTls): A {
  const connecting = agent as unknown as Connecting;
  const direct = connecting.createConnection.bind(agent);
  connecting.createConnection = (options, callback = () => {}) => {
    openTunnel(proxy, options, tls).then(socket => {
      callback(null, secure ? direct({ ...options, socket } as TunnelRequest) : socket);
      // TLS reads the socket itself; the HTTP parser takes the socket in the next tick.
      if (!secure) setImmediate(() => socket.resume());
    }, callback);
    return undefined;
  };
  return agent;
}

async function openTunnel(proxy: URL, options: TunnelRequest, tls: ProxyTls): Promise<Socket> {
  const { givenUp, onEvent } = options;
  const socket = toProxy(proxy, options, tls);
  if (onEvent) watchSocket(socket, onEvent);
  return new Promise((resolve, reject) => {
    const end = (error?: unknown): void => {
      givenUp?.removeEventListener('abort', giveUp);
      for (const [event, listener] of Object.entries(listeners)) socket.removeListener(event, listener);
      if (error === undefined) {
        resolve(socket);
      } else {
        socket.destroy();
        reject(error);
      }
    };
    const giveUp = (): void => end(new Error('given up'));
    const reading = proxyResponse();
    const listeners = {
      error: end,
      end: () => end(new FailureError(noProxy(proxy))),
      data(bytes: Buffer) {
        const response = reading(bytes);
        if (response === undefined) return;
        const server = `${options.host}:${options.port}`;
        if (response !== 'none') onEvent?.({ kind: 'tunnel', proxy: shown(proxy), server, status: response.status });
        if (response === 'none') {
          end(new FailureError(noProxy(proxy)));
        } else if (response.status < 200 || response.status > 299) {
          const named = proxy.username !== '' || proxy.password !== '';
          end(new FailureError(proxyRefusal({ proxy: shown(proxy), server, named, ...response })));
        } else {
          options.onTunnel?.();
          socket.pause();
          // The server's first bytes may be in the same packet as the proxy's response.
          if (response.rest.length > 0) socket.unshift(response.rest);
          end();
        }
      },
    };
    // Also handles errors after the last listener is gone.
    socket.on('error', () => {});
    if (givenUp?.aborted) giveUp();
    givenUp?.addEventListener('abort', giveUp, { once: true });
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    if (!socket.destroyed) socket.write(request(proxy, options));
  });
}

interface ProxyResponse {
  readonly status: number;
  /** Untrusted text. */
  readonly reason: string;
  /** Values of Proxy-Authenticate, untrusted. */
  readonly challenges: readonly string[];
  readonly rest: Buffer;
}

/** Adds bytes until the final head is complete; returns `none` if this is not a proxy. */
function proxyResponse(): (bytes: Buffer) => ProxyResponse | 'none' | undefined {
  let gathered = headBytes();
  let size = 0;
  const take = (bytes: Buffer): ProxyResponse | 'none' | undefined => {
    size += bytes.length;
    const head = gathered.take(bytes);
    if (head === 'none' || size - gathered.left > maxHeadBytes) return 'none';
    if (head === undefined) return undefined;
    const rest = bytes.subarray(bytes.length - gathered.left);
    const text = head.toString('latin1');
    const [, status, reason = ''] = /^\s*HTTP\/1\.[01] (\d{3})(?: ([^\r\n]*))?/.exec(text) ?? [];
    if (status === undefined) return 'none';
    const challenges = [...text.matchAll(/^proxy-authenticate:([^\r\n]*)/gim)].map(([, value = '']) => value);
    if (!status.startsWith('1')) return { status: Number(status), reason, challenges, rest };
    gathered = headBytes();
    size -= rest.length;
    return rest.length > 0 ? take(rest) : undefined;
  };
  return take;
}

function forwarding(agent: Agent, proxy: URL, tls: ProxyTls): Agent {
  const connecting = agent as unknown as Connecting;
  connecting.createConnection = options => toProxy(proxy, options, tls);
  return agent;
}

function toProxy(proxy: URL, { family }: TunnelRequest, { connect, options }: ProxyTls): Socket {
  const address = { ...hostPortOf(proxy), family };
  if (proxy.protocol !== 'https:') return connectPlain(address);
  return carrying(connect({ ...address, ...options, ALPNProtocols: ['http/1.1'], ...serverNameOf(proxy) }));
}

function request({ username, password }: URL, { host = '', port }: TunnelRequest): string {
  const target = `${host?.includes(':') ? `[${host}]` : host}:${port}`;
  const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`, 'Proxy-Connection: keep-alive'];
  if (username || password) lines.push(`Proxy-Authorization: Basic ${user}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const shown = (proxy: URL): string => shownProxy(proxy.href);

const noProxy = (proxy: URL): Failure =>
  failure('protocol', `${shown(proxy)} does not respond like an HTTP proxy.`, {
    hint: 'Check the port. For a SOCKS proxy, use socks5h://host:port.',
  });
