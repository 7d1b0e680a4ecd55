/** Credentials of a request once they are read: how they are sent, and to which origin. */
import type { NetworkOptions } from '../options.js';
import type { Credentials, HeaderLine, Signer } from '../request/spec.js';
import { reveal, type Secret, secret } from '../secret.js';
import { basicValue } from './basic.js';
import { carriesCredential, isAuthorization } from './header.js';
import type { CredentialKind } from './kind.js';

/** The parts of a request that may have credentials. */
export interface RequestCredentials {
  readonly credentials: Credentials;
  readonly headers: readonly HeaderLine[];
  readonly network: NetworkOptions;
}

interface CredentialSpec {
  isCarried(request: RequestCredentials): boolean;
  /** The Authorization value, if it is the same for every request. */
  authorization?(credentials: Credentials): Secret | undefined;
  /** Signs each request; overrides `authorization`. */
  signer?(credentials: Credentials): Signer | undefined;
  /** Secrets not sent verbatim in a header; a server may still echo them. */
  elsewhere?(credentials: Credentials): readonly Secret[];
  /** The parts that differ for another origin. */
  dropCrossOrigin(request: RequestCredentials): Partial<RequestCredentials>;
}

const tokenValue = (scheme: 'Bearer' | 'DPoP', token: Secret | undefined): Secret | undefined =>
  token && secret(`${scheme} ${reveal(token)}`);

const without =
  (name: 'bearer' | 'basic' | 'digest' | 'aws') =>
  ({ credentials: { [name]: _, ...credentials } }: RequestCredentials): Partial<RequestCredentials> => ({
    credentials,
  });

/** Not meant for the origin server. */
const notForServer = { isCarried: () => false, dropCrossOrigin: () => ({}) };

/** In order of precedence for the Authorization header. */
const carried: Readonly<Record<CredentialKind, CredentialSpec>> = {
  oauth2: {
    isCarried: ({ credentials }) => credentials.accessToken !== undefined,
    authorization: ({ accessToken, proof }) => tokenValue(proof ? 'DPoP' : 'Bearer', accessToken),
    signer: ({ proof }) => proof,
    dropCrossOrigin: ({ credentials: { accessToken: _, proof: __, ...credentials } }) => ({ credentials }),
  },
  bearer: {
    isCarried: ({ credentials }) => credentials.bearer !== undefined,
    authorization: ({ bearer }) => tokenValue('Bearer', bearer),
    dropCrossOrigin: without('bearer'),
  },
  basic: {
    isCarried: ({ credentials }) => credentials.basic !== undefined,
    authorization: ({ basic }) => basic && basicValue(basic.user, basic.password),
    elsewhere: ({ basic }) => (basic ? [basic.password] : []),
    dropCrossOrigin: without('basic'),
  },
  digest: {
    isCarried: ({ credentials }) => credentials.digest !== undefined,
    signer: ({ digest }) => digest?.signer,
    elsewhere: ({ digest }) => (digest ? [digest.password] : []),
    dropCrossOrigin: without('digest'),
  },
  aws: {
    isCarried: ({ credentials }) => credentials.aws !== undefined,
    signer: ({ aws }) => aws?.signer,
    elsewhere: ({ aws }) => (aws ? [aws.secretAccessKey] : []),
    dropCrossOrigin: without('aws'),
  },
  apiKeys: {
    isCarried: ({ credentials }) => credentials.apiKeys.length > 0,
    elsewhere: ({ apiKeys }) => apiKeys.map(key => key.value),
    dropCrossOrigin: ({ credentials }) => ({ credentials: { ...credentials, apiKeys: [] } }),
  },
  header: {
    isCarried: ({ headers }) => headers.some(carriesCredential),
    dropCrossOrigin: ({ headers }) => ({ headers: headers.filter(line => !carriesCredential(line)) }),
  },
  cookie: {
    isCarried: ({ network }) => network.cookies.length > 0,
    // A jar restricts cookies to their domain.
    dropCrossOrigin: ({ network }) => ({ network: { ...network, cookies: [] } }),
  },
  certificate: {
    isCarried: ({ network }) => network.certFile !== undefined,
    dropCrossOrigin({ network: { certFile: _, keyFile: __, keyPass: ___, ...network } }) {
      return { network };
    },
  },
  // For the proxy, whatever the origin.
  proxyUser: notForServer,
  // Sent in a WebSocket, not over HTTP: see `streamTransport`.
  connectionParams: notForServer,
};

const kinds = Object.values(carried);

/** The Authorization line, or none. Signed credentials get theirs from `signerOf`. */
export function authorizationLines(credentials: Credentials): readonly HeaderLine[] {
  for (const kind of kinds) {
    const value = kind.authorization?.(credentials);
    if (value) return [{ name: 'Authorization', value }];
  }
  return [];
}

/** The signer of requests with these credentials, if any. */
export function signerOf(credentials: Credentials): Signer | undefined {
  for (const kind of kinds) {
    const signer = kind.signer?.(credentials);
    if (signer) return signer;
  }
  return undefined;
}

export const hasAuthorization = ({
  credentials,
  headers,
}: Pick<RequestCredentials, 'credentials' | 'headers'>): boolean =>
  kinds.some(kind => kind.authorization?.(credentials) || kind.signer?.(credentials)) ||
  headers.some(line => isAuthorization(line.name));

/** Whether anything is sent that not every server may see. */
export const carriesAnyCredential = (request: RequestCredentials): boolean =>
  kinds.some(kind => kind.isCarried(request));

/** Secrets not sent verbatim in a header. */
export const secretsOutsideHeaders = (credentials: Credentials): readonly Secret[] =>
  kinds.flatMap(kind => kind.elsewhere?.(credentials) ?? []);

/** Drops all that must not cross to another origin. */
export function forOtherOrigin<T extends RequestCredentials>(request: T): T {
  let left = request;
  for (const kind of kinds) left = { ...left, ...kind.dropCrossOrigin(left) };
  return left;
}
