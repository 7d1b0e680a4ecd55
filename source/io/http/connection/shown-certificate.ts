/** What a certificate says that was not believed: its names and its dates. All of it is foreign text. */
import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PeerCertificate, TLSSocket } from 'node:tls';

/** An error of TLS, with the certificate it is about where that is known. */
export interface CertificateError extends Error {
  readonly cert?: Partial<PeerCertificate>;
}

type Connecting = {
  createConnection(options: unknown, callback?: (error: Error | null, socket?: Duplex) => void): Duplex | undefined;
};

/** Lets the errors of an agent's connections carry the certificate: Node does so for a wrong name only. */
export function carryingCertificates<A extends Agent>(agent: A): A {
  const connecting = agent as unknown as Connecting;
  const connect = connecting.createConnection.bind(agent);
  connecting.createConnection = (options, callback) => {
    const socket = connect(
      options,
      callback && ((error, made) => callback(error, made && carrying(made as TLSSocket))),
    );
    return socket && carrying(socket as TLSSocket);
  };
  return agent;
}

const heard = new WeakSet<TLSSocket>();

function carrying(socket: TLSSocket): TLSSocket {
  if (heard.has(socket)) return socket;
  heard.add(socket);
  // Before the certificate is judged: a connection that is refused for it has none any more.
  socket.prependOnceListener('secure', () => {
    const cert = socket.getPeerCertificate?.();
    socket.prependOnceListener('error', (error: CertificateError) => {
      if (cert && !error.cert) Object.assign(error, { cert });
    });
  });
  return socket;
}

/** `2026-11-22`; undefined: the certificate or its date is not known. `valid_to` is in OpenSSL's words. */
export function dayOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

const most = 3;

/** `a.example, b.example and 4 more`; undefined: it has no names, or they are not known. */
export function namesOf({ cert }: CertificateError): string | undefined {
  const names = [...(cert?.subjectaltname ?? '').matchAll(/(?:^|, )(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g)].map(
    ([, name = '']) => name.slice(0, 80),
  );
  if (names.length === 0) return undefined;
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
