/** Reports the progress of a connection: addresses tried, address connected, TLS handshake. */
import type { Socket } from 'node:net';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { errorCode } from '../../../core/failure.js';
import type { CertificateFacts, WireEvent } from '../wire-event.js';

type ConnectionEvent = Extract<
  WireEvent,
  { readonly kind: 'address' | 'trying' | 'unreached' | 'connected' | 'again' | 'secure' | 'unchecked' | 'tunnel' }
>;

export type EmitConnectionEvent = (event: ConnectionEvent) => void;

const hostPort = (address: string | undefined, port: number | undefined): string =>
  address?.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** Must be called before the socket connects, or as soon as it is handed over. */
export function watchSocket(socket: Socket & { readonly encrypted?: boolean }, onEvent: EmitConnectionEvent): void {
  if (socket.connecting) {
    // A literal address is tried before there can be a listener.
    const tried = new Set<string>();
    const trying = (to: string): void => {
      if (!tried.has(to)) onEvent({ kind: 'trying', to });
      tried.add(to);
    };
    socket.on('lookup', (error: Error | null, address: string, family: number | null, host: string) => {
      if (!error && family !== null) onEvent({ kind: 'address', host, address });
    });
    socket.on('connectionAttempt', (address: string, port: number) => {
      trying(hostPort(address, port));
    });
    socket.on('connectionAttemptFailed', (address: string, port: number, _family: number, error?: Error) => {
      trying(hostPort(address, port));
      onEvent({
        kind: 'unreached',
        to: hostPort(address, port),
        why: errorCode(error) ?? 'failed',
      });
    });
    socket.on('connectionAttemptTimeout', (address: string, port: number) => {
      onEvent({ kind: 'unreached', to: hostPort(address, port), why: 'no answer yet' });
    });
    socket.once('connect', () => {
      // A Unix socket has no address.
      const { remoteAddress, remotePort, localAddress, localPort } = socket;
      const to = remoteAddress === undefined ? 'the socket' : hostPort(remoteAddress, remotePort);
      trying(to);
      onEvent({
        kind: 'connected',
        to,
        from: localAddress === undefined ? undefined : hostPort(localAddress, localPort),
      });
    });
  }
  if (socket.encrypted) watchHandshake(socket as TLSSocket, onEvent);
}

function watchHandshake(
  socket: TLSSocket & { readonly secureConnecting?: boolean },
  onEvent: EmitConnectionEvent,
): void {
  if (socket.secureConnecting === false) return;
  // Before the certificate is checked: a rejected connection is closed by the time its error is emitted.
  socket.prependOnceListener('secure', () => onEvent(handshakeOf(socket)));
  socket.once('secureConnect', () => {
    if (!socket.authorized) onEvent({ kind: 'unchecked', why: String(socket.authorizationError ?? 'unknown') });
  });
}

function handshakeOf(socket: TLSSocket): ConnectionEvent {
  const found = socket.getPeerCertificate(true) as Partial<DetailedPeerCertificate> | null;
  const certificate = factsOf(found);
  return {
    kind: 'secure',
    version: socket.getProtocol() ?? 'TLS',
    cipher: socket.getCipher()?.standardName ?? '',
    protocol: socket.alpnProtocol || undefined,
    certificate,
    chain: chainOf(found),
  };
}

/** A root is its own issuer. */
function chainOf(certificate: Partial<DetailedPeerCertificate> | null): readonly Uint8Array[] {
  const chain = new Set<Uint8Array>();
  for (let each = certificate; each?.raw && !chain.has(each.raw); each = each.issuerCertificate ?? null)
    chain.add(each.raw);
  return [...chain];
}

function factsOf(certificate: Partial<DetailedPeerCertificate> | null): CertificateFacts | undefined {
  if (!certificate?.valid_to) return undefined;
  const name = (of: Partial<DetailedPeerCertificate['subject']> | undefined): string =>
    [of?.CN ?? of?.O ?? 'nobody'].flat().join(' ');
  return {
    subject: name(certificate.subject),
    issuer: name(certificate.issuer),
    serial: certificate.serialNumber ?? '',
    names: (certificate.subjectaltname ?? '').replace(/\b(?:DNS|IP Address):/g, ''),
    from: certificate.valid_from ?? '',
    until: certificate.valid_to,
  };
}
