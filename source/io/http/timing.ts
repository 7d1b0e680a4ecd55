/** The phases of one connection, measured at its socket. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Timing } from './exchange.js';

/** Moments on the caller's clock, in milliseconds; absent when the phase did not happen. */
export interface Phases {
  readonly dns?: number;
  readonly connect?: number;
  readonly tls?: number;
  readonly firstByte?: number;
}

/** The phases as durations since `started`. */
export function timingOf({ dns, connect, tls, firstByte }: Phases, started: number): Timing {
  const since = (at: number | undefined): number | undefined => (at === undefined ? undefined : at - started);
  const all = { dnsMs: since(dns), connectMs: since(connect), tlsMs: since(tls), firstByteMs: since(firstByte) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

type Mutable = { -readonly [key in keyof Phases]: Phases[key] };
type TlsSocket = Socket & { readonly encrypted?: boolean; readonly secureConnecting?: boolean };

/** @param onReady called once the connection can carry the request */
export function watchPhases(request: ClientRequest, secure: boolean, clock: () => number, onReady: () => void): Phases {
  const phases: Mutable = {};
  request.once('socket', (socket: TlsSocket) => {
    // Of plain http there is one with a proxy of the kind https://.
    const handshake = secure ? socket.secureConnecting !== false : socket.secureConnecting === true;
    if (socket.connecting) {
      socket.once('lookup', (error: Error | null, _address: string, family: number | null) => {
        // An address in place of a name is no lookup; Node reports it as one without a family on some versions.
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
