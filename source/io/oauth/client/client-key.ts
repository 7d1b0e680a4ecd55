/** The client's private key from `--oauth2-client-key`: PEM, a JWK, or the first private key of a JWK set. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { errorCode, type Failure, isFailure, usageError } from '../../../core/failure.js';

/** A signing key for WebCrypto, and its algorithm in JSON Web Algorithms (RFC 7518). */
export interface ClientKey {
  readonly key: CryptoKey;
  readonly alg: string;
  /** `kid` of a JWK, by which servers find the public key. */
  readonly kid?: string;
}

const forms = 'Use PEM (PKCS #8, PKCS #1, SEC 1), a JWK, or a JWK set with a private key.';

/**
 * Parses the key in a file. A file without a key is a usage failure, because nothing has been sent.
 * @param file its name, for a failure
 * @param offered the algorithms in the server's metadata; if a key supports two, the one listed there is used
 */
export async function readClientKey(
  file: string,
  text: string,
  offered: readonly string[] | undefined,
): Promise<ClientKey | Failure> {
  const found = keyIn(text);
  if (isFailure(found)) return found;
  const alg = algorithmOf(found.key, found.alg, offered);
  if (alg === undefined)
    return usageError(`The key in ${file} has a type that cannot sign a JWT.`, 'Use RSA, EC or Ed25519.');
  try {
    const der = found.key.export({ format: 'der', type: 'pkcs8' });
    const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), subtleOf(alg), false, ['sign']);
    return { key, alg, kid: found.kid };
  } catch {
    return usageError(
      `The key in ${file} cannot sign with ${alg}.`,
      'Create another key: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256',
    );
  }
}

interface MatchedKey {
  readonly key: KeyObject;
  readonly alg?: string;
  readonly kid?: string;
}

/** Never quotes the text, which is a secret. */
function keyIn(text: string): MatchedKey | Failure {
  const begin = text.trimStart();
  try {
    if (!begin.startsWith('{')) return { key: createPrivateKey(text) };
    const value = JSON.parse(begin) as Record<string, unknown>;
    const keys = Array.isArray(value.keys) ? (value.keys as Record<string, unknown>[]) : [value];
    const jwk = keys.find(each => typeof each?.d === 'string' && each.use !== 'enc');
    if (!jwk) return usageError('No private key found in the file of --oauth2-client-key.', forms);
    return {
      key: createPrivateKey({ key: jwk as Record<string, string>, format: 'jwk' }),
      alg: typeof jwk.alg === 'string' ? jwk.alg : undefined,
      kid: typeof jwk.kid === 'string' ? jwk.kid : undefined,
    };
  } catch (error) {
    if (errorCode(error) === 'ERR_MISSING_PASSPHRASE') {
      return usageError(
        'The key of --oauth2-client-key requires a passphrase.',
        'Remove the passphrase: openssl pkey -in FILE -out NEW.',
      );
    }
    return usageError('No private key found in the file of --oauth2-client-key.', forms);
  }
}

const byCurve: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/** The algorithm of a key: the one it specifies, otherwise one that its type supports and the server lists. */
function algorithmOf(
  key: KeyObject,
  said: string | undefined,
  offered: readonly string[] | undefined,
): string | undefined {
  if (said !== undefined && subtleOf(said) !== undefined) return said;
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return offered && !offered.includes('RS256') && offered.includes('PS256') ? 'PS256' : 'RS256';
    case 'rsa-pss':
      return 'PS256';
    case 'ec':
      return byCurve[key.asymmetricKeyDetails?.namedCurve ?? ''];
    case 'ed25519':
      // RFC 9864 calls it Ed25519; most servers only know the older name.
      return offered?.includes('Ed25519') && !offered.includes('EdDSA') ? 'Ed25519' : 'EdDSA';
    default:
      return undefined;
  }
}

type SubtleAlgorithm = Parameters<typeof crypto.subtle.importKey>[2];

/** WebCrypto's name of an algorithm, or undefined if it is not supported. */
function subtleOf(alg: string): SubtleAlgorithm {
  const [, kind, bits] = /^(RS|PS|ES)(256|384|512)$/.exec(alg) ?? [];
  if (kind === 'ES') return { name: 'ECDSA', namedCurve: `P-${bits === '512' ? '521' : bits}` };
  if (kind) return { name: kind === 'RS' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS', hash: `SHA-${bits}` };
  return alg === 'EdDSA' || alg === 'Ed25519' ? { name: 'Ed25519' } : (undefined as unknown as SubtleAlgorithm);
}
