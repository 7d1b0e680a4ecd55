/** Records facts about an exchange that its response does not contain: the last request's body, and the connection. */
import type { BodySpec } from '../../core/request/spec.js';
import type { WireEvent } from '../../io/http/wire-event.js';

/** The latest of each. */
export interface Recorded {
  readonly onEvent: (event: WireEvent) => void;
  body(): BodySpec | undefined;
  connects(): number;
  remote(): { readonly ip: string; readonly port: number } | undefined;
  local(): { readonly ip: string; readonly port: number } | undefined;
  tunnelStatus(): number | undefined;
  unverified(): string | undefined;
  /** Whether it is the proxy's certificate. */
  proxyUnverified(): string | undefined;
  /** Bytes of all request heads. */
  headBytes(): number;
  /** Whether the last request went through a proxy. */
  isProxied(): boolean;
  /** When the last bytes of the request were passed to the connection, on the clock of `now`. */
  sentAt(): number | undefined;
  /** To be called as bytes of the body are sent. */
  readonly onSent: () => void;
  /** The server's certificates as DER, its own first. */
  chain(): readonly Uint8Array[];
  /** When the last followed redirect arrived, on the clock of `now`. */
  redirectedAt(): number | undefined;
}

/** @param now the monotonic clock */
export function recorder(now: () => number): Recorded {
  let body: BodySpec | undefined;
  let connects = 0;
  let remote: string | undefined;
  let local: string | undefined;
  let tunnelStatus: number | undefined;
  let unverified: string | undefined;
  let proxyUnverified: string | undefined;
  let headBytes = 0;
  let isProxied = false;
  let sentAt: number | undefined;
  let chain: readonly Uint8Array[] = [];
  let redirect: number | undefined;
  let redirectedAt: number | undefined;
  return {
    onEvent(event) {
      switch (event.kind) {
        case 'connected':
          connects++;
          remote = event.to;
          local = event.from;
          break;
        case 'tunnel':
          tunnelStatus = event.status;
          // The handshake so far was the proxy's.
          proxyUnverified = unverified;
          unverified = undefined;
          break;
        case 'unchecked':
          unverified = event.why;
          break;
        case 'secure':
          unverified = undefined;
          chain = event.chain ?? [];
          break;
        case 'sent':
          body = event.body;
          headBytes += event.headBytes ?? 0;
          isProxied = event.proxy !== undefined;
          sentAt = now();
          break;
        case 'answer':
          // The response after a redirect proves that it was followed.
          redirectedAt = redirect ?? redirectedAt;
          redirect = isRedirect(event.response.status) ? now() : undefined;
      }
    },
    body: () => body,
    connects: () => connects,
    remote: () => addressOf(remote),
    local: () => addressOf(local),
    tunnelStatus: () => tunnelStatus,
    unverified: () => unverified,
    proxyUnverified: () => proxyUnverified,
    headBytes: () => headBytes,
    isProxied: () => isProxied,
    sentAt: () => sentAt,
    onSent() {
      sentAt = now();
    },
    chain: () => chain,
    redirectedAt: () => redirectedAt,
  };
}

export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** `address:port`, absent for a Unix socket. */
function addressOf(text: string | undefined): { readonly ip: string; readonly port: number } | undefined {
  const [, ip, port] = /^(.*):(\d+)$/.exec(text ?? '') ?? [];
  return ip === undefined ? undefined : { ip: ip.replace(/^\[|\]$/g, ''), port: Number(port) };
}
