/** Parses the challenges of WWW-Authenticate (RFC 9110 11.6.1). All of the text is untrusted. */

import { type Hint, hint, step } from '../hint.js';

export interface Challenge {
  /** Lower-case authentication scheme. */
  readonly scheme: string;
  /** Parameters by lower-case name. */
  readonly params: ReadonlyMap<string, string>;
}

const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const blanks = /[ \t]*/y;
const commas = /[ \t,]*/y;
const quoted = /"((?:[^"\\]|\\[\s\S])*)"?/y;
const token68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;

/** Parses all header values in order. At malformed text, the rest of that value is ignored. */
export function readChallenges(values: readonly string[]): readonly Challenge[] {
  return values.flatMap(value => [...challengesIn(value)]);
}

function* challengesIn(text: string): Generator<Challenge> {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  take(commas);
  for (let scheme = take(token)?.[0]; scheme !== undefined; ) {
    const params = new Map<string, string>();
    let next: string | undefined;
    take(blanks);
    const before = at;
    // `Negotiate YII…` has a token instead of parameters.
    if (!/^[^\s,=]+[ \t]*=[ \t]*[^=\s,]/.test(text.slice(at)) && take(token68)) take(commas);
    else at = before;
    for (;;) {
      take(commas);
      const name = take(token)?.[0];
      if (name === undefined) break;
      take(blanks);
      if (text[at] !== '=') {
        // A word without a value starts the next challenge.
        next = name;
        break;
      }
      at++;
      take(blanks);
      const value = take(quoted)?.[1]?.replace(/\\([\s\S])/g, '$1') ?? take(token)?.[0];
      if (value === undefined) break;
      if (!params.has(name.toLowerCase())) params.set(name.toLowerCase(), value);
    }
    yield { scheme: scheme.toLowerCase(), params };
    scheme = next;
  }
}

/** Returns the parameters of Authentication-Info (RFC 7615) by lower-case name. */
export const readInfo = (value: string): ReadonlyMap<string, string> =>
  readChallenges([`info ${value}`])[0]?.params ?? new Map();

const named: Readonly<Record<string, string>> = { ntlm: 'NTLM', negotiate: 'Negotiate (Kerberos)' };

/**
 * Returns a hint for a 401 about a scheme that was not used or is not supported, or `undefined` if the failure is clear without
 * one.
 * @param sent lower-case scheme of the Authorization header that was sent
 * @param byDigest true if a Digest challenge would have been answered
 */
export function challengeHint(
  challenges: readonly Challenge[],
  sent: string | undefined,
  byDigest = false,
): Hint | undefined {
  const schemes = challenges.map(each => each.scheme);
  if (byDigest) return sent === undefined ? noDigest(challenges) : undefined;
  if (schemes.includes('digest') && sent !== 'digest') {
    return hint`The server requires Digest. ${step('change-login', 'Pass --digest with -u USER:PASS.')}`;
  }
  const unknown = schemes.find(scheme => Object.hasOwn(named, scheme));
  if (unknown === undefined || schemes.some(scheme => scheme === 'basic' || scheme === 'bearer')) return undefined;
  return hint`The server requires ${named[unknown]}, which is not supported. curl supports it: ${step('run', `--${unknown}`)}.`;
}

/** Returns why a 401 was not answered with Digest. */
function noDigest(challenges: readonly Challenge[]): Hint {
  const digest = challenges.find(({ scheme }) => scheme === 'digest')?.params;
  if (digest) {
    const wants = [digest.get('algorithm') ?? 'MD5', ...(digest.has('qop') ? [`qop ${digest.get('qop')}`] : [])];
    return `The server requires an unsupported Digest: ${digest.has('nonce') ? wants.join(', ') : 'without a nonce'}.`;
  }
  return challenges.some(({ scheme }) => scheme === 'basic')
    ? hint`The server requires Basic instead of Digest. ${step('change-login', 'Without --digest, -u sends the password with Basic.')}`
    : 'The server does not use Digest.';
}

/** Explanations of missing or rejected credentials, by the place where the server reports them. */
export const loginHints = {
  401: hint`Credentials are required: ${step('set-login', '-B TOKEN, -u user:pass, --oauth2 … or -H.')}`,
  403: hint`The credentials are missing or insufficient: ${step('set-login', '-B, -u, --oauth2, -K or -H.')}`,
  rejected: 'The server rejected the credentials.',
  /** Hint after a 401 or 403 while the full screen loads a schema. */
  connect: 'Credentials missing or rejected. Press H to change them and retry.',
  forbidden: 'The credentials do not permit this request.',
  introspection: hint`${step('change-login', 'Pass credentials (-B, -u, --oauth2, -H).')}`,
  upgrade: hint`${step('change-login', 'Pass credentials with -B, -u, --oauth2, -K or -H.')} They are sent with the upgrade and with connection_init.`,
  socket: hint`${step('change-login', 'Pass credentials with -B, -u, --oauth2, -H, or --connection-params for the payload of connection_init.')}`,
  webSocket: hint`${step('change-login', 'Pass credentials with -B, -u, --oauth2, -K or -H.')}`,
  missing:
    'Pass credentials with -B TOKEN, -u USER:PASS, an API key (-K NAME=KEY or -H NAME:KEY) or --oauth2 FLOW:TOKEN_URL:ID.',
} as const;

const flags: Readonly<Record<string, string>> = {
  bearer: '-B TOKEN or --oauth2 FLOW:TOKEN_URL:ID',
  basic: '-u USER:PASS',
  apikey: '-K NAME=KEY or -H NAME:KEY',
};

/** Returns the flags for the schemes in WWW-Authenticate, or undefined if none is supported, which the engine has reported. */
export function missingLogin(values: readonly string[]): string | undefined {
  const schemes = readChallenges(values).map(({ scheme }) => scheme);
  if (schemes.length === 0) return loginHints.missing;
  const known = Object.keys(flags).filter(scheme => schemes.includes(scheme));
  return known.length === 0 ? undefined : `Pass credentials with ${known.map(scheme => flags[scheme]).join(', ')}.`;
}

/** A stronger or more recent login that an API requires (RFC 9470 3). Untrusted text. */
export interface StepUp {
  /** `acr_values` in order of preference. */
  readonly acrValues?: string;
  /** `max_age` in seconds. */
  readonly maxAge?: string;
}

/** Returns the login required by an `insufficient_user_authentication` challenge, if there is one. */
export function stepUpOf(values: readonly string[]): StepUp | undefined {
  if (!values.some(value => value.includes('insufficient_user_authentication'))) return undefined;
  const challenge = readChallenges(values).find(
    ({ params }) => params.get('error') === 'insufficient_user_authentication',
  );
  if (!challenge) return undefined;
  const acrValues = challenge.params.get('acr_values');
  const maxAge = challenge.params.get('max_age');
  return {
    acrValues: acrValues !== undefined && /^[\x20-\x7e]{1,300}$/.test(acrValues) ? acrValues : undefined,
    maxAge: maxAge !== undefined && /^\d{1,9}$/.test(maxAge) ? maxAge : undefined,
  };
}
