/** Basic credentials (RFC 7617), and checks of credentials sent as Basic or Bearer (RFC 6750). */
import { type Failure, usageError } from '../failure.js';
import { bearerProblem } from '../request/header-option.js';
import type { Credentials } from '../request/spec.js';
import { reveal, type Secret, secret } from '../secret.js';

/** Returns `Basic …` for a user and password: UTF-8 in NFC (RFC 7617 2.1), encoded as base64. */
export function basicValue(user: string, password: Secret | string): Secret {
  const text = `${user}:${reveal(password)}`;
  // normalize() loads ICU, which is unnecessary for plain ASCII.
  const composed = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFC');
  return secret(`Basic ${Buffer.from(composed, 'utf8').toString('base64')}`);
}

/** Returns why credentials read from a file, variable or prompt cannot be sent, or `undefined` if they can. */
export function credentialsProblem(credentials: Credentials): Failure | undefined {
  const { basic, bearer } = credentials;
  if (basic?.user.includes(':')) {
    return usageError(
      'The user name contains a colon, which Basic authentication does not allow.',
      'See RFC 7617, section 2.',
    );
  }
  if (basic && /[\x00-\x1f\x7f]/.test(`${basic.user}${reveal(basic.password)}`)) {
    return usageError(
      'The user name or password contains a control character.',
      'Only one trailing newline of a file or variable is removed.',
    );
  }
  const problem = bearer && bearerProblem(reveal(bearer));
  return problem ? usageError(`The token ${problem}.`, 'A Bearer token must be a single word.') : undefined;
}

/** Splits `user:pass` at the first colon. Without a colon, there is no password. */
export function splitUserPassword(text: string): { readonly user: string; readonly password?: Secret } {
  const colon = text.indexOf(':');
  if (colon < 0) return { user: text };
  return { user: text.slice(0, colon), password: secret(text.slice(colon + 1)) };
}
