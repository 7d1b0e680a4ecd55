/** Remembers of an exchange what its answer does not say: the body that went with the last request, and the connection. */
import type { BodySpec } from '../../core/request/spec.js';
import type { WireEvent } from '../../io/http/wire-event.js';

/** The last of each. */
export interface Recorded {
  readonly tell: (event: WireEvent) => void;
  body(): BodySpec | undefined;
  /** Connections that were made. */
  connects(): number;
  remote(): { readonly ip: string; readonly port: number } | undefined;
  local(): { readonly ip: string; readonly port: number } | undefined;
}

/** @returns what hears of every step */
export function recorder(): Recorded {
  let body: BodySpec | undefined;
  let connects = 0;
  let remote: string | undefined;
  let local: string | undefined;
  return {
    tell(event) {
      if (event.kind === 'sent') body = event.body;
      if (event.kind !== 'connected') return;
      connects++;
      remote = event.to;
      local = event.from;
    },
    body: () => body,
    connects: () => connects,
    remote: () => addressOf(remote),
    local: () => addressOf(local),
  };
}

/** `address:port`; a Unix socket has neither. */
function addressOf(text: string | undefined): { readonly ip: string; readonly port: number } | undefined {
  const [, ip, port] = /^(.*):(\d+)$/.exec(text ?? '') ?? [];
  return ip === undefined ? undefined : { ip: ip.replace(/^\[|\]$/g, ''), port: Number(port) };
}
