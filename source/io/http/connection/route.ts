/** Where a connection leads, in the terms its failures use. */
import type { Failure } from '../../../core/failure.js';

/** Nothing in it is secret. */
export interface Route {
  /** `host:port`, or the path of a Unix socket. */
  readonly server: string;
  readonly protocol: string;
  /** Without credentials. */
  readonly proxy?: string;
  readonly unixSocket?: string;
  /** HTTP/2 was offered (`--http2`). */
  readonly http2?: true;
}

/** Until an https:// proxy has opened a tunnel, TLS errors are the proxy's, not the server's. */
export const routeBeforeTunnel = (route: Route): Route =>
  route.proxy?.startsWith('https:') ? { ...route, server: `the proxy ${route.proxy}` } : route;

export type Explanation = Required<Pick<Failure, 'kind' | 'text' | 'hint'>>;
