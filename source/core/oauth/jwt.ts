/** Decodes JSON Web Tokens without trusting them (RFC 7519, RFC 7515). */
import { isObject } from '../json/loose.js';
import { truncate } from '../truncate.js';

/** The two readable parts of a signed token. All of it is untrusted until its signature has been verified. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Decodes a signed token without verifying it. Returns undefined for anything else. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined;
  const [header, claims] = [objectIn(head), objectIn(body)];
  return header && claims && { header, claims };
}

/** Expected claims of a token. Absent ones are not compared. */
interface Expected {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly issuer?: string | undefined;
  /** Intended audience of an ID token. An access token is meant for an API whose name is not known. */
  readonly clientId?: string | undefined;
}

/**
 * Returns reasons not to accept a token even if its signature is valid, as sentences (RFC 7519 4.1, OpenID Connect Core
 * 3.1.3.7).
 */
export function claimProblems({ claims }: DecodedJwt, { now, issuer, clientId }: Expected): readonly string[] {
  const { exp, nbf, iss, aud } = claims;
  const audiences = [aud].flat();
  return [
    ...(isTime(exp) && exp * 1000 <= now ? [`It expired at ${timeText(exp)}.`] : []),
    ...(isTime(nbf) && nbf * 1000 > now ? [`It is not valid before ${timeText(nbf)}.`] : []),
    ...(issuer !== undefined && iss !== issuer && (iss !== undefined || clientId !== undefined)
      ? [iss === undefined ? 'It contains no issuer.' : `Its issuer is ${shown(iss)}, not ${issuer}.`]
      : []),
    ...(clientId !== undefined && !audiences.includes(clientId)
      ? [
          aud === undefined
            ? 'It contains no audience.'
            : `It is meant for ${audiences.map(shown).join(', ')}, not for the client ${clientId}.`,
        ]
      : []),
  ];
}

/** Formats a claim for a sentence. It may be of any length. */
const shown = (claim: unknown): string => truncate(String(claim), 200);

/** Returns true for a NumericDate that is a valid date. */
const isTime = (claim: unknown): claim is number => typeof claim === 'number' && Math.abs(claim) <= 8.64e12;

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Decodes a JSON object from base64url. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), match => match.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
