/** Credentials in headers, and the display of their values. */
import type { HeaderOption } from '../options.js';
import type { HeaderLine } from '../request/spec.js';
import { bullets, isSecret, reveal, type Secret } from '../secret.js';

/**
 * Header names whose values are treated as credentials. They are dropped on a cross-origin redirect and shown as bullets.
 * Signatures and proofs are included, because they are as good as the secret while they are valid.
 */
const words =
  /auth|token|secret|key|cookie|session|passw|passphrase|passcode|credential|signature|csrf|bearer|assertion|jwt|hmac|dpop|attest|appcheck|(?:^|-)(?:otp|proof|sig|sign|signed)(?:-|$)/i;

/** Returns true if a header name indicates a credential. */
export const isSecretName = (name: string): boolean => words.test(name);

/** Returns true for `Authorization` (RFC 9110 11.6.2). */
export const isAuthorization = (name: string): boolean => name.toLowerCase() === 'authorization';

/** Returns true if a header line contains a credential. */
export const carriesCredential = ({ name, value }: HeaderLine): boolean => isSecret(value) || isSecretName(name);

/** Returns true if a `-H` may contain a credential. A file that has not been read yet may. */
export const mayCarryCredential = (option: HeaderOption): boolean =>
  option.kind === 'file' || option.kind === 'secret' || (option.kind === 'set' && isSecretName(option.name));

/** Returns the scheme before a credential with the following blanks, or an empty string. It is not secret. */
export const schemeOf = (value: string): string =>
  /^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey|JWT|Key)\s+/i.exec(value)?.[0] ?? '';

/** Returns a secret for display: bullets, after its scheme if it has one (`Bearer ••••`). */
export const shownSecret = (value: Secret | string): string => schemeOf(reveal(value)) + bullets;

/** Returns a pair for display, with bullets if the name indicates a secret. */
export const shownPair = (name: string, value: string, mask = bullets): string =>
  `${name}=${isSecretName(name) ? mask : value}`;

/** Removes the scheme, which is not secret. */
export const withoutScheme = (value: string): string => value.replace(/^[A-Za-z]+ /, '');

/** Returns the scope required by an `insufficient_scope` challenge (RFC 6750 3.1). Untrusted text. */
export function missingScope(challenges: readonly string[]): string | undefined {
  const challenge = challenges.find(value => /\berror\s*=\s*"?insufficient_scope\b/i.test(value));
  return /\bscope\s*=\s*(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,300})"|([\w.:/-]{1,300}))/i
    .exec(challenge ?? '')
    ?.slice(1)
    .find(Boolean);
}
