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
export const routeBeforeTunnel = (place: Route): Route =>
  place.proxy?.startsWith('https:') ? { ...place, server: `the proxy ${place.proxy}` } : place;

export type Explanation = Required<Pick<Failure, 'kind' | 'text' | 'hint'>>;
