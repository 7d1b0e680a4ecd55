/** Trusted issuers: `--cacert`, the environment variables, or the defaults. */
import { readFile } from 'node:fs/promises';
import { type Failure, isFailure } from '../../../core/failure.js';
import type { NetworkOptions } from '../../../core/options.js';
import type { Environment } from '../../../environment.js';
import { readPem } from './certificates.js';

const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
  '/opt/homebrew/etc/ca-certificates/cert.pem',
];

/**
 * The files of trusted issuers. A variable with the name of a missing file is common (nix) and means the default, as in
 * OpenSSL.
 */
export function issuerFiles(network: NetworkOptions, environment: Environment): readonly string[] {
  if (network.caFile !== undefined) return [network.caFile];
  const { SSL_CERT_FILE: certFile, NODE_EXTRA_CA_CERTS: more } = environment.variables;
  // Node has already added it to its roots.
  return certFile ? [certFile, ...(more ? [more] : [])] : [];
}

/** nix sets SSL_CERT_FILE to this value to mean none. */
const nobodys = '/no-cert-file.crt';

const unread = new WeakMap<Environment, string | undefined>();

/** Returns a note, once per run, if SSL_CERT_FILE names a missing file or one without certificates. */
export function issuerNote(environment: Environment): string | undefined {
  const text = unread.get(environment);
  if (text !== undefined) unread.set(environment, undefined);
  return text;
}

/**
 * Returns the certificates as PEM, or undefined for Node's defaults. An unreadable `--cacert` is a failure; an unreadable file
 * from a variable is not.
 * @param system second attempt after an unknown issuer: adds the roots of Node and the system
 */
export async function issuers(
  network: NetworkOptions,
  environment: Environment,
  system: boolean,
): Promise<string | undefined | Failure> {
  const files = issuerFiles(network, environment);
  const read = await Promise.all(files.map(file => readPem(file, environment)));
  if (network.caFile !== undefined) return read[0];
  const certificates = read.filter(text => !isFailure(text)) as readonly string[];
  const why = read[0];
  if (isFailure(why) && files[0] !== nobodys && !unread.has(environment))
    unread.set(environment, `SSL_CERT_FILE: ${why.text} The certificate authorities of Node are trusted instead.`);
  if (!system) return certificates.length > 0 ? distinct(certificates) : undefined;
  const { NODE_EXTRA_CA_CERTS: extra } = environment.variables;
  const more = certificates.length > 0 || !extra ? undefined : await readPem(extra, environment);
  const { rootCertificates } = await import('node:tls');
  return distinct([
    ...rootCertificates,
    ...certificates,
    ...(more === undefined || isFailure(more) ? [] : [more]),
    ...(await systemBundle()),
  ]);
}

async function systemBundle(): Promise<readonly string[]> {
  for (const file of systemBundles) {
    try {
      return [await readFile(file, 'utf8')];
    } catch {
      // Try where the next system keeps them.
    }
  }
  return [];
}

/** Certificates without duplicates: parsing one takes a quarter of a millisecond, and bundles overlap. */
function distinct(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0] ?? '';
  const byName = new Map<string, string>();
  for (const [block, kind = '', data = ''] of texts
    .join('\n')
    .matchAll(/-----BEGIN ([^-]+)-----([^-]+)-----END \1-----/g)) {
    byName.set(`${kind}${data.replace(/\s+/g, '')}`, block);
  }
  return [...byName.values()].join('\n');
}
