/** Whether a header carries a credential, and what of its value may be shown. */
import type { HeaderOption } from '../options.js';
import type { HeaderLine } from '../request/spec.js';
import { bullets, isSecret, reveal, type Secret } from '../secret.js';

/**
 * Names whose value is taken for a credential: it does not cross to another origin on a redirect
 * and is shown as bullets. So is what signs or proves: it is as good as the secret behind it, for a while.
 */
const words =
  /auth|token|secret|key|cookie|session|passw|passphrase|passcode|credential|signature|csrf|bearer|assertion|jwt|hmac|dpop|attest|appcheck|(?:^|-)(?:otp|proof|sig|sign|signed)(?:-|$)/i;

/** True for the name of a header that carries a credential, by the words in it. */
export const isSecretName = (name: string): boolean => words.test(name);

/** True for the one header that most kinds of credential fill (RFC 9110 11.6.2). */
export const isAuthorization = (name: string): boolean => name.toLowerCase() === 'authorization';

/** Whether a line of a request carries a credential. */
export const carriesCredential = ({ name, value }: HeaderLine): boolean => isSecret(value) || isSecretName(name);

/** Whether a `-H` may carry a credential: of a file that is not read yet nobody knows. */
export const mayCarryCredential = (option: HeaderOption): boolean =>
  option.kind === 'file' || option.kind === 'secret' || (option.kind === 'set' && isSecretName(option.name));

const scheme = /^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey) /i;

/** A secret as it may be shown: bullets, behind its scheme if it has one (`Bearer ••••`). */
export const shownSecret = (value: Secret): string => `${scheme.exec(reveal(value))?.[0] ?? ''}${value}`;

/** A pair as it may be shown: bullets behind a name that speaks of a secret. */
export const shownPair = (name: string, value: string, mask = bullets): string =>
  `${name}=${isSecretName(name) ? mask : value}`;

/** A secret without the scheme in front of it, which is the same for everybody. */
export const withoutScheme = (value: string): string => value.replace(/^[A-Za-z]+ /, '');

/** The scope that a server asks for with `insufficient_scope` (RFC 6750 3.1) in one of its challenges; foreign text. */
export function missingScope(challenges: readonly string[]): string | undefined {
  const found = challenges.find(value => /\berror\s*=\s*"?insufficient_scope\b/i.test(value));
  return /\bscope\s*=\s*(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,300})"|([\w.:/-]{1,300}))/i
    .exec(found ?? '')
    ?.slice(1)
    .find(Boolean);
}
