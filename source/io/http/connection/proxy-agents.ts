/** The agents for proxies: a chunk of its own, because hardly any request needs them. */
import { Agent } from 'node:http';
import { HttpProxyAgent } from 'http-proxy-agent';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { type Failure, usageError } from '../../../core/failure.js';
import type { TlsOptions } from './tls.js';
import { tunnelling } from './tunnel.js';

/**
 * @param protocol of the URL to be reached; all but plain http goes through a CONNECT tunnel
 * @param tls for a proxy of the kind https://: `-k` and `--cacert` hold for it as for the server, client certificates do not
 */
export async function proxyAgent(proxy: URL, protocol: string, tls: TlsOptions): Promise<Agent | Failure> {
  switch (proxy.protocol) {
    case 'http:':
    case 'https:': {
      if (protocol === 'http:') return endable(new HttpProxyAgent(proxy, tls as object));
      const secure = protocol === 'https:' || protocol === 'wss:';
      const Direct = secure ? (await import('node:https')).Agent : Agent;
      return tunnelling(new Direct({ keepAlive: true }), secure, proxy, tls);
    }
    case 'socks:':
    case 'socks4:':
    case 'socks4a:':
    case 'socks5:':
    case 'socks5h:':
      return new SocksProxyAgent(proxy);
    default:
      return usageError(
        `A proxy cannot be of the kind ${proxy.protocol}//.`,
        'Use http://, https://, socks4://, socks4a://, socks5:// or socks5h://.',
      );
  }
}

/**
 * A request that is given up takes the connection to its proxy along. Without this a proxy that says nothing keeps the
 * process alive: the agent lets go of its socket only once it leads somewhere.
 */
function endable<T extends HttpProxyAgent<string>>(agent: T): T {
  const opening = agent as unknown as {
    connectOpts: object;
    connect(request: unknown, options: { readonly givenUp?: AbortSignal }): Promise<unknown>;
  };
  const connect = opening.connect.bind(agent);
  const usual = opening.connectOpts;
  opening.connect = async (request, options) => {
    const ending = new AbortController();
    const end = (): void => ending.abort();
    if (options.givenUp?.aborted) end();
    options.givenUp?.addEventListener('abort', end, { once: true });
    // Read by the agent before it first waits.
    opening.connectOpts = { ...usual, signal: ending.signal };
    try {
      return await connect(request, options);
    } finally {
      options.givenUp?.removeEventListener('abort', end);
    }
  };
  return agent;
}
