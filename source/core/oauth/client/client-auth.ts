/**
 * Client authentication at the token endpoint (RFC 6749 2.3.1): Basic with the form-urlencoded ID and secret, or both in the
 * body. A request never uses two methods. A public client only sends its ID.
 */

import { type Failure, usageError } from '../../failure.js';
import { type Hint, hint, step } from '../../hint.js';
import { reveal, type Secret } from '../../secret.js';

/**
 * Encodes text as application/x-www-form-urlencoded, as defined by WHATWG and RFC 6749 appendix B. Letters, digits and `*-._`
 * remain unchanged, so that an ID such as a UUID also works with the many servers that forget to decode it.
 */
export const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Returns the value of the Authorization header. Both parts are ASCII once encoded. */
export const basicClientAuth = (clientId: string, clientSecret: Secret): string =>
  `Basic ${btoa(`${formEncode(clientId)}:${formEncode(reveal(clientSecret))}`)}`;

/** Means of client authentication. */
export type ProofMeans = 'secret' | 'key' | 'certificate';

interface ClientAuthMethod {
  /** Registered names of the method (RFC 8414 2, `token_endpoint_auth_methods_supported`). */
  readonly registered: readonly string[];
  /** Required means, by its flag. */
  readonly needs?: ProofMeans;
  /** Help text for display. */
  readonly help: string;
}

/**
 * Methods of client authentication by their name in `--oauth2-client-auth`, in order of preference if the metadata does not
 * offer our first choice. The flag, its help and the form on the full screen are generated from this table.
 */
export const clientAuthentications = {
  basic: { registered: ['client_secret_basic'], needs: 'secret', help: 'the secret in the Authorization header' },
  post: { registered: ['client_secret_post'], needs: 'secret', help: 'the secret in the body' },
  client_secret_jwt: { registered: ['client_secret_jwt'], needs: 'secret', help: 'a JWT signed with the secret' },
  private_key_jwt: { registered: ['private_key_jwt'], needs: 'key', help: 'a JWT signed with the client key' },
  tls_client_auth: {
    registered: ['tls_client_auth', 'self_signed_tls_client_auth'],
    needs: 'certificate',
    help: 'the client TLS certificate (RFC 8705)',
  },
  none: { registered: ['none'], help: 'a public client, which sends only its ID' },
} as const satisfies Readonly<Record<string, ClientAuthMethod>>;

/** A value of `--oauth2-client-auth`. */
export type ClientAuthentication = keyof typeof clientAuthentications;

/** All methods of client authentication, in the order of the table. */
export const clientAuthNames = Object.keys(clientAuthentications) as readonly ClientAuthentication[];

const methodOf = (name: ClientAuthentication): ClientAuthMethod => clientAuthentications[name];

/** The chosen method, with a note if it is not the expected one. */
interface ChosenMethod {
  readonly method: ClientAuthentication;
  readonly note?: string;
}

/**
 * Chooses the method of client authentication: the one the user specified, otherwise the first for which the client has the
 * means, otherwise one that the metadata offers.
 * @param asked `--oauth2-client-auth`
 * @param means means of authentication that the client has
 * @param offered `token_endpoint_auth_methods_supported`; absent if unknown
 */
export function chooseMethod(
  asked: ClientAuthentication | undefined,
  means: ReadonlySet<ProofMeans>,
  offered: readonly string[] | undefined,
): ChosenMethod {
  const isOffered = (name: ClientAuthentication) => methodOf(name).registered.some(each => offered?.includes(each));
  const possible = clientAuthNames.filter(name => {
    const { needs } = methodOf(name);
    return needs === undefined || means.has(needs);
  });
  // A certificate may be meant only for the API, while a key is always meant for client authentication.
  const withoutKey = means.has('secret') ? 'basic' : 'none';
  const usual = means.has('key') ? 'private_key_jwt' : withoutKey;
  const byCertificate =
    usual === 'none' && means.has('certificate') && !isOffered('none') && isOffered('tls_client_auth');
  const method = asked ?? (byCertificate ? 'tls_client_auth' : usual);
  // Many servers omit `none` from their list.
  if (!offered || isOffered(method) || method === 'none') return { method };
  const other = asked === undefined ? possible.find(name => name !== 'none' && isOffered(name)) : undefined;
  const list = offered.slice(0, 8).join(', ').slice(0, 200);
  if (other) {
    return {
      method: other,
      note: `The server supports ${list}, not ${methodOf(method).registered[0]}. Using --oauth2-client-auth ${other}.`,
    };
  }
  return {
    method,
    note: `The server advertises only ${list}. Trying ${methodOf(method).registered[0]} anyway.`,
  };
}

/** Returns a usage failure if a method of client authentication lacks what it requires. Nothing was sent. */
export function missingProof(asked: ClientAuthentication, means: ReadonlySet<ProofMeans>): Failure | undefined {
  const { needs } = methodOf(asked);
  if (needs === undefined || means.has(needs)) return undefined;
  const flags: Readonly<Record<ProofMeans, Hint>> = {
    secret: hint`${step('fill-in', 'Put the secret after the client ID: id:SECRET, id:env:NAME, or id: for a prompt', 'Client secret')}.`,
    key: 'Add --oauth2-client-key FILE, the private key of the client.',
    certificate: 'Add --cert FILE and --key FILE.',
  };
  return usageError(`--oauth2-client-auth ${asked} needs a secret, key or certificate.`, flags[needs]);
}

/** The client's identity and its proof (RFC 6749 2.3.1). */
export interface ClientProof {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: Secret;
  readonly method: ClientAuthentication;
}

/** Adds the proof to a request that is being built, either to its body or to its headers. */
export function proveClient(proof: ClientProof, body: URLSearchParams, headers: Headers): void {
  const { clientId, clientSecret, method } = proof;
  if (clientSecret !== undefined && method === 'basic') {
    headers.set('authorization', basicClientAuth(clientId, clientSecret));
    return;
  }
  body.set('client_id', clientId);
  if (clientSecret !== undefined && method === 'post') body.set('client_secret', reveal(clientSecret));
}
