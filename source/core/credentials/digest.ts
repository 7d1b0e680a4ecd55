/**
 * Digest authentication (RFC 7616): which challenge is answered, and with what. Pure: the hash is handed in.
 */
import { type Failure, usageError } from '../failure.js';
import type { Challenge } from './challenges.js';

/** Hashes by the names of RFC 7616 section 3.2, and as OpenSSL calls them; the strongest is not preferred: the server's order counts. */
const algorithms: Readonly<Record<string, string>> = {
  md5: 'md5',
  'sha-256': 'sha256',
  'sha-512-256': 'sha512-256',
};

/** A challenge that can be answered, and what was said since. */
export interface DigestSession {
  readonly realm: string;
  /** As the server calls it, and as OpenSSL does. */
  readonly algorithm: string;
  readonly hash: string;
  readonly keyed: boolean;
  /** Absent: a server of RFC 2069, which knows no qop. */
  readonly qop?: 'auth' | 'auth-int';
  readonly opaque?: string;
  readonly userhash: boolean;
  readonly utf8: boolean;
  /** What the session key is made from (-sess), however often the nonce changes. */
  readonly firstNonce: string;
  readonly cnonce: string;
  nonce: string;
  /** How often this nonce was used. */
  count: number;
}

/** The first challenge that this program can answer. @param cnonce fresh random text */
export function sessionFor(challenges: readonly Challenge[], cnonce: string): DigestSession | undefined {
  for (const { scheme, params } of challenges) {
    const nonce = params.get('nonce');
    if (scheme !== 'digest' || nonce === undefined) continue;
    const algorithm = params.get('algorithm') ?? 'MD5';
    const keyed = /-sess$/i.test(algorithm);
    const hash = algorithms[algorithm.toLowerCase().replace(/-sess$/, '')];
    const offered = params
      .get('qop')
      ?.toLowerCase()
      .split(',')
      .map(each => each.trim());
    const qop = offered?.includes('auth') ? 'auth' : offered?.includes('auth-int') ? 'auth-int' : undefined;
    if (hash === undefined || (offered !== undefined && qop === undefined)) continue;
    const opaque = params.get('opaque');
    return {
      realm: params.get('realm') ?? '',
      algorithm: params.has('algorithm') ? algorithm : '',
      hash,
      keyed,
      ...(qop ? { qop } : {}),
      ...(opaque === undefined ? {} : { opaque }),
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

/** What is to be shown: a request, and who sends it. */
export interface DigestRequest {
  readonly method: string;
  /** The request target: path and query. */
  readonly target: string;
  readonly user: string;
  readonly password: string;
  /** Hex hash of the body, for auth-int. */
  readonly bodyHash?: string;
}

/** The value of the Authorization header, and what the server shows that it knows the password as well. */
export interface DigestAuthorization {
  readonly value: string;
  /**
   * `rspauth` of the Authentication-Info that is due (3.5), in hex. Absent with auth-int, which takes in a body that is still
   * to come, and with a server of RFC 2069.
   */
  readonly rspauth?: string;
}

/** What a request says of its user (3.4). Counts the nonce's use. */
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
    ...(qop === 'auth' ? { rspauth: proof(`:${request.target}`) } : {}),
  };
}

/** 3.4.4: a name beyond ASCII is sent hashed, or by RFC 8187 where the server reads UTF-8. */
function userField({ realm, userhash, utf8 }: DigestSession, user: string, hash: (text: string) => string): string {
  if (userhash) return `username="${hash(`${user}:${realm}`)}"`;
  if (!utf8 || /^[\x20-\x7e]*$/.test(user)) return `username=${quoted(user)}`;
  const encoded = encodeURIComponent(user).replace(
    /['()*]/g,
    found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `username*=UTF-8''${encoded}`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** What is wrong with a login for Digest; nothing if it can be sent. */
export function digestProblem(user: string): Failure | undefined {
  if (user.includes(':'))
    return usageError('The user name holds a colon, which a Digest cannot carry.', 'RFC 7616, section 3.4.2.');
  if (/[\x00-\x1f\x7f]/.test(user))
    return usageError(
      'The user name holds a control character.',
      'Only one final newline of a file or variable is dropped.',
    );
  return undefined;
}
