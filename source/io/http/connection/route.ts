/** Route of a connection, in the terms used by its failures. */
import type { Failure } from '../../../core/failure.js';

/** Contains no secrets. */
export interface Route {
  /** `host:port`, or the path of a Unix socket. */
  readonly server: string;
  readonly protocol: string;
  /** Proxy URL without credentials. */
  readonly proxy?: string;
  /** `-x`, or the environment variable that names the proxy. */
  readonly proxyFrom?: string;
  readonly unixSocket?: string;
  /** Whether HTTP/2 was offered. */
  readonly http2?: true;
  /** File of the client certificate that is offered. */
  readonly clientCertificate?: string;
  /** Why HTTP/2 was not offered: `--http1.1`, or the part of the request that it does not support. */
  readonly http1Only?: string;
}

/** Where the proxy is configured, and how to connect without it, or undefined for a direct connection. */
export const proxyHint = ({ proxy, proxyFrom }: Route): string | undefined => {
  if (proxy === undefined || proxyFrom === undefined) return undefined;
  return proxyFrom === '-x'
    ? 'The proxy comes from --proxy (-x). Pass -x "" to connect directly.'
    : `The proxy comes from the variable ${proxyFrom}. Pass -x "" to connect directly, or --noproxy HOST.`;
};

/** Until an https:// proxy has opened a tunnel, TLS errors are the proxy's, not the server's. */
export const routeBeforeTunnel = (route: Route): Route =>
  route.proxy?.startsWith('https:')
    ? { ...route, server: `the proxy ${route.proxy}`, clientCertificate: undefined }
    : route;

export type Explanation = Required<Pick<Failure, 'kind' | 'text' | 'hint'>>;

/** The hint for a server that may require HTTP/2. */
export const withHttp2 = ({ http1Only }: Pick<Route, 'http1Only'>): string =>
  http1Only === undefined ? 'Try again with --http2.' : `Remove ${http1Only}.`;
