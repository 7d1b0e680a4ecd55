/** The agents for proxies: a chunk of its own, because hardly any request needs them. */
import type { Agent } from 'node:http';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { type Failure, usageError } from '../../core/failure.js';

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
      return protocol === 'http:' ? new HttpProxyAgent(proxy, options) : new HttpsProxyAgent(proxy, options);
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
