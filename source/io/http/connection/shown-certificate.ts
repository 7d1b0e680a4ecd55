/** Names and dates of an untrusted certificate. All of it is untrusted text. */
import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';

export interface CertificateError extends Error {
  readonly cert?: Partial<DetailedPeerCertificate>;
}

type Connecting = {
  createConnection(options: unknown, callback?: (error: Error | null, socket?: Duplex) => void): Duplex | undefined;
};

/** Attaches the certificate to an agent's errors. Node only does so for a wrong name. */
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

const watched = new WeakSet<TLSSocket>();

/** Attaches the certificate to the errors of a connection that is being opened. */
export function carrying(socket: TLSSocket): TLSSocket {
  if (watched.has(socket)) return socket;
  watched.add(socket);
  // Before the certificate is checked, because a rejected connection has lost it.
  socket.prependOnceListener('secure', () => {
    const cert = socket.getPeerCertificate?.(true);
    socket.prependOnceListener('error', (error: CertificateError) => {
      if (cert && !error.cert) Object.assign(error, { cert });
    });
  });
  return socket;
}

/** `2026-11-22`, or undefined if unknown. `valid_to` is in OpenSSL's date format. */
export function dayOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

/** Name of the issuer at which the certificate chain ends, and whether its certificate is part of the chain. */
export function lastIssuer({
  cert,
}: CertificateError): { readonly name: string; readonly isSent: boolean } | undefined {
  let last = cert;
  while (last?.issuerCertificate && last.issuerCertificate !== last) last = last.issuerCertificate;
  const { CN, O } = last?.issuer ?? {};
  const name = [CN ?? O ?? []].flat()[0];
  if (name === undefined) return undefined;
  return { name: name.slice(0, 80), isSent: last?.issuerCertificate === last };
}

const maxNames = 3;

/** `a.example, b.example and 4 more`, or undefined if none or unknown. */
export function namesOf({ cert }: CertificateError): string | undefined {
  const names = [...(cert?.subjectaltname ?? '').matchAll(/(?:^|, )(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g)].map(
    ([, name = '']) => name.slice(0, 80),
  );
  if (names.length === 0) return undefined;
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}
