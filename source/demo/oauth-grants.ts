/** Grant types of the demo's token endpoint, and its state between requests. */
import { randomBytes } from 'node:crypto';
import { allowToken, demoPassword, demoToken, demoUser, issuedToken } from './credentials.js';
import { challengeOf, demoPublicClient, OAuthErrorResponse } from './oauth-client.js';
import { type IdentityRequest, idToken, isIdentity } from './oauth-identity.js';
import { claimsOf, demoSignedClient } from './oauth-signed.js';

/** Lifetime of tokens, short so that a refresh can be observed. */
const tokenSeconds = 120;
export const codeSeconds = 60;
export const deviceSeconds = 300;
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const bearerGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** An unredeemed authorization code, and the values that its redemption must match (RFC 6749 4.1.3, RFC 7636 4.6). */
interface Code {
  readonly client: string;
  readonly redirectUri: string;
  readonly challenge: string | undefined;
  readonly scope: string | undefined;
  /** The thumbprint of the key to which it is bound (RFC 9449 10). */
  readonly keyThumbprint: string | undefined;
  readonly identity: IdentityRequest;
  readonly ends: number;
}

/** A pending device login (RFC 8628). `ends` is in milliseconds since 1970. */
export interface Device {
  readonly client: string;
  readonly scope: string | undefined;
  readonly ends: number;
  state: 'pending' | 'allowed' | 'refused';
}

interface Refresh {
  readonly client: string;
  readonly scope: string | undefined;
  readonly login: string;
  /** The thumbprint of a public client's key (RFC 9449 5). */
  readonly keyThumbprint: string | undefined;
}

/** 192 random bits, URL-safe. */
export const random = (): string => randomBytes(24).toString('base64url');
export const isOver = (ends: number): boolean => Date.now() > ends;

/** Removes and returns a value: codes and refresh tokens can be used once. */
function take<T>(map: Map<string, T>, key: string | null): T | undefined {
  const grant = map.get(key ?? '');
  map.delete(key ?? '');
  return grant;
}

/** A pushed authorization request (RFC 9126). */
export interface Pushed {
  readonly parameters: URLSearchParams;
  readonly ends: number;
}

export interface GrantStore {
  readonly codes: Map<string, Code>;
  readonly devices: Map<string, Device>;
  /** Pending device logins by user code. */
  readonly userCodes: Map<string, Device>;
  readonly refreshTokens: Map<string, Refresh>;
  /** Pushed requests by request URI. */
  readonly pushed: Map<string, Pushed>;
}

export const openMemory = (): GrantStore => ({
  codes: new Map(),
  devices: new Map(),
  userCodes: new Map(),
  refreshTokens: new Map(),
  pushed: new Map(),
});

/** Sender of a token request: the authenticated client, and its key if the request has a proof of one. */
interface Asker {
  readonly client: string;
  readonly url: URL;
  readonly keyThumbprint: string | undefined;
}

/** Returns the token response for a grant. Throws an `OAuthErrorResponse` to reject it. */
type Grant = (form: URLSearchParams, asker: Asker) => object | Promise<object>;

const refuse = (code: string, description?: string): never => {
  throw new OAuthErrorResponse(code, description);
};

/** Issues an access token. */
function issue(
  { client, keyThumbprint }: Asker,
  {
    login = random(),
    ...facts
  }: { readonly login?: string; readonly scope?: string; readonly user?: string; readonly claims?: string },
) {
  const token = `demo-${random()}`;
  const ends = Date.now() + tokenSeconds * 1000;
  allowToken(token, { client, login, ends, keyThumbprint, ...facts });
  return {
    access_token: token,
    token_type: keyThumbprint === undefined ? 'Bearer' : 'DPoP',
    expires_in: tokenSeconds,
    scope: facts.scope,
  };
}

const now = (): IdentityRequest => ({ loggedInAt: Math.floor(Date.now() / 1000) });
const refusePublic = ({ client }: Asker): void => {
  if (client === demoPublicClient) refuse('unauthorized_client', 'This flow requires client authentication.');
};
const scopeOf = (form: URLSearchParams): string | undefined => form.get('scope') ?? undefined;

