/**
 * Checks a decoded token (OpenID Connect Core 3.1.3.7, RFC 9068 4). Each part is valid, wrong, or not checked for a given
 * reason.
 */
import { claimProblems, type DecodedJwt } from './jwt.js';

/** `checked`, or what is wrong, or why the part was not checked. */
type CheckWords = 'checked' | `wrong: ${string}` | `not checked: ${string}`;

/** The result for each part. */
interface TokenChecks {
  readonly signature: CheckWords;
  readonly issuer: CheckWords;
  readonly audience: CheckWords;
  readonly nonce: CheckWords;
  readonly time: CheckWords;
}

/** Facts that are not part of the token. */
export interface CheckFacts {
  /** Issuer of the metadata; absent if none was specified. */
  readonly issuer?: string;
  readonly clientId?: string;
  /** True for an ID token, false for an access token. */
  readonly isIdToken: boolean;
  /** True if the nonce was compared during the login. */
  readonly nonceChecked: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Tolerance for clock differences. */
const slackSeconds = 60;

/** A token's claims, and whether they can be trusted. Values of the token are untrusted text. */
export interface TokenClaims extends DecodedJwt {
  readonly signature: 'checked' | 'not checked';
  /** Why it was not checked. */
  readonly why?: string;
  /** Why it should not be accepted, even with a valid signature; absent if there is no reason. */
  readonly problems?: readonly string[];
  readonly checks: TokenChecks;
}

/** Returns the claims of a token, with problems found and checks made. @param why why its signature was not checked */
export function claimsOf(parts: DecodedJwt, facts: CheckFacts, why?: string): TokenClaims {
  const { clientId, isIdToken, issuer, now } = facts;
  const problems = claimProblems(parts, { now, issuer, clientId: isIdToken ? clientId : undefined });
  return {
    ...parts,
    signature: why === undefined ? 'checked' : 'not checked',
    why,
    problems: problems.length > 0 ? problems : undefined,
    checks: checksOf(parts, facts, why === undefined ? 'checked' : `not checked: ${why}`),
  };
}

/** Checks each part of a token. */
function checksOf({ claims }: DecodedJwt, facts: CheckFacts, signature: CheckWords): TokenChecks {
  return {
    signature,
    issuer: issuerCheck(claims.iss, facts),
    audience: audienceCheck(claims.aud, facts),
    nonce: nonceCheck(facts),
    time: timeCheck(claims, facts),
  };
}

function issuerCheck(found: unknown, { issuer }: CheckFacts): CheckWords {
  if (issuer === undefined) return 'not checked: --oauth2-issuer was not passed';
  if (found === undefined) return 'not checked: the token contains no issuer';
  return found === issuer ? 'checked' : `wrong: ${JSON.stringify(found)} is not ${issuer}`;
}

function audienceCheck(audience: unknown, { clientId, isIdToken }: CheckFacts): CheckWords {
  if (!isIdToken) return 'not checked: only the API can check the audience of an access token';
  if (clientId === undefined) return 'not checked: the client ID is unknown';
  const all = Array.isArray(audience) ? audience : [audience];
  return all.includes(clientId) ? 'checked' : `wrong: ${JSON.stringify(audience) ?? 'none'} is not ${clientId}`;
}

function nonceCheck({ isIdToken, nonceChecked }: CheckFacts): CheckWords {
  if (!isIdToken) return 'not checked: only ID tokens have one';
  return nonceChecked ? 'checked' : 'not checked: this token was not asked for with one';
}

function timeCheck({ exp, nbf }: DecodedJwt['claims'], { now }: CheckFacts): CheckWords {
  const seconds = now / 1000;
  if (typeof nbf === 'number' && seconds < nbf - slackSeconds) return 'wrong: it is not good yet';
  if (typeof exp !== 'number') return 'not checked: the token contains no expiry time';
  return seconds > exp + slackSeconds ? 'wrong: it has expired' : 'checked';
}
