/** What a request carries of credentials once they are read: in which form they are sent, and where they may go. */
import type { NetworkOptions } from '../options.js';
import type { Credentials, HeaderLine, Signer } from '../request/spec.js';
import { reveal, type Secret, secret } from '../secret.js';
import { basicValue } from './basic.js';
import { carriesCredential, isAuthorization } from './header.js';
import type { CredentialKind } from './kind.js';

/** All of a request that may carry a credential. */
export interface RequestCredentials {
  readonly credentials: Credentials;
  readonly headers: readonly HeaderLine[];
  readonly network: NetworkOptions;
}

interface CredentialSpec {
  isCarried(cargo: RequestCredentials): boolean;
  /** The value of the Authorization header it becomes, if that is the same for every request. */
  authorization?(credentials: Credentials): Secret | undefined;
  /** What makes its lines anew for each request; they go over the one above. */
  signer?(credentials: Credentials): Signer | undefined;
  /** Its secrets that stand in no header line as they are; a server may repeat them all the same. */
  elsewhere?(credentials: Credentials): readonly Secret[];
  /** What of the cargo changes for a server of another origin. */
  leftBehind(cargo: RequestCredentials): Partial<RequestCredentials>;
}

const tokenValue = (scheme: 'Bearer' | 'DPoP', token: Secret | undefined): Secret | undefined =>
  token && secret(`${scheme} ${reveal(token)}`);

const without =
  (name: 'bearer' | 'basic' | 'digest' | 'aws') =>
  ({ credentials: { [name]: _, ...credentials } }: RequestCredentials): Partial<RequestCredentials> => ({
    credentials,
  });

/** For what is not for the server of the request. */
const notForServer = { isCarried: () => false, leftBehind: () => ({}) };

/** In the order in which they fill the Authorization header. */
const carried: Readonly<Record<CredentialKind, CredentialSpec>> = {
  oauth2: {
    isCarried: ({ credentials }) => credentials.accessToken !== undefined,
    authorization: ({ accessToken, proof }) => tokenValue(proof ? 'DPoP' : 'Bearer', accessToken),
    signer: ({ proof }) => proof,
    leftBehind: ({ credentials: { accessToken: _, proof: __, ...credentials } }) => ({ credentials }),
  },
  bearer: {
    isCarried: ({ credentials }) => credentials.bearer !== undefined,
    authorization: ({ bearer }) => tokenValue('Bearer', bearer),
    leftBehind: without('bearer'),
  },
  basic: {
    isCarried: ({ credentials }) => credentials.basic !== undefined,
    authorization: ({ basic }) => basic && basicValue(basic.user, basic.password),
    elsewhere: ({ basic }) => (basic ? [basic.password] : []),
    leftBehind: without('basic'),
  },
  digest: {
    isCarried: ({ credentials }) => credentials.digest !== undefined,
    signer: ({ digest }) => digest?.signer,
    elsewhere: ({ digest }) => (digest ? [digest.password] : []),
    leftBehind: without('digest'),
  },
  aws: {
    isCarried: ({ credentials }) => credentials.aws !== undefined,
    signer: ({ aws }) => aws?.signer,
    elsewhere: ({ aws }) => (aws ? [aws.secretAccessKey] : []),
    leftBehind: without('aws'),
  },
  apiKeys: {
    isCarried: ({ credentials }) => credentials.apiKeys.length > 0,
    elsewhere: ({ apiKeys }) => apiKeys.map(key => key.value),
    leftBehind: ({ credentials }) => ({ credentials: { ...credentials, apiKeys: [] } }),
  },
  header: {
    isCarried: ({ headers }) => headers.some(carriesCredential),
    leftBehind: ({ headers }) => ({ headers: headers.filter(line => !carriesCredential(line)) }),
  },
  cookie: {
    isCarried: ({ network }) => network.cookies.length > 0,
    // A jar knows which cookie is for whom.
    leftBehind: ({ network }) => ({ network: { ...network, cookies: [] } }),
  },
  certificate: {
    isCarried: ({ network }) => network.certFile !== undefined,
    leftBehind({ network: { certFile: _, keyFile: __, keyPass: ___, ...network } }) {
      return { network };
    },
  },
  // It is for the proxy, whatever server stands behind it.
  proxyUser: notForServer,
  // It is no part of a request over HTTP; who opens a WebSocket decides (`streamTransport`).
  connectionParams: notForServer,
};

const kinds = Object.values(carried);

/** The Authorization line these credentials make of themselves: one or none. What is signed has its lines from `signerOf`. */
export function authorizationLines(credentials: Credentials): readonly HeaderLine[] {
  for (const kind of kinds) {
    const value = kind.authorization?.(credentials);
    if (value) return [{ name: 'Authorization', value }];
  }
  return [];
}

/** What signs the requests that carry these credentials, if they are of a kind that is made anew for each. */
export function signerOf(credentials: Credentials): Signer | undefined {
  for (const kind of kinds) {
    const signer = kind.signer?.(credentials);
    if (signer) return signer;
  }
  return undefined;
}

/** Whether the Authorization header is filled, by whatever was given. */
export const hasAuthorization = ({
  credentials,
  headers,
}: Pick<RequestCredentials, 'credentials' | 'headers'>): boolean =>
  kinds.some(kind => kind.authorization?.(credentials) || kind.signer?.(credentials)) ||
  headers.some(line => isAuthorization(line.name));

/** Whether a server gets anything that not every server should see. */
export const carriesAnyCredential = (cargo: RequestCredentials): boolean => kinds.some(kind => kind.isCarried(cargo));

/** The secrets of credentials that stand in no header line as they are. */
export const secretsOutsideHeaders = (credentials: Credentials): readonly Secret[] =>
  kinds.flatMap(kind => kind.elsewhere?.(credentials) ?? []);

/** What may go to a server of another origin than the one the credentials were given for. */
export function forOtherOrigin<T extends RequestCredentials>(cargo: T): T {
  let left = cargo;
  for (const kind of kinds) left = { ...left, ...kind.leftBehind(left) };
  return left;
}
