/** The agents for proxies: a chunk of its own, because hardly any request needs them. */
import { Agent } from 'node:http';
import { connect } from 'node:tls';
import { SocksProxyAgent } from 'socks-proxy-agent';
import type { TlsOptions } from './tls.js';
import { forwarding, tunnelling } from './tunnel.js';

/** What is to be reached, and how. */
export interface ProxyTarget {
  /** The URL is https or wss. */
  readonly secure: boolean;
  /** The proxy is told the whole URL; all else goes through a CONNECT tunnel. */
  readonly forward: boolean;
  /** For a proxy of the kind https://: `-k` and `--cacert` hold for it as for the server, client certificates do not. */
  readonly tls: TlsOptions;
}

/** Makes the agent. The proxy is of one of `proxySchemes`. */
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
      return new SocksProxyAgent(proxy);
  }
}
