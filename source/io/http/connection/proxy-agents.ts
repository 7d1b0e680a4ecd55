/** Proxy agents, in a separate chunk because few requests need them. */
import { Agent } from 'node:http';
import { connect } from 'node:tls';
import { SocksProxyAgent } from 'socks-proxy-agent';
import type { TlsOptions } from './tls.js';
import { forwarding, tunnelling } from './tunnel.js';

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
