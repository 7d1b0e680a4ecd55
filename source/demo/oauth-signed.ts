/**
 * JWTs signed by the client `demo-signed`: client authentication, grants (RFC 7523 2) and authorization requests (RFC 9101).
 */
import { generateKeyPairSync } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { DemoRequest } from './route.js';

/** Client that authenticates with its key. */
export const demoSignedClient = 'demo-signed';
/** The only algorithm for its JWTs. */
export const clientAlgorithm = 'ES256';
/** Path of its private key. */
export const clientKeyPath = '/oauth/client-key.pem';

const maxSeconds = 3600;

/** Created by each process, so that a leftover key is useless later. */
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Private key as PKCS #8. The demo gives it to everybody: it protects nothing, but lets users try signing. */
export const clientKeyPem = (): string => privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

/** Identifiers of used assertions (RFC 7523 3, jti). */
const used = new Set<string>();

/** How a JWT is validated. */
interface Rules {
  /** Members that it must have in addition to `iss`, `aud` and `exp`. */
  readonly required: readonly string[];
  /** Whether it is valid for one request only. */
  readonly once: boolean;
}

/**
 * Returns the claims of a JWT that is signed with the client's key and intended for this server.
 * @returns a sentence with the reason if they cannot be trusted
 */
export async function claimsOf(
  jwt: string,
  { origin, pathname }: DemoRequest['url'],
  { once, required }: Rules,
): Promise<JWTPayload | string> {
  try {
    const { payload } = await jwtVerify(jwt, publicKey, {
      algorithms: [clientAlgorithm],
      issuer: demoSignedClient,
      audience: [...new Set([origin, `${origin}/oauth/token`, origin + pathname])],
      requiredClaims: ['exp', ...required],
    });
    const { exp = 0, jti } = payload;
    const left = exp - Date.now() / 1000;
    if (left > maxSeconds) return 'A signed JWT must expire within an hour.';
    if (!once || jti === undefined) return payload;
    if (used.has(jti)) return 'This JWT was used before: its jti is known.';
    used.add(jti);
    setTimeout(() => used.delete(jti), left * 1000).unref();
    return payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed)
      return `The JWT is not signed with the key of ${demoSignedClient}. Get the current key with GET ${origin}${clientKeyPath}; it changes at each start.`;
    if (error instanceof errors.JOSEError) return `The JWT was rejected: ${error.message}.`;
    throw error;
  }
}
