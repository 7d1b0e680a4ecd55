/**
 * Messages of a login, step by step and without secrets, for `-v`, `--debug-log` and the full screen. A step contains no usable
 * credentials. The two readable parts of a signed token are included.
 */

import { isSecretName, shownSecret } from '../../credentials/header.js';
import { isObject } from '../../json/loose.js';
import { type DecodedJwt, decodeJwt } from '../jwt.js';

/** A parameter of a message. Untrusted text. */
export interface ProtocolParameter {
  readonly name: string;
  /** Value, with bullets instead of a secret. */
  readonly value: string;
  /** Decoded value of a signed token. */
  readonly jwt?: DecodedJwt;
}

export type ProtocolStep =
  | {
      readonly kind: 'request';
      /** Name of the message: "The token request". */
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
  /** The user is sent to the login page. */
  | { readonly kind: 'authorization'; readonly url: string; readonly parameters: readonly ProtocolParameter[] }
  /** The browser returned to the redirect URI. */
  | { readonly kind: 'callback'; readonly url: string; readonly parameters: readonly ProtocolParameter[] }
  /** No message was necessary. `expiresAt` is in milliseconds since 1970. */
  | { readonly kind: 'kept'; readonly expiresAt?: number };

/** Names of parameters in requests, callbacks and responses that grant access or represent a user. */
const secretParameters = new Set(
  (
    'client_secret client_assertion assertion subject_token actor_token refresh_token access_token id_token id_token_hint ' +
    'token password code code_verifier device_code request response registration_access_token'
  ).split(' '),
);

/** Names in metadata (RFC 8414 2) and responses that look like secrets, but describe the server or the token. */
const ofMetadata = /_(?:endpoint|supported|tokens|aliases)$|^token_type$/;

/** Returns a parameter in the form in which it may be shown. */
export function shownParameter(name: string, value: string): ProtocolParameter {
  const jwt = decodeJwt(value);
  const isHidden = secretParameters.has(name) || jwt !== undefined || (isSecretName(name) && !ofMetadata.test(name));
  return { name, value: isHidden ? shownSecret(value) : value, jwt };
}

/** Returns the parameters of a form or query. */
export const formParameters = (pairs: Iterable<readonly [string, string]>): readonly ProtocolParameter[] =>
  [...pairs].map(([name, value]) => shownParameter(name, value));

/** Returns the members of a JSON response, or of a form sent instead. For any other response, reports only its length. */
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
    // The response may itself be a signed token (UserInfo, OpenID Connect Core 5.3.2).
    if (decodeJwt(text.trim())) return [shownParameter('body', text.trim())];
  }
  return [{ name: 'body', value: `${text.length} characters that are no JSON object` }];
}
