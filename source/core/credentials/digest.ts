/** Digest authentication (RFC 7616): selects a challenge and answers it. Hash functions are passed in. */
import { type Failure, usageError } from '../failure.js';
import type { Challenge } from './challenges.js';

/**
 * Algorithm names from RFC 7616 3.2 and their OpenSSL names. Challenges are used in the server's order, regardless of algorithm
 * strength.
 */
const algorithms: Readonly<Record<string, string>> = {
  md5: 'md5',
  'sha-256': 'sha256',
  'sha-512-256': 'sha512-256',
};

/** A challenge in use, with its counters. */
export interface DigestSession {
  readonly realm: string;
  /** Algorithm name sent to the server, and its OpenSSL name. */
  readonly algorithm: string;
  readonly hash: string;
  readonly keyed: boolean;
  /** Absent for an RFC 2069 server. */
  readonly qop?: 'auth' | 'auth-int';
  readonly opaque?: string;
  readonly userhash: boolean;
  readonly utf8: boolean;
  /** First nonce, which is part of the session key of `-sess` algorithms. */
  readonly firstNonce: string;
  readonly cnonce: string;
  nonce: string;
  /** Number of times this nonce has been used. */
  count: number;
}

/** Starts a session for the first challenge with a supported algorithm and qop. @param cnonce fresh random text */
export function sessionFor(challenges: readonly Challenge[], cnonce: string): DigestSession | undefined {
  for (const { scheme, params } of challenges) {
    const nonce = params.get('nonce');
    if (scheme !== 'digest' || nonce === undefined) continue;
    const algorithm = params.get('algorithm') ?? 'MD5';
    const keyed = /-sess$/i.test(algorithm);
    const hash = algorithms[algorithm.toLowerCase().replace(/-sess$/, '')];
    const offered = (params.get('qop') ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    const qop = (['auth', 'auth-int'] as const).find(each => offered.includes(each));
    if (hash === undefined || (offered.length > 0 && qop === undefined)) continue;
    const opaque = params.get('opaque');
    return {
      realm: params.get('realm') ?? '',
      algorithm: params.has('algorithm') ? algorithm : '',
      hash,
      keyed,
      qop,
      opaque,
      userhash: params.get('userhash')?.toLowerCase() === 'true',
      utf8: params.get('charset')?.toLowerCase() === 'utf-8',
      firstNonce: nonce,
      cnonce,
      nonce,
      count: 0,
    };
  }
  return undefined;
}

/** The request to authorize, and its user. */
interface DigestRequest {
  readonly method: string;
  readonly target: string;
  readonly user: string;
  readonly password: string;
  /** Hexadecimal hash of the body, for auth-int. */
  readonly bodyHash?: string;
}

/** The Authorization header, and the proof expected from the server. */
interface DigestAuthorization {
  readonly value: string;
  /**
   * Expected hexadecimal `rspauth` of Authentication-Info (3.5). Absent with auth-int, which covers a response body that has
   * not been read yet, and with an RFC 2069 server.
   */
  readonly rspauth?: string;
}

/** Computes the Authorization header (3.4) and increments the nonce count. */
export function digestAuthorization(
  session: DigestSession,
  request: DigestRequest,
  hash: (text: string) => string,
): DigestAuthorization {
  const { realm, qop, cnonce, nonce } = session;
  session.count++;
  const count = session.count.toString(16).padStart(8, '0');
  const user = session.utf8 ? request.user.normalize('NFC') : request.user;
  const password = session.utf8 ? request.password.normalize('NFC') : request.password;
  const secretHash = hash(`${user}:${realm}:${password}`);
  const a1 = session.keyed ? hash(`${secretHash}:${session.firstNonce}:${cnonce}`) : secretHash;
  const proof = (what: string): string =>
    hash(qop ? `${a1}:${nonce}:${count}:${cnonce}:${qop}:${hash(what)}` : `${a1}:${nonce}:${hash(what)}`);
  const body = qop === 'auth-int' ? `:${request.bodyHash}` : '';
  const fields = [
    userField(session, user, hash),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.target)}`,
    `response="${proof(`${request.method}:${request.target}${body}`)}"`,
    ...(session.algorithm ? [`algorithm=${session.algorithm}`] : []),
    ...(session.opaque === undefined ? [] : [`opaque=${quoted(session.opaque)}`]),
    ...(qop ? [`qop=${qop}`, `nc=${count}`] : []),
    ...(qop || session.keyed ? [`cnonce=${quoted(cnonce)}`] : []),
    ...(session.userhash ? ['userhash=true'] : []),
  ];
  return {
    value: `Digest ${fields.join(', ')}`,
    rspauth: qop === 'auth' ? proof(`:${request.target}`) : undefined,
  };
}

/** Returns the user field. A non-ASCII name is sent hashed, or in RFC 8187 form if the server accepts UTF-8 (3.4.4). */
function userField({ realm, userhash, utf8 }: DigestSession, user: string, hash: (text: string) => string): string {
  if (userhash) return `username="${hash(`${user}:${realm}`)}"`;
  if (!utf8 || /^[\x20-\x7e]*$/.test(user)) return `username=${quoted(user)}`;
  const encoded = encodeURIComponent(user).replace(
    /['()*]/g,
    match => `%${match.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `username*=UTF-8''${encoded}`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Returns why a user cannot be sent with Digest, or `undefined` if it can. */
export function digestProblem(user: string): Failure | undefined {
  if (user.includes(':'))
    return usageError('The user name contains a colon, which Digest does not allow.', 'See RFC 7616, section 3.4.2.');
  if (/[\x00-\x1f\x7f]/.test(user))
    return usageError(
      'The user name contains a control character.',
      'Only one trailing newline of a file or variable is removed.',
    );
  return undefined;
}
