/** Where a connection leads, and what became of it, in the words that its failures use. */
import type { Failure } from '../../../core/failure.js';

/** Where a connection leads. Nothing in it is secret. */
export interface Route {
  /** `host:port` of the server, or the socket's path. */
  readonly server: string;
  readonly protocol: string;
  /** The proxy without credentials. */
  readonly proxy?: string;
  readonly unixSocket?: string;
  /** HTTP/2 was offered (`--http2`). */
  readonly http2?: true;
}

/** While a proxy of the kind https:// leads nowhere yet, it is its TLS that fails, not the server's. */
export const routeBeforeTunnel = (place: Route): Route =>
  place.proxy?.startsWith('https:') ? { ...place, server: `the proxy ${place.proxy}` } : place;

/** An error in words: what failed and what to do about it. */
export type Explanation = Required<Pick<Failure, 'kind' | 'text' | 'hint'>>;
