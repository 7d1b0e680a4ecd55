/** Manages an existing token: revocation (RFC 7009), introspection (RFC 7662), and decoding its claims. */
import * as oauth from 'oauth4webapi';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { decodeJwt } from '../../core/oauth/jwt.js';
import type { StoredToken } from '../../core/oauth/stored-token.js';
import { type CheckFacts, claimsOf, type TokenClaims } from '../../core/oauth/token-checks.js';
import { type JsonObject, type RawResponse, readRawResponse } from '../../core/oauth/token-response.js';
import type { OAuth2Options } from '../../core/options.js';
import { reveal, type Secret } from '../../core/secret.js';
import type { TokenContext } from './context.js';
import { askServer, type Server } from './endpoint.js';
import { checkSignature } from './jwks.js';
import { noteEndpoint, resolveServer } from './server.js';

export { userInfo } from './user-info.js';

/** Why a server was not asked to revoke a token. Not a failure, because nothing was sent. */
export interface NotRevoked {
  /** A sentence without its full stop. */
  readonly why: string;
  readonly hint?: string;
}

/**
 * Revokes a token, the refresh token first. Returns nothing if the server revoked it.
 * @param known whether the context has the flags with which the token was obtained; otherwise client and endpoint are taken
 * from the token
 */
export async function revoke(
  context: TokenContext,
  stored: StoredToken,
  known: boolean,
): Promise<undefined | NotRevoked | Failure> {
  const server = known ? await resolveServer(context) : serverOf(stored, context.options);
  if (isFailure(server)) return server;
  const endpoint = server.metadata.revocation_endpoint ?? stored.revocation?.endpoint;
  if (endpoint === undefined) {
    return known && context.options.issuer !== undefined
      ? {
          why: 'the server does not advertise a revocation endpoint',
          hint: 'If it has one, pass --oauth2-revocation-url URL.',
        }
      : {
          why: 'the revocation endpoint is unknown',
          hint: 'Pass the --oauth2 flags of the login with --oauth2-issuer.',
        };
  }
  if (!known && !stored.revocation?.open && context.options.clientSecret === undefined)
    return {
      why: 'revocation requires the credentials of the client',
      hint: 'Pass the --oauth2 flags of the login, or set APICLIENT_OAUTH2_CLIENT_SECRET.',
    };
  noteEndpoint(context, 'revocation endpoint', endpoint, server.metadata.issuer);
  const revoking: Server = { ...server, metadata: { ...server.metadata, revocation_endpoint: endpoint } };
  const refused =
    stored.refreshToken && (await requestRevocation(context, revoking, stored.refreshToken, 'refresh_token'));
  if (refused) return refused;
  const result = await requestRevocation(context, revoking, stored.accessToken, 'access_token');
  // RFC 7009 2.2.1: some servers only revoke refresh tokens.
  return result?.code === 'unsupported_token_type' ? undefined : result;
}

/** Sends a revocation request. Returns nothing if the server revoked the token. */
async function requestRevocation(
  context: TokenContext,
  server: Server,
  token: Secret,
  type: 'refresh_token' | 'access_token',
): Promise<undefined | Failure> {
  const what = `The revocation request to ${server.metadata.revocation_endpoint}`;
  // RFC 7009 2.2: the body of a successful response is meaningless.
  const normalize = (raw: RawResponse) => (raw.status === 200 ? {} : readRawResponse(raw, what, context.options));
  const result = await askServer(context, server, { what, normalize }, async ({ metadata, proof }, auth, library) => {
    const client = { client_id: proof.clientId };
    const options = { ...library, additionalParameters: { token_type_hint: type } };
    const response = await oauth.revocationRequest(metadata, client, auth, reveal(token), options);
    return oauth.processRevocationResponse(response);
  });
  return isFailure(result) ? result : undefined;
}

/** The server and client recorded in a stored token. */
const serverOf = (token: StoredToken, { clientSecret: source }: OAuth2Options): Server => ({
  metadata: { issuer: token.server, token_endpoint: token.server },
  proof:
    source?.from === 'text'
      ? { clientId: token.clientId, clientSecret: source.value, method: 'basic' }
      : { clientId: token.clientId, method: 'none' },
});

/** The server's introspection response (RFC 7662 2.2). */
export async function introspect(context: TokenContext, token: Secret): Promise<JsonObject | Failure> {
  const server = await resolveServer(context);
  if (isFailure(server)) return server;
  const endpoint = server.metadata.introspection_endpoint;
  if (endpoint === undefined) {
    return failure('login', 'The server does not advertise an introspection endpoint (RFC 7662).', {
      hint:
        context.options.issuer === undefined
          ? 'Pass the server with --oauth2-issuer, or --oauth2-introspection-url URL.'
          : 'If it has one, pass --oauth2-introspection-url URL. Run auth token --decode to see the contents of the token.',
    });
  }
  noteEndpoint(context, 'introspection endpoint', endpoint, server.metadata.issuer);
  const what = `The introspection request to ${endpoint}`;
  const normalize = (raw: RawResponse) => readRawResponse(raw, what, context.options);
  return askServer(context, server, { what, normalize }, async ({ metadata, proof }, auth, library) => {
    const client = { client_id: proof.clientId };
    const response = await oauth.introspectionRequest(metadata, client, auth, reveal(token), library);
    return oauth.processIntrospectionResponse(metadata, client, response);
  });
}

/**
 * Decodes a token and verifies its signature with the server's keys, if they are available. An invalid signature is a failure.
 */
export async function decode(
  context: TokenContext,
  token: Secret,
  about: Pick<CheckFacts, 'isIdToken' | 'nonceChecked'>,
): Promise<TokenClaims | Failure> {
  const parts = decodeJwt(reveal(token));
  if (!parts) return opaque();
  const { environment, options } = context;
  const facts = { ...about, clientId: options.clientId, now: environment.now() };
  if (options.issuer === undefined) return claimsOf(parts, facts, 'no --oauth2-issuer was given to select the keys');
  const server = await resolveServer(context);
  if (isFailure(server)) return server;
  const known = { ...facts, issuer: server.metadata.issuer };
  const checked = await checkSignature(context, server, reveal(token));
  if (isFailure(checked)) return checked;
  return claimsOf(parts, known, checked.checked ? undefined : checked.why);
}

/** Message for a token that is not a JWT. */
const opaque = (): Failure =>
  failure('login', 'The token is opaque (not a JWT), so it cannot be decoded.', {
    hint: 'Run apiclient auth introspect to ask the server.',
  });
