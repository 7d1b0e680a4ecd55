/**
 * How a client proves itself at the token endpoint (RFC 6749 2.3.1): Basic with id and secret form-urlencoded first, or
 * both in the body. Never two methods in one request; a public client only names itself.
 */
import { reveal, type Secret } from '../secret.js';

/**
 * application/x-www-form-urlencoded as WHATWG and RFC 6749 appendix B have it. Letters, digits and `*-._` stay as they are,
 * so that an id such as a UUID also reaches the many servers which forget to decode it.
 */
export const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** The value of the Authorization header. Both parts are ASCII once encoded. */
export const basicClientAuth = (clientId: string, clientSecret: Secret): string =>
  `Basic ${btoa(`${formEncode(clientId)}:${formEncode(reveal(clientSecret))}`)}`;

/** Who the client is and how it shows that (RFC 6749 2.3.1): in the Authorization header, or in the body. */
export interface ClientProof {
  readonly clientId: string;
  /** Absent: public client. */
  readonly clientSecret?: Secret;
  readonly method: 'basic' | 'post';
}

/** Puts the proof into a request that is being built: into exactly one of its two places. */
export function proveClient(proof: ClientProof, body: URLSearchParams, headers: Headers): void {
  if (proof.clientSecret === undefined) {
    body.set('client_id', proof.clientId);
  } else if (proof.method === 'post') {
    body.set('client_id', proof.clientId);
    body.set('client_secret', reveal(proof.clientSecret));
  } else {
    headers.set('authorization', basicClientAuth(proof.clientId, proof.clientSecret));
  }
}
