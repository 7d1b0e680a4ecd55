/**
 * DPoP (RFC 9449): a key of ours to which a token is bound, and the proof sent with each request. The key is stored with the
 * token. Nonces from servers are remembered by origin for the duration of the run.
 */
import { createHash, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { base64url } from '../../../core/oauth/login/authorization-url.js';
import type { Signer, SignerFeedback, UnsignedRequest } from '../../../core/request/spec.js';
import { reveal, type Secret, secret } from '../../../core/secret.js';
import type { Environment } from '../../../environment.js';

/** The only algorithm of our keys, because every server with DPoP supports it. */
const alg = 'ES256';

/** Returns a new key as the JSON text of a private JWK (RFC 7517). */
export async function newDPoPKey(): Promise<Secret> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return secret(JSON.stringify(await exportJWK(privateKey)));
}

/** The key's thumbprint (RFC 7638), which binds a code to it as `dpop_jkt` (RFC 9449 10). */
export const thumbprintOf = (key: Secret): Promise<string> => calculateJwkThumbprint(publicOf(parsed(key)));

const parsed = (key: Secret): JWK => JSON.parse(reveal(key)) as JWK;

const publicOf = ({ kty = '', crv, x, y }: JWK): JWK => ({ kty, crv, x, y });

/** A signer that also reports whether it has received a nonce that the last request to a URL did not contain. */
export interface DPoPSigner extends Signer {
  /** RFC 9449 8: the authorization server asks for a nonce with 400 and an error in the body. */
  hasFreshNonce(url: URL): boolean;
}

/**
 * Creates proofs with a key.
 * @param token the access token sent with them; absent at the authorization server
 */
export function dpopSigner(key: Secret, environment: Environment, token?: Secret): DPoPSigner {
  const jwk = parsed(key);
  const nonces = new Map<string, string>();
  const used = new Map<string, string | undefined>();
  const ath = token && createHash('sha256').update(reveal(token)).digest('base64url');
  let imported: Promise<CryptoKey | Uint8Array | KeyObject> | undefined;
  return {
    async sign({ method, url }: UnsignedRequest) {
      imported ??= importJWK(jwk, alg);
      const nonce = nonces.get(url.origin);
      used.set(url.origin, nonce);
      const claims = {
        jti: base64url(environment.random(16)),
        htm: method,
        htu: `${url.origin}${url.pathname}`,
        nonce,
        ath,
      };
      const proof = await new SignJWT(claims)
        .setProtectedHeader({ typ: 'dpop+jwt', alg, jwk: publicOf(jwk) })
        .setIssuedAt(Math.floor(environment.now() / 1000))
        .sign(await imported);
      return [{ name: 'DPoP', value: secret(proof) }];
    },
    readResponse({ url }, { headers, status }: SignerFeedback) {
      const nonce = headers.find(([name]) => name.toLowerCase() === 'dpop-nonce')?.[1];
      // RFC 9449 8.1 allows no other characters. The size is limited because every proof contains the nonce.
      if (nonce === undefined || !/^[\x21\x23-\x5b\x5d-\x7e]{1,1000}$/.test(nonce)) return false;
      nonces.set(url.origin, nonce);
      return status === 401 && nonce !== used.get(url.origin) && asksForNonce(headers);
    },
    hasFreshNonce: url => nonces.has(url.origin) && nonces.get(url.origin) !== used.get(url.origin),
  };
}

const asksForNonce = (headers: SignerFeedback['headers']): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'www-authenticate' && /use_dpop_nonce/i.test(value));
