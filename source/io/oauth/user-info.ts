/** Who logged in, as the server says it to whoever has the token (OpenID Connect Core 5.3). */
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { decodeJwt } from '../../core/oauth/jwt.js';
import { type JsonObject, readRawReply } from '../../core/oauth/token-reply.js';
import { reveal, type Secret } from '../../core/secret.js';
import type { TokenContext } from './context.js';
import { exchange } from './message.js';
import { resolveServer } from './server.js';

/** The token that is sent, and whatever belongs to it. */
interface UserInfoToken {
  readonly token: Secret;
  /** Its subject must be that of the response (5.3.2): else somebody's token was put in place of ours. */
  readonly idToken?: Secret;
  readonly dpopKey?: Secret;
}

/** The claims, as the server says them. */
export async function userInfo(
  context: TokenContext,
  { dpopKey, idToken, token }: UserInfoToken,
): Promise<JsonObject | Failure> {
  const server = await resolveServer(context, dpopKey);
  if (isFailure(server)) return server;
  const endpoint = server.metadata.userinfo_endpoint;
  if (endpoint === undefined) {
    return failure('login', 'The server names no endpoint that tells who logged in (UserInfo).', {
      hint:
        context.options.issuer === undefined
          ? 'Name the server with --oauth2-issuer.'
          : 'auth token --id --decode shows what the ID token says.',
    });
  }
  const what = `The UserInfo request to ${endpoint}`;
  const scheme = dpopKey === undefined ? 'Bearer' : 'DPoP';
  const headers = { accept: 'application/json', authorization: `${scheme} ${reveal(token)}` };
  const signer = dpopKey && (await import('./client/dpop.js')).dpopSigner(dpopKey, context.environment, token);
  const ask = () => exchange(context, endpoint, what, { method: 'GET', headers }, signer);
  const first = await ask();
  // RFC 9449 9: asked for a nonce, which is known now.
  const raw =
    !isFailure(first) && first.status === 401 && signer?.hasFreshNonce(new URL(endpoint)) ? await ask() : first;
  const found = isFailure(raw) ? raw : readRawReply(raw, what, context.options);
  if (isFailure(found)) return found;
  const subject = idToken && decodeJwt(reveal(idToken))?.claims.sub;
  if (typeof found.sub === 'string' && (typeof subject !== 'string' || subject === found.sub)) return found;
  return failure('login', `${what} was answered for somebody else, or for nobody.`, {
    code: 'sub',
    hint: 'Its sub has to be that of the ID token (OpenID Connect Core 5.3.2). Do not go on with this server before you know why.',
  });
}
