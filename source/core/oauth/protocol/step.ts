/**
 * The messages of a login, step by step and without secrets: for `-v`, `--debug-log` and the screen. A step holds
 * nothing that opens anything; of a signed token its two readable parts stay.
 */

import { isSecretName } from '../../credentials/header.js';
import { isObject } from '../../json/loose.js';
import { bullets } from '../../secret.js';
import { type DecodedJwt, decodeJwt } from '../jwt.js';

/** One parameter of a message. Untrusted text. */
export interface ProtocolParameter {
  readonly name: string;
  /** Bullets in place of a secret. */
  readonly value: string;
  /** The decoded value of a signed token. */
  readonly jwt?: DecodedJwt;
}

/** One step of the protocol. */
export type ProtocolStep =
  | {
      readonly kind: 'request';
      /** "The token request": which message it is. */
      readonly name: string;
      readonly method: string;
      readonly url: string;
      readonly parameters: readonly ProtocolParameter[];
    }
  | {
      readonly kind: 'response';
      readonly name: string;
      readonly status: number;
      readonly parameters: readonly ProtocolParameter[];
    }
  /** A person is sent to the login page. */
  | { readonly kind: 'authorization'; readonly url: string; readonly parameters: readonly ProtocolParameter[] }
  /** The browser came back. */
  | { readonly kind: 'callback'; readonly url: string; readonly parameters: readonly ProtocolParameter[] }
  /** No message was needed. `expiresAt` in milliseconds since 1970. */
  | { readonly kind: 'kept'; readonly expiresAt?: number };

/** Parameters that open something, or stand for somebody, by their names in requests, callbacks and responses. */
const secretParameters = new Set(
  (
    'client_secret client_assertion assertion subject_token actor_token refresh_token access_token id_token id_token_hint ' +
    'token password code code_verifier device_code request response registration_access_token'
  ).split(' '),
);

/** A parameter as it may be shown. */
export function shownParameter(name: string, value: string): ProtocolParameter {
  const jwt = decodeJwt(value);
  const isHidden = secretParameters.has(name) || jwt !== undefined || isSecretName(name);
  const scheme = /^(?:authorization)$/i.test(name) ? `${value.split(' ', 1)[0]} ${bullets}` : bullets;
  return { name, value: isHidden ? scheme : value, jwt };
}

/** The parameters of a form or of a query. */
export const formParameters = (pairs: Iterable<readonly [string, string]>): readonly ProtocolParameter[] =>
  [...pairs].map(([name, value]) => shownParameter(name, value));

/** The members of a JSON response, or of a form in its place; of anything else only its length is told. */
export function bodyParameters(text: string): readonly ProtocolParameter[] {
  if (text === '') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed)) {
      return Object.entries(parsed).map(([name, value]) =>
        shownParameter(name, typeof value === 'string' ? value : JSON.stringify(value)),
      );
    }
  } catch {
    if (/^[\w.-]+=/.test(text)) return formParameters(new URLSearchParams(text));
    // A response that is itself a signed token (UserInfo, OpenID Connect Core 5.3.2).
    if (decodeJwt(text.trim())) return [shownParameter('body', text.trim())];
  }
  return [{ name: 'body', value: `${text.length} characters that are no JSON object` }];
}
