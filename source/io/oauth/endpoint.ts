/**
 * Token requests: oauth4webapi builds and validates the messages, `message.ts` sends them. Responses with known deviations from
 * the standard are normalised before the library sees them.
 */
import * as oauth from 'oauth4webapi';
import { type Failure, failure, failureIn, isFailure } from '../../core/failure.js';
import { type ClientProof, formEncode, proveClient } from '../../core/oauth/client/client-auth.js';
import { clockWords } from '../../core/oauth/error-words.js';
import { deviceGrant } from '../../core/oauth/flows.js';
import { claimProblems, decodeJwt } from '../../core/oauth/jwt.js';
import { equalInConstantTime } from '../../core/oauth/login/callback.js';
import { otherMembers, type StoredToken } from '../../core/oauth/stored-token.js';
import { type RawResponse, readTokenResponse, scopeNote } from '../../core/oauth/token-response.js';
import type { OAuth2Options } from '../../core/options.js';
import { reveal, type Secret, secret } from '../../core/secret.js';
import type { ClientKey } from './client/client-key.js';
import type { DPoPSigner } from './client/dpop.js';
import { marksOf } from './client/proof.js';
import type { TokenContext } from './context.js';
import { fetchWith } from './message.js';
import { unhurried } from './unhurried.js';

/** Runs a step of oauth4webapi. Our failures are returned as values, and the library's errors are converted to failures. */
export async function byLibrary<T>(
  what: string,
  step: () => Promise<T>,
  { dpop }: Pick<Server, 'dpop'> = {},
): Promise<T | Failure> {
  const first = await once(what, step);
  // RFC 9449 8: the server asked for a nonce, which is known now. Everything is rebuilt, because a client assertion is valid
  // once.
  return isFailure(first) && first.code === 'use_dpop_nonce' && dpop ? once(what, step) : first;
}

async function once<T>(what: string, step: () => Promise<T>): Promise<T | Failure> {
  try {
    return await step();
  } catch (error) {
    const carried = failureIn(error);
    if (carried) return carried;
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
      return failure('login', `${what} returned an unusable response: ${error.message}.`, {
        code: error.code,
        cause: error,
      });
    }
    throw error;
  }
}

/** The endpoints in use and how the client authenticates there. */
export interface Server {
  readonly metadata: oauth.AuthorizationServer & { readonly token_endpoint: string };
  readonly proof: ServerProof;
  /** Creates the proofs for `--oauth2-dpop`. */
  readonly dpop?: DPoPSigner;
  readonly dpopKey?: Secret;
  /** Device authorization endpoint of the server (RFC 8628), whichever flow is used. */
  readonly deviceUrl?: string;
  /** Whether it binds tokens to the certificate of `--cert` (RFC 8705 3). */
  readonly bindsCertificate?: boolean;
}

/** Client authentication that may use a key. */
export interface ServerProof extends ClientProof {
  readonly clientKey?: ClientKey;
}

/** Allows plain http in the library; the user is warned elsewhere (`plainHttpNote`). */
export const libraryOptions = { [oauth.allowInsecureRequests]: true } as const;

/** Client authentication for oauth4webapi. */
function authOf({ metadata, proof }: Server, { clientAudience, issuer }: OAuth2Options): oauth.ClientAuth {
  const { clientKey, clientSecret, method } = proof;
  const forAudience = (payload: Record<string, oauth.JsonValue | undefined>): void => {
    if (clientAudience === 'issuer') payload.aud = metadata.issuer;
    else if (clientAudience === 'token-url') payload.aud = metadata.token_endpoint;
    else if (clientAudience !== undefined) payload.aud = clientAudience;
    // Without an issuer the token endpoint is the one name of the server that is known (RFC 7523 3).
    else if (issuer === undefined) payload.aud = metadata.token_endpoint;
  };
  if (method === 'private_key_jwt' && clientKey) {
    const { alg, key, kid } = clientKey;
    return oauth.PrivateKeyJwt(kid === undefined ? { key } : { key, kid }, {
      [oauth.modifyAssertion](header, payload) {
        header.alg = alg;
        forAudience(payload);
      },
    });
  }
  if (method === 'client_secret_jwt' && clientSecret !== undefined) {
    return oauth.ClientSecretJwt(reveal(clientSecret), {
      [oauth.modifyAssertion]: (_header, payload) => forAudience(payload),
    });
  }
  return (_server, _client, body, headers) => proveClient(proof, body, headers);
}

