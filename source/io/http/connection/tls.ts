/** TLS options: one secure context per set of trusted issuers and client identity. */
import type { SecureContext, SecureContextOptions, SecureVersion } from 'node:tls';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { TlsFlags, TlsVersion } from '../../../core/options.js';
import type { Environment } from '../../../environment.js';
import { forgetMaterial, stampOf } from './certificates.js';
import { identity } from './identity.js';
import { issuerFiles, issuers } from './issuers.js';

export interface TlsOptions {
  readonly rejectUnauthorized?: false;
  /** If absent, Node's default, with its roots. */
  readonly secureContext?: SecureContext;
}

export interface TlsChoice {
  /** Second attempt after an unknown issuer: also trusts the system's bundle. */
  readonly systemIssuers: boolean;
}

/** Whether the system's bundle may help: the issuer is unknown and the user named none. */
export const mayTrySystemIssuers = (code: string | undefined, flags: TlsFlags): boolean =>
  flags.caFile === undefined && !flags.insecure && code !== undefined && unknownIssuer.has(code);

const unknownIssuer = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** A file that is not a certificate or key is a failure; nothing has been sent. */
export async function tlsOptions(
  flags: TlsFlags,
  environment: Environment,
  choice: TlsChoice,
): Promise<TlsOptions | Failure> {
  const secureContext = await contextFor(flags, environment, choice);
  if (isFailure(secureContext)) return secureContext;
  return {
    ...(flags.insecure ? { rejectUnauthorized: false } : {}),
    ...(secureContext ? { secureContext } : {}),
  };
}

type SecureContextResult = Promise<SecureContext | undefined | Failure>;

/** Contexts of a run by their inputs: parsing a bundle of 140 roots takes longer than sending a request. */
const contextsOf = memoizeWeak((_: Environment) => new Map<string, SecureContextResult>());

async function contextFor(
  flags: TlsFlags,
  environment: Environment,
  { systemIssuers }: TlsChoice,
): SecureContextResult {
  const { certFile, keyFile, tlsMin, tlsMax } = flags;
  const files = [...issuerFiles(flags, environment), ...(certFile ? [certFile, keyFile ?? certFile] : [])];
  if (files.length === 0 && !systemIssuers && !tlsMin && !tlsMax) return undefined;
  const stamps = await Promise.all(files.map(file => stampOf(file, environment)));
  const key = JSON.stringify([systemIssuers, tlsMin, tlsMax, certFile !== undefined, stamps]);
  const cache = contextsOf(environment);
  const context = cache.get(key) ?? makeContext(flags, environment, systemIssuers);
  cache.set(key, context);
  const made = await context;
  if (isFailure(made)) cache.delete(key);
  return made;
}

const versions: Readonly<Record<TlsVersion, SecureVersion>> = {
  '1.0': 'TLSv1',
  '1.1': 'TLSv1.1',
  '1.2': 'TLSv1.2',
  '1.3': 'TLSv1.3',
};

async function makeContext(flags: TlsFlags, environment: Environment, systemIssuers: boolean): SecureContextResult {
  const ca = await issuers(flags, environment, systemIssuers);
  if (isFailure(ca)) return ca;
  const own = flags.certFile === undefined ? {} : await identity(flags.certFile, flags, environment);
  if (isFailure(own)) return own;
  const { tlsMin, tlsMax } = flags;
  // By default, OpenSSL 3 rejects ciphers of versions before 1.2.
  const old = [tlsMin, tlsMax].some(version => version === '1.0' || version === '1.1');
  const options: SecureContextOptions = {
    ca,
    ...own,
    ...(old ? { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } : {}),
    ...(tlsMin ? { minVersion: versions[tlsMin] } : {}),
    ...(tlsMax ? { maxVersion: versions[tlsMax] } : {}),
  };
  const { createSecureContext } = await import('node:tls');
  try {
    return createSecureContext(options);
  } catch (error) {
    forgetMaterial(environment);
    return refusal(error as NodeJS.ErrnoException, options.passphrase !== undefined);
  }
}

/** Names the bad file, rather than a failed connection. */
function refusal(error: NodeJS.ErrnoException, hasPassphrase: boolean): Failure {
  const { code, message } = error;
  // One wrong passphrase in about 200 decrypts the key to bytes with valid padding, which OpenSSL then cannot decode.
  const isUndecodable = hasPassphrase && message.includes('DECODER routines::unsupported');
  const advice = words.find(([pattern]) => pattern.test(isUndecodable ? 'bad decrypt' : message));
  return failure('tls', advice?.[1] ?? `A certificate or key cannot be read (${message}).`, {
    code,
    hint: advice?.[2] ?? 'Check --cacert, --cert, --key and SSL_CERT_FILE.',
    cause: error,
  });
}

const words: readonly (readonly [pattern: RegExp, text: string, hint: string])[] = [
  [/mismatch/i, 'The key does not belong to the certificate.', 'Check --cert and --key.'],
  [/decrypt|password|mac verify/i, 'The passphrase is wrong for the key.', 'Check --key-pass.'],
  [
    /unsupported|RC2/i,
    'The key is encrypted with an algorithm that OpenSSL no longer supports.',
    'Convert it to PEM: openssl pkcs12 -legacy -in FILE -nodes -out FILE.pem',
  ],
];
