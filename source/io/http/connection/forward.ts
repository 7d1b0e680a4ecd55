/** A proxy that receives the full URL (RFC 9112 3.2.2), and the header lines for it. */
import { basicValue } from '../../../core/credentials/basic.js';
import type { RouteOptions } from '../../../core/options.js';
import { chooseProxy, proxyProblem } from '../../../core/request/proxy.js';
import { readUrl } from '../../../core/request/read-url.js';
import type { HeaderLine } from '../../../core/request/spec.js';
import { secret } from '../../../core/secret.js';
import type { Environment } from '../../../environment.js';
import { connectTarget, hostPortOf } from './reroute.js';

/** Returns the proxy for a URL. A Unix socket needs none. */
export const proxyFor = (url: URL, network: RouteOptions, environment: Environment) =>
  network.unixSocket === undefined ? chooseProxy(url, network, environment.variables) : undefined;

/** Whether a proxy receives the full URL. It would ignore `--connect-to`, which therefore uses a tunnel. */
export function isForwarded(url: URL, proxy: string, network: RouteOptions): boolean {
  const isTunnelled = url.protocol !== 'http:' || connectTarget(hostPortOf(url), network) !== undefined;
  return !isTunnelled && /^https?:/i.test(proxy);
}

/** Returns the lines for a proxy that receives the full URL, or undefined if there is no such proxy. */
export function forwardFor(
  url: URL,
  network: RouteOptions,
  environment: Environment,
): readonly HeaderLine[] | undefined {
  const named = proxyFor(url, network, environment);
  if (!named || proxyProblem(named) || !isForwarded(url, named.url, network)) return undefined;
  return forwardLines(named.url);
}

export function forwardLines(proxy: string): readonly HeaderLine[] {
  const url = readUrl(proxy);
  const lines: HeaderLine[] = [{ name: 'Proxy-Connection', value: 'keep-alive' }];
  if (!url || (url.username === '' && url.password === '')) return lines;
  const { username, password } = decodable(url);
  const value = basicValue(decodeURIComponent(username), secret(decodeURIComponent(password)));
  return [{ name: 'Proxy-Authorization', value }, ...lines];
}

/** Lines that the user's lines do not replace. */
export const forProxy = (lines: readonly HeaderLine[], headers: readonly HeaderLine[]): readonly HeaderLine[] =>
  lines.filter(({ name }) => !headers.some(each => each.name.toLowerCase() === name.toLowerCase()));

/** The agents percent-decode user and password; a stray `%` is literal. */
export function decodable(proxy: URL): URL {
  for (const part of ['username', 'password'] as const) {
    try {
      decodeURIComponent(proxy[part]);
    } catch {
      proxy[part] = proxy[part].replaceAll('%', '%25');
    }
  }
  return proxy;
}
