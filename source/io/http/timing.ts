/** The phases of one connection, measured at its socket. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Timing } from './exchange.js';

/** Milliseconds on the caller's clock. A phase that did not occur is absent. */
export interface Phases {
  readonly dns?: number;
  readonly connect?: number;
  readonly tls?: number;
  readonly firstByte?: number;
}

export function timingOf({ dns, connect, tls, firstByte }: Phases, started: number): Timing {
  const since = (at: number | undefined): number | undefined => (at === undefined ? undefined : at - started);
  const all = { dnsMs: since(dns), connectMs: since(connect), tlsMs: since(tls), firstByteMs: since(firstByte) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Phases that are still being measured. */
export type OpenPhases = { -readonly [key in keyof Phases]: Phases[key] };
type TlsSocket = Socket & { readonly encrypted?: boolean; readonly secureConnecting?: boolean };

/**
 * @param begun phases of an already opened connection
 * @param onReady called when the connection is ready for the request
 */
export function watchPhases(
  request: ClientRequest,
  secure: boolean,
  clock: () => number,
  begun: Phases,
  onReady: () => void,
): Phases {
  const phases: OpenPhases = { ...begun };
  request.once('socket', (socket: TlsSocket) => {
    // Plain http has a handshake with an https:// proxy.
    const handshake = secure ? socket.secureConnecting !== false : socket.secureConnecting === true;
    if (socket.connecting) {
      socket.once('lookup', (error: Error | null, _address: string, family: number | null) => {
        // A literal address is not a lookup; some Node versions report one without a family.
        if (!error && family !== null) phases.dns = clock();
      });
      socket.once('connect', () => {
        phases.connect = clock();
        if (!handshake) onReady();
      });
    }
    if (handshake) {
      socket.once('secureConnect', () => {
        phases.tls = clock();
        onReady();
      });
    } else if (!socket.connecting && !socket.destroyed) {
      onReady();
    }
  });
  request.prependOnceListener('response', () => {
    phases.firstByte = clock();
  });
  return phases;
}