/** Facts about a login in addition to its parameters. */
interface LoginFacts {
  /** Name for an error message. */
  readonly redirectUri?: string;
  /** The nonce that the ID token must contain. */
  readonly nonce?: string;
  /** Called with the status of the response. */
  readonly onStatus?: (status: number) => void;
}

/** OpenID Connect Core 3.1.3.7, number 11: an ID token without our nonce belongs to another login. */
function foreignIdToken(idToken: string | undefined, nonce: string | undefined, what: string): Failure | undefined {
  if (idToken === undefined || nonce === undefined) return undefined;
  const found = decodeJwt(idToken)?.claims.nonce;
  if (typeof found === 'string' && equalInConstantTime(found, nonce)) return undefined;
  return failure('login', `${what} returned an ID token of another login: its nonce does not match.`, {
    code: 'nonce',
    hint: 'The token is not used. Do not trust this server until you know the reason.',
  });
}

/**
 * Metadata for checking an ID token: unsigned tokens are rejected whatever the server lists, and a server that lists no
 * algorithms may use any other.
 */
function checkingIdToken(metadata: oauth.AuthorizationServer, idToken = ''): oauth.AuthorizationServer {
  const listed = metadata.id_token_signing_alg_values_supported ?? [decodeJwt(idToken)?.header.alg];
  const signing = listed.filter((alg): alg is string => typeof alg === 'string' && alg !== 'none');
  return { ...metadata, id_token_signing_alg_values_supported: signing };
}

/** Rewords the library's rejection of an ID token, if it is a known one. Other failures are unchanged. */
function idTokenFailure(
  found: Failure,
  what: string,
  idToken: string | undefined,
  { metadata, proof }: Server,
  now: number,
): Failure {
  const { cause } = found;
  if (idToken === undefined || !(cause instanceof oauth.OperationProcessingError)) return found;
  const parts = decodeJwt(idToken);
  const problems = [
    ...(parts?.header.alg === 'none' ? ['It is not signed.'] : []),
    ...(parts ? claimProblems(parts, { now, issuer: metadata.issuer, clientId: proof.clientId }) : []),
  ];
  const iat = parts?.claims.iat;
  const skew = clockWords(typeof iat === 'number' ? Math.min(0, now - iat * 1000) : undefined);
  const why = problems.length > 0 ? problems.join(' ') : `${cause.message}.`;
  return failure('login', `${what} returned an ID token that cannot be accepted. ${why}`, {
    code: 'id_token',
    cause,
    hint: skew ?? 'Nothing was stored. Do not trust this server until you know the reason.',
  });
}

/** Grants that can be used once. The tokens they return are stored even if the user interrupts. */
const spending: ReadonlySet<string> = new Set(['refresh_token', 'authorization_code', deviceGrant]);

/** A request to an authorization server, and how its response is read. */
interface ServerRequest<Response extends object> {
  /** Names the request in messages. */
  readonly what: string;
  /** Converts the response to the JSON that the library expects. */
  readonly normalize: (raw: RawResponse) => Response | Failure;
  /** Status that the library expects for success. */
  readonly status?: number;
  /** True if it contains a proof of `--oauth2-dpop`. */
  readonly isBound?: true;
}

