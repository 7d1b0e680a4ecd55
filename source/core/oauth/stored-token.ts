/**
 * A token as stored on this machine, and decisions about it: its identity (the key), and whether it can still be used. Secrets
 * of `OAuth2Options` are not part of the key, so they cannot be guessed from a stored name.
 */

import { shownPair } from '../credentials/header.js';
import { nonEmptyText } from '../json/loose.js';
import type { OAuth2Options } from '../options.js';
import { reveal, type Secret, secret } from '../secret.js';
import { marksFromJson, type ProofMarks } from './client/proof-marks.js';
import { isFlow, type OAuth2Flow } from './flows.js';

/** A token as stored on this machine, and the identity it was issued for. */
export interface StoredToken {
  readonly accessToken: Secret;
  readonly refreshToken?: Secret;
  /** Signed ID token of the user who logged in (OpenID Connect Core 2). */
  readonly idToken?: Secret;
  /** True if the nonce of the ID token was compared with the nonce of the login. */
  readonly nonceChecked?: true;
  /** Milliseconds since 1970. Absent if the server did not specify it, in which case the token is used until a 401. */
  readonly expiresAt?: number;
  /** Milliseconds since 1970. */
  readonly obtainedAt: number;
  /** Scope granted by the server, otherwise the requested one. */
  readonly scope?: string;
  /** Requested scope, if it differs from the granted one. */
  readonly askedScope?: string;
  readonly flow: OAuth2Flow;
  readonly clientId: string;
  /** Token endpoint, or the issuer used to find it. */
  readonly server: string;
  /** User of the password flow. */
  readonly user?: string;
  /** `--oauth2-account`. */
  readonly account?: string;
  /** JSON text of the JWK private key that the token is bound to (RFC 9449). Absent for a Bearer token. */
  readonly dpopKey?: Secret;
  /** True if the token was requested with a certificate from a server that binds tokens to certificates (RFC 8705 3). */
  readonly certificate?: true;
  /** True if it is not an access token (`token_type` `N_A`, RFC 8693 2.2.1) and therefore never sent in requests. */
  readonly notAccess?: true;
  /** Opaque name of the input token with which it was obtained. */
  readonly seed?: string;
  /** Client proof with which it was obtained; absent if there was none. */
  readonly proof?: ProofMarks;
  /** Where to revoke it (RFC 7009). `open` means without client authentication. */
  readonly revocation?: { readonly endpoint: string; readonly open: boolean };
  /** Program that stores it instead of the file. Set only for tokens in a list. */
  readonly keeperId?: string;
  /** Other distinguishing options as text without secrets: other endpoints, `--oauth2-param`. */
  readonly also?: readonly string[];
}

/** A token is not used in its last 30 seconds, because the request has to arrive while it is valid. */
const marginMs = 30_000;
/** If the clock is this far before the time when the token was obtained, it was set back, and its times cannot be trusted. */
const clockSlackMs = 60_000;

/** Returns true if a stored token may be sent at `now` (milliseconds since 1970). */
export function isUsable(token: StoredToken, now: number): boolean {
  if (now < token.obtainedAt - clockSlackMs) return false;
  return token.expiresAt === undefined || now < token.expiresAt - marginMs;
}

/** Returns the text whose SHA-256 is the cache key. It is JSON, so that different options never produce the same text. */
export const keyText = (options: OAuth2Options): string =>
  JSON.stringify([
    1,
    options.flow,
    options.tokenUrl ?? null,
    options.authUrl ?? null,
    options.deviceUrl ?? null,
    options.issuer ?? null,
    options.clientId,
    options.scope ?? null,
    options.username ?? null,
    options.params,
    // Omitted if not given, so that existing tokens are still found.
    ...(options.use === 'id_token' ? ['id_token'] : []),
    ...(options.account === undefined && !options.dpop ? [] : [options.account ?? null, options.dpop ?? false]),
  ]);

/** Returns true if a granted scope includes every part of a requested one (RFC 6749 3.3), in any order. */
export function coversScope(granted: string | undefined, requested: string): boolean {
  const parts = new Set((granted ?? '').split(' '));
  return requested.split(' ').every(part => part === '' || parts.has(part));
}

/** Returns distinguishing options that have no member in `StoredToken`, for display and without secrets. */
export function otherMembers({ authUrl, deviceUrl, issuer, params, tokenUrl }: OAuth2Options): readonly string[] {
  return [
    ...(issuer !== undefined && tokenUrl !== undefined ? [`token URL ${tokenUrl}`] : []),
    ...(authUrl === undefined ? [] : [`login page ${authUrl}`]),
    ...(deviceUrl === undefined ? [] : [`device endpoint ${deviceUrl}`]),
    ...params.map(([name, value]) => shownPair(name, value)),
  ];
}

const secretOr = (value: unknown): Secret | undefined => {
  const text = nonEmptyText(value);
  return text === undefined ? undefined : secret(text);
};
const timeOr = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Parses an entry of the cache file. Returns `undefined` if this version does not support it. */
export function tokenFromJson(value: unknown): StoredToken | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as Record<string, unknown>;
  const accessToken = nonEmptyText(entry.access_token);
  const obtainedAt = timeOr(entry.obtained_at);
  const clientId = nonEmptyText(entry.client_id);
  const { flow } = entry;
  if (!accessToken || obtainedAt === undefined || !clientId || !isFlow(flow)) return undefined;
  const endpoint = nonEmptyText(entry.revocation_endpoint);
  const proof = marksFromJson(entry.proof);
  const also = Array.isArray(entry.also) ? entry.also.filter(each => typeof each === 'string') : [];
  return {
    accessToken: secret(accessToken),
    refreshToken: secretOr(entry.refresh_token),
    idToken: secretOr(entry.id_token),
    nonceChecked: entry.nonce_checked === true ? true : undefined,
    expiresAt: timeOr(entry.expires_at),
    obtainedAt,
    scope: nonEmptyText(entry.scope),
    askedScope: nonEmptyText(entry.asked_scope),
    flow,
    clientId,
    server: nonEmptyText(entry.server) ?? '',
    user: nonEmptyText(entry.user),
    also: also.length === 0 ? undefined : also,
    dpopKey: secretOr(entry.dpop_key),
    seed: nonEmptyText(entry.seed),
    account: nonEmptyText(entry.account),
    certificate: entry.certificate === true ? true : undefined,
    notAccess: entry.not_access === true ? true : undefined,
    proof: Object.keys(proof).length === 0 ? undefined : proof,
    revocation: endpoint === undefined ? undefined : { endpoint, open: entry.revocation_open === true },
  };
}

/** Returns the entry for the cache file. Tokens are written out only here. */
export const tokenToJson = (token: StoredToken): Record<string, unknown> => ({
  access_token: reveal(token.accessToken),
  refresh_token: token.refreshToken && reveal(token.refreshToken),
  id_token: token.idToken && reveal(token.idToken),
  nonce_checked: token.nonceChecked,
  expires_at: token.expiresAt,
  obtained_at: token.obtainedAt,
  scope: token.scope,
  asked_scope: token.askedScope,
  flow: token.flow,
  client_id: token.clientId,
  server: token.server,
  user: token.user,
  also: token.also,
  dpop_key: token.dpopKey && reveal(token.dpopKey),
  seed: token.seed,
  account: token.account,
  proof: token.proof,
  certificate: token.certificate,
  not_access: token.notAccess,
  revocation_endpoint: token.revocation?.endpoint,
  revocation_open: token.revocation?.open,
});
