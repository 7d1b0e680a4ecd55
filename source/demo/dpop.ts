/** DPoP (RFC 9449) as the demo's servers check it: a proof shows that the client has the key of its token. */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import type { DemoRequest } from './route.js';

/** The one algorithm of proofs. */
export const proofAlgorithm = 'ES256';
const proofSeconds = 60;

/** Identifiers of proofs, which are good for one request (RFC 9449 11.1). */
const used = new Set<string>();

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
    const { ath, htm, htu, jti = '' } = payload;
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
