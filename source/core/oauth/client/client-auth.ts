/**
 * How a client proves itself at the token endpoint (RFC 6749 2.3.1): Basic with id and secret form-urlencoded first, or
 * both in the body. Never two methods in one request; a public client only names itself.
 */
import { type Failure, usageError } from '../../failure.js';
import { reveal, type Secret } from '../../secret.js';

/**
 * application/x-www-form-urlencoded as WHATWG and RFC 6749 appendix B have it. Letters, digits and `*-._` stay as they are,
 * so that an id such as a UUID also reaches the many servers which forget to decode it.
 */
export const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** The value of the Authorization header. Both parts are ASCII once encoded. */
export const basicClientAuth = (clientId: string, clientSecret: Secret): string =>
  `Basic ${btoa(`${formEncode(clientId)}:${formEncode(reveal(clientSecret))}`)}`;

/** Means of client authentication. */
export type ProofMeans = 'secret' | 'key' | 'certificate';

interface ClientAuthMethod {
  /** Its names in the registry (RFC 8414 2, `token_endpoint_auth_methods_supported`). */
  readonly registered: readonly string[];
  /** Required, by its flag. */
  readonly needs?: ProofMeans;
  /** For display. */
  readonly help: string;
}

/**
 * The ways of client authentication, by the words of `--oauth2-client-auth`, in the order in which they are taken where the
 * metadata does not offer our first choice: the flag, its help and the form on the screen are made from this table.
 */
export const clientAuthentications = {
  basic: { registered: ['client_secret_basic'], needs: 'secret', help: 'the secret in the Authorization header' },
  post: { registered: ['client_secret_post'], needs: 'secret', help: 'the secret in the body' },
  client_secret_jwt: { registered: ['client_secret_jwt'], needs: 'secret', help: 'a JWT signed with the secret' },
  private_key_jwt: { registered: ['private_key_jwt'], needs: 'key', help: 'a JWT signed with the key of the client' },
  tls_client_auth: {
    registered: ['tls_client_auth', 'self_signed_tls_client_auth'],
    needs: 'certificate',
    help: 'the TLS certificate of the client (RFC 8705)',
  },
  none: { registered: ['none'], help: 'a public client, which only names itself' },
} as const satisfies Readonly<Record<string, ClientAuthMethod>>;

/** The word of `--oauth2-client-auth`. */
export type ClientAuthentication = keyof typeof clientAuthentications;

/** All ways of client authentication, in the order of the table. */
export const clientAuthNames = Object.keys(clientAuthentications) as readonly ClientAuthentication[];

const methodOf = (name: ClientAuthentication): ClientAuthMethod => clientAuthentications[name];

/** The method, with a note if it is not the expected one. */
interface ChosenMethod {
  readonly method: ClientAuthentication;
  readonly note?: string;
}

/**
 * How the client proves itself: as the user says, else the first that fits what there is, else what the metadata offers.
 * @param asked `--oauth2-client-auth`
 * @param means what the client has to show
 * @param offered `token_endpoint_auth_methods_supported`; absent: unknown
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
  // A certificate may be for the API alone; a key is for this.
  const usual = means.has('key') ? 'private_key_jwt' : means.has('secret') ? 'basic' : 'none';
  const byCertificate =
    usual === 'none' && means.has('certificate') && !isOffered('none') && isOffered('tls_client_auth');
  const method = asked ?? (byCertificate ? 'tls_client_auth' : usual);
  // Many servers leave `none` out of their list.
  if (!offered || isOffered(method) || method === 'none') return { method };
  const other = asked === undefined ? possible.find(name => name !== 'none' && isOffered(name)) : undefined;
  const list = offered.slice(0, 8).join(', ').slice(0, 200);
  if (other) {
    return {
      method: other,
      note: `The server takes ${list}, not ${methodOf(method).registered[0]}: the client proves itself as with --oauth2-client-auth ${other}.`,
    };
  }
  return {
    method,
    note: `The server's metadata offers ${list} only; it is tried with ${methodOf(method).registered[0]}.`,
  };
}

/** A usage failure for a way of client authentication without what it needs; nothing was sent. */
export function missingProof(asked: ClientAuthentication, means: ReadonlySet<ProofMeans>): Failure | undefined {
  const { needs } = methodOf(asked);
  if (needs === undefined || means.has(needs)) return undefined;
  const flags: Readonly<Record<ProofMeans, string>> = {
    secret: 'Give the secret after the client id: id:SECRET, id:env:NAME or id: to be asked.',
    key: 'Add --oauth2-client-key FILE, the private key of the client.',
    certificate: 'Add --cert FILE and --key FILE.',
  };
  return usageError(`--oauth2-client-auth ${asked} needs something to prove with.`, flags[needs]);
}

/** Who the client is and how it shows that (RFC 6749 2.3.1). */
export interface ClientProof {
  readonly clientId: string;
  /** Absent: public client. */
  readonly clientSecret?: Secret;
  readonly method: ClientAuthentication;
}

/** Puts the proof into a request that is being built: into exactly one of its two places. */
export function proveClient(proof: ClientProof, body: URLSearchParams, headers: Headers): void {
  const { clientId, clientSecret, method } = proof;
  if (clientSecret !== undefined && method === 'basic') {
    headers.set('authorization', basicClientAuth(clientId, clientSecret));
    return;
  }
  body.set('client_id', clientId);
  if (clientSecret !== undefined && method === 'post') body.set('client_secret', reveal(clientSecret));
}
