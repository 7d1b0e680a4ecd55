/** The agents for proxies: a chunk of its own, because hardly any request needs them. */
import type { Agent } from 'node:http';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { type Failure, usageError } from '../../../core/failure.js';

/** The TLS options that hold for the proxy as for the server: `-k` and `--cacert`. Client certificates do not. */
export interface ProxyTls {
  readonly rejectUnauthorized?: false;
  readonly ca?: readonly string[];
}

/** @param protocol of the URL to be reached; all but plain http goes through a CONNECT tunnel */
export function proxyAgent(proxy: URL, protocol: string, tls: ProxyTls): Agent | Failure {
  const options = tls as { rejectUnauthorized?: false; ca?: string[] };
  switch (proxy.protocol) {
    case 'http:':
    case 'https:':
      return endable(protocol === 'http:' ? new HttpProxyAgent(proxy, options) : new HttpsProxyAgent(proxy, options));
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
 * process alive: the agents let go of their socket only once it leads somewhere.
 */
function endable<T extends HttpProxyAgent<string> | HttpsProxyAgent<string>>(agent: T): T {
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
