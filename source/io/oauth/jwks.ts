/** The public keys of an authorization server (RFC 7517), and signature verification with them. */
import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import { errorCode, type Failure, failure, isFailure } from '../../core/failure.js';
import { type JsonObject, type RawResponse, readObject } from '../../core/oauth/token-response.js';
import type { TokenContext } from './context.js';
import type { Server } from './endpoint.js';
import { exchange } from './message.js';

/** Parses a response as a key set. */
export function readJwks(raw: RawResponse, what: string): JsonObject | Failure {
  if (raw.status !== 200) return failure('login', `${what} returned status ${raw.status}.`);
  const keySet = readObject(raw, what);
  if (isFailure(keySet)) return keySet;
  return Array.isArray(keySet.keys) ? keySet : failure('login', `${what} returned no keys.`);
}

/** Result of checking a signature. */
type SignatureCheck =
  | { readonly checked: true }
  /** It could not be checked. */
  | { readonly checked: false; readonly why: string };

/**
 * Verifies the signature of a token with its server's keys. An invalid signature is a failure.
 * @param noun names the token in a message
 */
export async function checkSignature(
  context: TokenContext,
  server: Server,
  token: string,
  noun = 'the token',
): Promise<SignatureCheck | Failure> {
  const uri = server.metadata.jwks_uri;
  if (context.options.issuer === undefined)
    return { checked: false, why: 'no --oauth2-issuer was given to select the keys' };
  if (typeof uri !== 'string') return { checked: false, why: 'the metadata contains no keys' };
  const what = `The request for the keys at ${uri}`;
  const raw = await exchange(context, uri, what, { method: 'GET', headers: { accept: 'application/json' } });
  const keys = isFailure(raw) ? raw : readJwks(raw, what);
  if (isFailure(keys)) return { checked: false, why: keys.text };
  try {
    await compactVerify(token, createLocalJWKSet(keys as unknown as JSONWebKeySet));
    return { checked: true };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      return failure(
        'login',
        `The signature of ${noun} is wrong: it was not made with the keys of ${server.metadata.issuer}.`,
        {
          hint: `Do not use it. Check whether ${noun} comes from another server, or the keys were changed.`,
        },
      );
    }
    return { checked: false, why: `no key of the server matches (${errorCode(error) ?? 'unknown'})` };
  }
}