/** Issues the tokens of a user's login. @param identity absent for a refresh, which returns no ID token */
async function issueAll(
  { refreshTokens }: GrantStore,
  asker: Asker,
  scope: string | undefined,
  identity?: IdentityRequest,
  login = random(),
) {
  const refresh = random();
  const { client, url } = asker;
  const keyThumbprint = client === demoPublicClient ? asker.keyThumbprint : undefined;
  refreshTokens.set(refresh, { client, scope, login, keyThumbprint });
  return {
    ...issue(asker, { login, scope, user: demoUser, claims: identity?.claims }),
    refresh_token: refresh,
    ...(identity && isIdentity(scope) ? { id_token: await idToken(url.origin, client, scope, identity) } : {}),
  };
}

/** Grants by `grant_type`. They throw to reject a request. */
export function grantsOf(store: GrantStore): Readonly<Record<string, Grant>> {
  const { codes, devices, refreshTokens } = store;
  return {
    client_credentials(form, asker) {
      refusePublic(asker);
      return issue(asker, { scope: scopeOf(form) });
    },
    password(form, asker) {
      if (form.get('username') !== demoUser || form.get('password') !== demoPassword)
        refuse('invalid_grant', `The user name is ${demoUser}, the password ${demoPassword}.`);
      return issueAll(store, asker, scopeOf(form), now());
    },
    authorization_code(form, asker) {
      const code = take(codes, form.get('code'));
      if (!code || code.client !== asker.client || isOver(code.ends))
        throw new OAuthErrorResponse('invalid_grant', 'The code is unknown, used or expired.');
      if (code.redirectUri !== form.get('redirect_uri'))
        refuse('invalid_grant', 'The redirect_uri differs from the one in the authorization request.');
      if (code.challenge !== undefined && challengeOf(form.get('code_verifier')) !== code.challenge)
        refuse('invalid_grant', 'The code_verifier does not match the code_challenge.');
      if (code.keyThumbprint !== undefined && code.keyThumbprint !== asker.keyThumbprint)
        refuse('invalid_dpop_proof', 'The code is bound to another key.');
      return issueAll(store, asker, code.scope, code.identity);
    },
    [deviceGrant](form, asker) {
      const key = form.get('device_code') ?? '';
      const device = devices.get(key);
      if (!device || device.client !== asker.client)
        throw new OAuthErrorResponse('invalid_grant', 'The device code is unknown.');
      if (isOver(device.ends)) refuse('expired_token');
      if (device.state === 'pending') refuse('authorization_pending');
      devices.delete(key);
      if (device.state === 'refused') refuse('access_denied');
      return issueAll(store, asker, device.scope, now());
    },
    refresh_token(form, asker) {
      const old = refreshTokens.get(form.get('refresh_token') ?? '');
      if (!old || old.client !== asker.client)
        throw new OAuthErrorResponse('invalid_grant', 'The refresh token is unknown or used.');
      if (old.keyThumbprint !== undefined && old.keyThumbprint !== asker.keyThumbprint)
        refuse('invalid_dpop_proof', 'The refresh token is bound to another key.');
      refreshTokens.delete(form.get('refresh_token') ?? '');
      return issueAll(store, asker, old.scope, undefined, old.login);
    },
    /** RFC 7523 2.1: the subject of the JWT is the token's user. */
    async [bearerGrant](form, asker) {
      if (asker.client !== demoSignedClient)
        refuse('unauthorized_client', `Only the client ${demoSignedClient} may use this flow.`);
      const claims = await claimsOf(form.get('assertion') ?? '', asker.url, { once: true, required: ['sub'] });
      if (typeof claims === 'string') throw new OAuthErrorResponse('invalid_grant', claims);
      if (claims.sub !== demoUser) refuse('invalid_grant', `The subject must be ${demoUser}: {"sub": "${demoUser}"}.`);
      return issue(asker, { scope: scopeOf(form), user: demoUser });
    },
    /** RFC 8693: exchanges a token of the demo for another one for the same user. */
    [exchangeGrant](form, asker) {
      refusePublic(asker);
      const token = form.get('subject_token') ?? '';
      const subject = issuedToken(token);
      if (form.get('subject_token_type') !== accessTokenType || (token !== demoToken && subject === undefined))
        refuse('invalid_request', 'The subject token is not a valid access token from the demo.');
      const user = token === demoToken ? demoUser : subject?.user;
      const given = issue(asker, { scope: scopeOf(form) ?? subject?.scope, user });
      return { ...given, issued_token_type: accessTokenType };
    },
  };
}
