/** DPoP (RFC 9449) as the demo's servers check it: a proof shows that the client has the key to which its token is bound. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, decodeJwt, EmbeddedJWK, jwtVerify } from 'jose';
import type { DemoRequest } from './route.js';

/** The only algorithm for proofs. */
export const proofAlgorithm = 'ES256';
const proofSeconds = 60;

/** Identifiers of used proofs. A proof is valid for one request (RFC 9449 11.1). */
const used = new Set<string>();

const nonceSeconds = 120;
const nonceKey = randomBytes(32);

/** The nonce of an interval. The previous one remains valid, so that none expires in transit (RFC 9449 8). */
const nonceOf = (span: number): string => createHmac('sha256', nonceKey).update(String(span)).digest('base64url');
const spanNow = (): number => Math.floor(Date.now() / 1000 / nonceSeconds);

/** Value of `DPoP-Nonce`, which later proofs must contain. */
export const freshNonce = (): string => nonceOf(spanNow());

const isFresh = (nonce: unknown): boolean => [spanNow(), spanNow() - 1].some(span => nonce === nonceOf(span));

/** Whether a request has a proof that lacks the required nonce. The client is asked to retry with one. */
export function lacksNonce({ header }: Pick<DemoRequest, 'header'>): boolean {
  const proof = header('dpop');
  if (proof === undefined) return false;
  try {
    return !isFresh(decodeJwt(proof).nonce);
  } catch {
    return false;
  }
}

/**
 * Returns the thumbprint of the key that signed the request's proof (RFC 9449 4.3), or undefined without a valid proof.
 * @param token the access token for which it must be made; absent at the authorization server
 */
export async function provenKey(
  { header, method, url }: Pick<DemoRequest, 'header' | 'method' | 'url'>,
  token?: string,
): Promise<string | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(header('dpop') ?? '', EmbeddedJWK, {
      algorithms: [proofAlgorithm],
      typ: 'dpop+jwt',
      maxTokenAge: proofSeconds,
      requiredClaims: ['jti', 'htm', 'htu'],
    });
    const { ath, htm, htu, jti = '', nonce } = payload;
    if (!isFresh(nonce)) return undefined;
    // RFC 9449 does not define the URL of a WebSocket.
    const named = String(htu).replace(/^ws/, 'http');
    if (htm !== method || named !== url.origin + url.pathname || used.has(jti)) return undefined;
    if (token !== undefined && ath !== createHash('sha256').update(token).digest('base64url')) return undefined;
    used.add(jti);
    setTimeout(() => used.delete(jti), proofSeconds * 1000).unref();
    return await calculateJwkThumbprint(protectedHeader.jwk ?? {});
  } catch {
    return undefined;
  }
}
