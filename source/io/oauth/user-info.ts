/** UserInfo: the user's claims according to the server (OpenID Connect Core 5.3). */
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { claimProblems, decodeJwt } from '../../core/oauth/jwt.js';
import { type JsonObject, type RawResponse, readRawResponse } from '../../core/oauth/token-response.js';
import { reveal } from '../../core/secret.js';
import type { ObtainedToken, TokenContext } from './context.js';
import type { Server } from './endpoint.js';
import { checkSignature } from './jwks.js';
import { exchange } from './message.js';
import { noteEndpoint, resolveServer } from './server.js';

/** The claims, as returned by the server. */
export async function userInfo(
  context: TokenContext,
  { dpopKey, idToken, token }: Pick<ObtainedToken, 'token' | 'idToken' | 'dpopKey'>,
): Promise<JsonObject | Failure> {
  const server = await resolveServer(context, dpopKey);
  if (isFailure(server)) return server;
  const endpoint = server.metadata.userinfo_endpoint;
  if (endpoint === undefined) {
    return failure('login', 'The server does not advertise a UserInfo endpoint.', {
      hint:
        context.options.issuer === undefined
          ? 'Pass the server with --oauth2-issuer, or --oauth2-userinfo-url URL.'
          : 'If it has one, pass --oauth2-userinfo-url URL. Run auth token --id --decode to see the contents of the ID token.',
    });
  }
  noteEndpoint(context, 'UserInfo endpoint', endpoint, server.metadata.issuer);
  const what = `The UserInfo request to ${endpoint}`;
  const scheme = dpopKey === undefined ? 'Bearer' : 'DPoP';
  const headers = { accept: 'application/json, application/jwt;q=0.9', authorization: `${scheme} ${reveal(token)}` };
  const signer = dpopKey && (await import('./client/dpop.js')).dpopSigner(dpopKey, context.environment, token);
  const ask = () => exchange(context, endpoint, what, { method: 'GET', headers }, signer);
  const first = await ask();
  // RFC 9449 9: the server asked for a nonce, which is known now.
  const raw =
    !isFailure(first) && first.status === 401 && signer?.hasFreshNonce(new URL(endpoint)) ? await ask() : first;
  const claims = isFailure(raw) ? raw : await claimsIn(raw, what, context, server);
  if (isFailure(claims)) return claims;
  // 5.3.2: with another subject, our token was replaced by another user's.
  const subject = idToken && decodeJwt(reveal(idToken))?.claims.sub;
  if (typeof claims.sub === 'string' && (typeof subject !== 'string' || subject === claims.sub)) return claims;
  return failure('login', `${what} returned another user, or none.`, {
    code: 'sub',
    hint: 'Its sub must match the ID token (OpenID Connect Core 5.3.2). Do not trust this server until you know the reason.',
  });
}

/** The claims of a response: JSON, or the signed token of a client registered for it (5.3.2). */
async function claimsIn(
  raw: RawResponse,
  what: string,
  context: TokenContext,
  server: Server,
): Promise<JsonObject | Failure> {
  const text = raw.text.trim();
  const isToken = /^application\/jwt\b/i.test(raw.contentType) || decodeJwt(text) !== undefined;
  if (raw.status !== 200 || !isToken) return readRawResponse(raw, what, context.options);
  const signed = decodeJwt(text);
  if (!signed) {
    const isEncrypted = text.split('.').length === 5;
    return failure('login', `${what} returned ${isEncrypted ? 'an encrypted token' : 'no readable token'}.`, {
      code: 'jwt',
      hint: isEncrypted
        ? 'It is encrypted for the client. Register the client without userinfo_encrypted_response_alg.'
        : 'Its type is application/jwt, but its content is not. Check that the URL is the right endpoint of that server.',
    });
  }
  const noun = 'the UserInfo response';
  const checked = await checkSignature(context, server, text, noun);
  if (isFailure(checked)) return checked;
  const { claims } = signed;
  const problems = claimProblems(signed, {
    now: context.environment.now(),
    // 5.3.2: both should be present, and are compared if they are.
    issuer: claims.iss === undefined ? undefined : server.metadata.issuer,
    clientId: claims.aud === undefined ? undefined : context.options.clientId,
  });
  if (problems.length > 0) {
    return failure('login', `${what} returned a token for another client. ${problems.join(' ')}`, {
      code: 'jwt',
      hint: 'Do not trust this server until you know the reason.',
    });
  }
  if (!checked.checked) context.ui.warn(`The signature of ${noun} was not verified: ${checked.why}.`);
  return claims;
}
