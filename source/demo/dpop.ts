/** DPoP (RFC 9449) as the demo's servers check it: a proof shows that the client has the key of its token. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, decodeJwt, EmbeddedJWK, jwtVerify } from 'jose';
import type { DemoRequest } from './route.js';

/** The one algorithm of proofs. */
export const proofAlgorithm = 'ES256';
const proofSeconds = 60;

/** Identifiers of proofs, which are good for one request (RFC 9449 11.1). */
const used = new Set<string>();

const nonceSeconds = 120;
const nonceKey = randomBytes(32);

/** The nonce of a span of time; the one before stays good, so that none ends on its way (RFC 9449 8). */
const nonceOf = (span: number): string => createHmac('sha256', nonceKey).update(String(span)).digest('base64url');
const spanNow = (): number => Math.floor(Date.now() / 1000 / nonceSeconds);

/** For `DPoP-Nonce`: what proofs must carry from now on. */
export const freshNonce = (): string => nonceOf(spanNow());

const isFresh = (nonce: unknown): boolean => [spanNow(), spanNow() - 1].some(span => nonce === nonceOf(span));

/** Whether a request has a proof without the nonce it needs: the client is to ask again with one. */
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
 * The thumbprint of the key that signed the request's proof (RFC 9449 4.3); undefined without a valid proof.
 * @param token the access token it must be made for; absent at the authorization server
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
    // RFC 9449 does not say how a WebSocket is named.
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
