/** Credentials in headers, and how their values are shown. */
import type { HeaderOption } from '../options.js';
import type { HeaderLine } from '../request/spec.js';
import { bullets, isSecret, reveal, type Secret } from '../secret.js';

/**
 * Header names whose values are treated as credentials: dropped on a cross-origin redirect and shown as bullets. Includes
 * signatures and proofs, which are as good as the secret while they last.
 */
const words =
  /auth|token|secret|key|cookie|session|passw|passphrase|passcode|credential|signature|csrf|bearer|assertion|jwt|hmac|dpop|attest|appcheck|(?:^|-)(?:otp|proof|sig|sign|signed)(?:-|$)/i;

/** Whether a header name is that of a credential. */
export const isSecretName = (name: string): boolean => words.test(name);

/** Whether this is `Authorization` (RFC 9110 11.6.2). */
export const isAuthorization = (name: string): boolean => name.toLowerCase() === 'authorization';

/** Whether a request line has a credential. */
export const carriesCredential = ({ name, value }: HeaderLine): boolean => isSecret(value) || isSecretName(name);

/** Whether a `-H` may have a credential; a file not read yet may. */
export const mayCarryCredential = (option: HeaderOption): boolean =>
  option.kind === 'file' || option.kind === 'secret' || (option.kind === 'set' && isSecretName(option.name));

const scheme = /^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey) /i;

/** A secret for display: bullets, after its scheme if any (`Bearer ••••`). */
export const shownSecret = (value: Secret): string => `${scheme.exec(reveal(value))?.[0] ?? ''}${value}`;

/** A pair for display: bullets after a secret's name. */
export const shownPair = (name: string, value: string, mask = bullets): string =>
  `${name}=${isSecretName(name) ? mask : value}`;

/** Removes the scheme, which is not a secret. */
export const withoutScheme = (value: string): string => value.replace(/^[A-Za-z]+ /, '');

/** The scope demanded by an `insufficient_scope` challenge (RFC 6750 3.1); untrusted text. */
export function missingScope(challenges: readonly string[]): string | undefined {
  const found = challenges.find(value => /\berror\s*=\s*"?insufficient_scope\b/i.test(value));
  return /\bscope\s*=\s*(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,300})"|([\w.:/-]{1,300}))/i
    .exec(found ?? '')
    ?.slice(1)
    .find(Boolean);
}
