/** JSON Web Tokens as they are read here: taken apart, never believed (RFC 7519, RFC 7515). */
import { isObject } from '../json/loose.js';
import { cut } from './error-words.js';

/** The two readable parts of a signed token. All of it is untrusted until its signature is checked. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Takes a signed token apart without checking it; undefined: it is none. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined;
  const [header, claims] = [objectIn(head), objectIn(body)];
  return header && claims && { header, claims };
}

/** Who the claims of a token must fit; what is absent is not compared. */
interface Expected {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly issuer?: string | undefined;
  /** Of an ID token: who it must be meant for. An access token is meant for an API, whose name nobody tells us. */
  readonly clientId?: string | undefined;
}

/** Why a token should not be accepted though its signature may be right, a sentence each (RFC 7519 4.1, OpenID Connect Core 3.1.3.7). */
export function claimProblems({ claims }: DecodedJwt, { now, issuer, clientId }: Expected): readonly string[] {
  const { exp, nbf, iss, aud } = claims;
  const audiences = [aud].flat();
  return [
    ...(isTime(exp) && exp * 1000 <= now ? [`It expired at ${timeText(exp)}.`] : []),
    ...(isTime(nbf) && nbf * 1000 > now ? [`It is not valid before ${timeText(nbf)}.`] : []),
    ...(issuer !== undefined && iss !== issuer && (iss !== undefined || clientId !== undefined)
      ? [iss === undefined ? 'It names no issuer.' : `Its issuer is ${shown(iss)}, not ${issuer}.`]
      : []),
    ...(clientId !== undefined && !audiences.includes(clientId)
      ? [
          aud === undefined
            ? 'It names no audience.'
            : `It is meant for ${audiences.map(shown).join(', ')}, not for the client ${clientId}.`,
        ]
      : []),
  ];
}

/** A claim in a sentence. The server may make it of any length. */
const shown = (claim: unknown): string => cut(String(claim), 200);

/** A NumericDate that a calendar has. */
const isTime = (claim: unknown): claim is number => typeof claim === 'number' && Math.abs(claim) <= 8.64e12;

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** The JSON object in base64url. */
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
