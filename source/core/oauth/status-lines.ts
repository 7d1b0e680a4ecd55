/** Formats stored tokens for `auth status`: account, server and expiration, but never the token. */
import { reveal } from '../secret.js';
import { formatDuration } from './duration.js';
import { decodeJwt } from './jwt.js';
import type { StoredToken } from './stored-token.js';

/** Formats a time as 2026-08-01 12:30 UTC. The format is independent of the locale and does not load ICU. */
export const moment = (milliseconds: number): string => {
  const inRange = Math.abs(milliseconds) < 8.64e15 ? milliseconds : 8.64e15 - 1;
  return `${new Date(inRange).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
};

/** Returns the user who logged in, according to the ID token (OpenID Connect Core 5.1). Only for display. */
export function accountOf({ idToken }: Pick<StoredToken, 'idToken'>): string | undefined {
  const claims = idToken && decodeJwt(reveal(idToken))?.claims;
  const names = [claims?.email, claims?.preferred_username, claims?.name, claims?.sub];
  return names.find(each => typeof each === 'string' && each !== '') as string | undefined;
}

/** Display names of programs that store tokens. */
const keeperTitles: Readonly<Record<string, string>> = {
  'secret-tool': 'the keyring',
  security: 'the keychain',
  helper: 'the token-helper',
};

/** Returns the name of the program that stores a token, for a sentence. */
export const keeperTitle = (keeperId: string): string => keeperTitles[keeperId] ?? keeperId;

/** Describes a token in one line. Parts may be untrusted, so the line must be sanitized before it is shown. */
export function describeKept(token: StoredToken, now: number): string {
  const until = validityWords(token.expiresAt, now);
  const account = token.account ?? accountOf(token);
  return [
    token.server,
    token.flow,
    `client ${token.clientId}`,
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(token.user === undefined ? [] : [`user ${token.user}`]),
    ...(token.scope === undefined ? [] : [`scope ${token.scope}`]),
    ...(token.also ?? []),
    until,
    ...(token.refreshToken === undefined ? [] : ['renewable']),
    ...(token.dpopKey === undefined ? [] : ['DPoP']),
    ...(token.certificate ? ['bound to a certificate'] : []),
    ...(token.keeperId === undefined ? [] : [`stored in ${keeperTitle(token.keeperId)}`]),
  ].join(' · ');
}

/**
 * Returns a line for each stored token, by key. Lines that would be identical because the tokens differ only in a secret
 * parameter are numbered by the start of their keys.
 */
export function describeAll(tokens: ReadonlyMap<string, StoredToken>, now: number): readonly string[] {
  const lines = [...tokens].map(([key, token]) => [key, describeKept(token, now)] as const);
  const count = new Map<string, number>();
  for (const [, line] of lines) count.set(line, (count.get(line) ?? 0) + 1);
  return lines.map(([key, line]) => ((count.get(line) ?? 0) > 1 ? `${line} · #${key.slice(0, 8)}` : line));
}

/** Returns a description of a token as JSON, without the token. */
export const storedTokenAsJson = (token: StoredToken, now: number): object => ({
  server: token.server,
  flow: token.flow,
  client_id: token.clientId,
  account: token.account ?? accountOf(token),
  user: token.user,
  scope: token.scope,
  other: token.also,
  obtained_at: isoTime(token.obtainedAt),
  expires_at: token.expiresAt === undefined ? undefined : isoTime(token.expiresAt),
  expired: token.expiresAt !== undefined && token.expiresAt <= now,
  renewable: token.refreshToken !== undefined,
  dpop: token.dpopKey !== undefined,
  certificate: token.certificate === true,
  stored_in: token.keeperId ?? 'file',
});

const isoTime = (milliseconds: number): string => `${moment(milliseconds).slice(0, 16).replace(' ', 'T')}Z`;

/** Returns true if a token has expired and nothing can renew it. A token in a keyring may have a refresh token. */
export const isDead = (token: StoredToken, now: number): boolean =>
  token.expiresAt !== undefined &&
  token.expiresAt <= now &&
  token.refreshToken === undefined &&
  token.keeperId === undefined;

function validityWords(expiresAt: number | undefined, now: number): string {
  if (expiresAt === undefined) return 'until the server rejects it';
  if (expiresAt <= now) return `expired ${moment(expiresAt)}`;
  return `until ${moment(expiresAt)} (${formatDuration(expiresAt - now)} left)`;
}