/** Sends a request with client authentication, and returns the normalised response. @param send has the library validate it */
export const askServer = <Response extends object>(
  context: TokenContext,
  server: Server,
  { what, normalize, status, isBound }: ServerRequest<Response>,
  send: (
    at: Server,
    auth: oauth.ClientAuth,
    options: typeof libraryOptions & { readonly [oauth.customFetch]: ReturnType<typeof fetchWith> },
  ) => Promise<unknown>,
): Promise<Response | Failure> =>
  proved(context, server, at => {
    const dpop = isBound && at.dpop;
    let response: Response | Failure = failure('login', `${what} returned no response.`);
    const read = (raw: RawResponse) => (response = normalize(raw));
    const options = { ...libraryOptions, [oauth.customFetch]: fetchWith(context, what, read, { dpop, status }) };
    return byLibrary(what, () => send(at, authOf(at, context.options), options).then(() => response), { dpop });
  });

/** A token request (RFC 6749 3.2). */
interface TokenRequest extends LoginFacts {
  readonly grantType: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Sends a token request. */
export async function requestToken(
  context: TokenContext,
  server: Server,
  grantType: string,
  parameters: TokenRequest['parameters'],
  facts: LoginFacts = {},
): Promise<StoredToken | Failure> {
  const request = { grantType, parameters, ...facts };
  const ask = (context: TokenContext) => proved(context, server, at => askForToken(context, at, request));
  return spending.has(grantType) ? unhurried(context, ask) : ask(context);
}

/**
 * Sends a request with client authentication. After `invalid_client`, repeats it with the secret in the body if that may help.
 */
async function proved<T>(
  context: TokenContext,
  server: Server,
  ask: (server: Server) => Promise<T | Failure>,
): Promise<T | Failure> {
  const first = await ask(server);
  const other = isFailure(first) && first.code === 'invalid_client' ? inTheBody(context, server) : undefined;
  return other ? ask(other) : first;
}

/**
 * The same server with the secret in the body, in case the server misread it in the header: RFC 6749 2.3.1 encodes it there,
 * and some servers do not decode it.
 */
function inTheBody({ options, ui }: TokenContext, server: Server): Server | undefined {
  const { metadata, proof } = server;
  const { clientId, clientSecret, method } = proof;
  if (method !== 'basic' || clientSecret === undefined || options.clientAuth !== undefined) return undefined;
  if (formEncode(reveal(clientSecret)) === reveal(clientSecret) && formEncode(clientId) === clientId) return undefined;
  const isOffered = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
  ui.note(
    `The client ID or secret contains characters that are encoded in the header (RFC 6749 2.3.1), which some servers do not decode: ${isOffered ? 'retrying once with them in the body' : '--oauth2-client-auth post sends them in the body'}.`,
  );
  return isOffered ? { ...server, proof: { ...proof, method: 'post' } } : undefined;
}

/** Sends a token request once, and notes how the issued token differs from the requested one. */
async function askForToken(
  context: TokenContext,
  server: Server,
  request: TokenRequest,
): Promise<StoredToken | Failure> {
  const issued = await sendTokenRequest(context, server, request);
  if (isFailure(issued)) return issued;
  const { options, ui } = context;
  const { reply } = issued;
  const changed = request.grantType === 'refresh_token' ? undefined : scopeNote(options.scope, reply.scope);
  if (changed) ui.note(changed);
  if (server.dpopKey !== undefined && reply.token_type !== 'dpop') {
    ui.warn(
      'The server issued a Bearer token, because it does not support DPoP. Anyone who obtains the token can use it.',
    );
  }
  return tokenToStore(context, server, issued, request.nonce);
}

/** A valid token response. */
interface IssuedToken {
  readonly reply: oauth.TokenEndpointResponse;
  /** Absent from `reply` if the issuer is unknown, because the library cannot validate it. */
  readonly idToken: string | undefined;
  /** The issued token is not an access token (RFC 8693 2.2.1). */
  readonly isNoAccess: boolean;
  /** Time of the request, in milliseconds since 1970. */
  readonly requestedAt: number;
}

/** Sends a token request and validates the response. */
async function sendTokenRequest(
  context: TokenContext,
  server: Server,
  { grantType, nonce, onStatus, parameters, redirectUri }: TokenRequest,
): Promise<IssuedToken | Failure> {
  const { environment, options } = context;
  const { metadata, proof } = server;
  const what = `The token request to ${metadata.token_endpoint}`;
  const requestedAt = environment.now();
  // The library compares times with the system's clock.
  const clockSkew = Math.round((requestedAt - Date.now()) / 1000);
  const client: oauth.Client = { client_id: proof.clientId, [oauth.clockSkew]: clockSkew };
  let idToken: string | undefined;
  let isNoAccess = false;
  const normalize = (raw: RawResponse): object | Failure => {
    onStatus?.(raw.status);
    const { grant_types_supported: grants, scopes_supported: scopes } = metadata;
    const read = readTokenResponse({ ...raw, grants, scopes }, what, options, redirectUri);
    if (isFailure(read)) return read;
    idToken = read.id_token;
    isNoAccess = read.token_type === 'n_a';
    return (
      foreignIdToken(idToken, nonce, what) ?? {
        ...read,
        token_type: isNoAccess ? 'bearer' : read.token_type,
        // The library checks it against the issuer, if that is known.
        id_token: options.issuer === undefined ? undefined : idToken,
      }
    );
  };
  const customFetch = fetchWith(context, what, normalize, { dpop: server.dpop });
  const send = async () => {
    const response = await oauth.genericTokenEndpointRequest(
      metadata,
      client,
      authOf(server, options),
      grantType,
      parameters.map(([name, value]) => [name, value]),
      { ...libraryOptions, [oauth.customFetch]: customFetch },
    );
    return oauth.processGenericTokenEndpointResponse(checkingIdToken(metadata, idToken), client, response);
  };
  const reply = await byLibrary(what, send, server);
  if (isFailure(reply)) return idTokenFailure(reply, what, idToken, server, environment.now());
  return { reply, idToken, isNoAccess, requestedAt };
}

/** Returns the token for the store, with the identity it was issued for. */
async function tokenToStore(
  context: TokenContext,
  server: Server,
  { idToken, isNoAccess, reply, requestedAt }: IssuedToken,
  nonce: string | undefined,
): Promise<StoredToken> {
  const { environment, options } = context;
  const { metadata, proof } = server;
  const scope = reply.scope ?? options.scope;
  const also = otherMembers(options);
  const revocation = metadata.revocation_endpoint;
  const typed = proof.clientSecret === undefined ? {} : { secret: proof.clientSecret };
  const marks = await marksOf({ ...context.proof?.texts, ...typed }, environment);
  return {
    accessToken: secret(reply.access_token),
    refreshToken: reply.refresh_token === undefined ? undefined : secret(reply.refresh_token),
    expiresAt: expiryOf(reply, requestedAt, options.use === 'id_token' ? idToken : undefined),
    obtainedAt: requestedAt,
    scope,
    askedScope: options.scope === scope ? undefined : options.scope,
    idToken: idToken === undefined ? undefined : secret(idToken),
    nonceChecked: idToken === undefined || nonce === undefined ? undefined : true,
    flow: options.flow,
    clientId: options.clientId,
    server: options.issuer ?? metadata.token_endpoint,
    user: options.username,
    also: also.length === 0 ? undefined : also,
    account: options.account,
    seed: context.seed?.mark,
    proof: Object.keys(marks).length === 0 ? undefined : marks,
    certificate: server.bindsCertificate ? true : undefined,
    notAccess: isNoAccess ? true : undefined,
    dpopKey: reply.token_type === 'dpop' ? server.dpopKey : undefined,
    revocation: revocation === undefined ? undefined : { endpoint: revocation, open: proof.method === 'none' },
  };
}

/**
 * When the token expires, in milliseconds since 1970, or undefined if it is unknown. Counted from before the request, so that a
 * slow response never makes a token look newer than it is.
 * @param idToken if it is used instead of the access token
 */
function expiryOf({ expires_in: seconds }: oauth.TokenEndpointResponse, requestedAt: number, idToken = '') {
  const end = decodeJwt(idToken)?.claims.exp;
  if (typeof end === 'number' && Number.isFinite(end)) return end * 1000;
  return seconds === undefined ? undefined : requestedAt + seconds * 1000;
}
