/**
 * A token as it is kept on this machine, and the decisions about it: whose it is (the key), whether it may still be used.
 * Secrets of `OAuth2Options` are not part of the key, so none can be guessed from a stored name.
 */

import { shownPair } from '../credentials/header.js';
import type { OAuth2Options } from '../options.js';
import { reveal, type Secret, secret } from '../secret.js';
import { marksFromJson, type ProofMarks } from './client/proof-marks.js';
import { isFlow, type OAuth2Flow } from './flows.js';

/** A token as it is kept on this machine, and whom it is for. */
export interface KeptToken {
  readonly accessToken: Secret;
  readonly refreshToken?: Secret;
  /** Who logged in, as the server signed it (OpenID Connect Core 2). */
  readonly idToken?: Secret;
  /** The nonce of the ID token was compared with that of the login. */
  readonly nonceChecked?: true;
  /** Milliseconds since 1970; absent: the server did not say, so it is used until a 401. */
  readonly expiresAt?: number;
  /** Milliseconds since 1970. */
  readonly obtainedAt: number;
  /** Granted by the server, else as requested. */
  readonly scope?: string;
  readonly flow: OAuth2Flow;
  readonly clientId: string;
  /** The token endpoint, or the issuer it was found through. */
  readonly server: string;
  /** The user of the password flow. */
  readonly user?: string;
  /** `--oauth2-account`. */
  readonly account?: string;
  /** The private key it is bound to (RFC 9449), the JSON text of a JWK; absent: a Bearer token. */
  readonly dpopKey?: Secret;
  /** It was asked for with a certificate by a server that binds tokens to it (RFC 8705 3). */
  readonly certificate?: true;
  /** It is not an access token (`token_type` `N_A`, RFC 8693 2.2.1): no request carries it. */
  readonly notAccess?: true;
  /** A name, from which nothing can be read, for the token at hand that it was obtained with. */
  readonly seed?: string;
  /** By which proof of the client it was obtained; absent: without one. */
  readonly proof?: ProofMarks;
  /** Where it can be ended (RFC 7009); `open`: without a proof of the client. */
  readonly revocation?: { readonly endpoint: string; readonly open: boolean };
  /** The program that keeps it in place of the file; only of a token that is listed. */
  readonly keptIn?: string;
  /** Further distinguishing options as text, without secrets: other endpoints, `--oauth2-param`. */
  readonly also?: readonly string[];
}

/** A token is not used in its last 30 seconds: the request has to arrive while it is good. */
const marginMs = 30_000;
/** A clock that stands this far before the moment the token came was set back: its times cannot be believed. */
const clockSlackMs = 60_000;

/** Whether a kept token may be sent at `now` (milliseconds since 1970). */
export function isUsable(token: KeptToken, now: number): boolean {
  if (now < token.obtainedAt - clockSlackMs) return false;
  return token.expiresAt === undefined || now < token.expiresAt - marginMs;
}

/** The text whose SHA-256 is the cache key. JSON, so that no two different options give the same text. */
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
    // Left out where they are not given, so that tokens that are kept already are found.
    ...(options.account === undefined && !options.dpop ? [] : [options.account ?? null, options.dpop ?? false]),
  ]);

/** Distinguishing options that `KeptToken` does not name, for display: without secrets. */
export function otherMembers({ authUrl, deviceUrl, issuer, params, tokenUrl }: OAuth2Options): readonly string[] {
  return [
    ...(issuer !== undefined && tokenUrl !== undefined ? [`token URL ${tokenUrl}`] : []),
    ...(authUrl === undefined ? [] : [`login page ${authUrl}`]),
    ...(deviceUrl === undefined ? [] : [`device endpoint ${deviceUrl}`]),
    ...params.map(([name, value]) => shownPair(name, value)),
  ];
}

const textOr = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const timeOr = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Reads one entry of the cache file. `undefined`: not an entry this version understands. */
export function tokenFromJson(value: unknown): KeptToken | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as Record<string, unknown>;
  const accessToken = textOr(entry.access_token);
  const obtainedAt = timeOr(entry.obtained_at);
  const clientId = textOr(entry.client_id);
  const { flow } = entry;
  if (!accessToken || obtainedAt === undefined || !clientId || !isFlow(flow)) return undefined;
  const refreshToken = textOr(entry.refresh_token);
  const idToken = textOr(entry.id_token);
  const expiresAt = timeOr(entry.expires_at);
  const scope = textOr(entry.scope);
  const user = textOr(entry.user);
  const dpopKey = textOr(entry.dpop_key);
  const seed = textOr(entry.seed);
  const account = textOr(entry.account);
  const endpoint = textOr(entry.revocation_endpoint);
  const proof = marksFromJson(entry.proof);
  const also = Array.isArray(entry.also) ? entry.also.filter(each => typeof each === 'string') : [];
  return {
    accessToken: secret(accessToken),
    ...(refreshToken === undefined ? {} : { refreshToken: secret(refreshToken) }),
    ...(idToken === undefined ? {} : { idToken: secret(idToken) }),
    nonceChecked: entry.nonce_checked === true ? true : undefined,
    expiresAt,
    obtainedAt,
    scope,
    flow,
    clientId,
    server: textOr(entry.server) ?? '',
    user,
    ...(also.length === 0 ? {} : { also }),
    ...(dpopKey === undefined ? {} : { dpopKey: secret(dpopKey) }),
    seed,
    account,
    ...(entry.certificate === true ? { certificate: true } : {}),
    ...(entry.not_access === true ? { notAccess: true } : {}),
    ...(Object.keys(proof).length === 0 ? {} : { proof }),
    ...(endpoint === undefined ? {} : { revocation: { endpoint, open: entry.revocation_open === true } }),
  };
}

/** The entry for the cache file: the one place where a token is written out. */
export const tokenToJson = (token: KeptToken): Record<string, unknown> => ({
  access_token: reveal(token.accessToken),
  refresh_token: token.refreshToken && reveal(token.refreshToken),
  id_token: token.idToken && reveal(token.idToken),
  nonce_checked: token.nonceChecked,
  expires_at: token.expiresAt,
  obtained_at: token.obtainedAt,
  scope: token.scope,
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
