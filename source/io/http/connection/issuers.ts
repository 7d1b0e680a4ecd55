/** Trusted issuers: `--cacert`, the environment variables, or the defaults. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, failure, isFailure, usageError } from '../../../core/failure.js';
import type { TlsFlags } from '../../../core/options.js';
import type { Environment } from '../../../environment.js';
import { pathOf } from '../../sources.js';
import { readPem } from './certificates.js';
import { authorityPaths, type NamedPath, noteVariable } from './tls-variables.js';

const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
  '/opt/homebrew/etc/ca-certificates/cert.pem',
];

/** Files and folders of trusted issuers, whose versions identify a secure context. */
export function issuerFiles(flags: TlsFlags, environment: Environment): readonly string[] {
  if (flags.caFile !== undefined) return [flags.caFile];
  const paths = authorityPaths(environment).map(({ path }) => path);
  const { NODE_EXTRA_CA_CERTS: more } = environment.variables;
  // Node has already added it to its roots.
  return paths.length > 0 && more ? [...paths, more] : paths;
}

/** nix sets SSL_CERT_FILE to this value to mean none. */
const nixPlaceholder = '/no-cert-file.crt';

/** Returns the certificates of a file or folder; unreadable ones are noted and ignored. */
async function authoritiesIn(named: NamedPath, environment: Environment): Promise<readonly string[]> {
  const full = pathOf(named.path, environment);
  // In Python, REQUESTS_CA_BUNDLE may also be a folder.
  const names = await readdir(full).catch(() => undefined);
  if (names) {
    const all = await Promise.all(names.map(name => readFile(path.join(full, name), 'utf8').catch(() => '')));
    return all.filter(text => text.includes('-----BEGIN CERTIFICATE-----'));
  }
  const read = named.isFolder ? missingFolder(named.path) : await readPem(named.path, environment);
  if (!isFailure(read)) return [read];
  if (named.path !== nixPlaceholder) noteVariable(named.variable, read.text, environment);
  return [];
}

const missingFolder = (folder: string): Failure => failure('file', `${folder} is not a readable folder.`);

/**
 * Returns the certificates as PEM, or undefined for Node's defaults. An unreadable `--cacert` is a failure; an unreadable file
 * from a variable is not: a variable with the name of a missing file is common (nix) and means the default, as in OpenSSL.
 * @param system second attempt after an unknown issuer: adds the roots of Node and the system
 */
export async function issuers(
  flags: TlsFlags,
  environment: Environment,
  system: boolean,
): Promise<string | undefined | Failure> {
  if (flags.caFile !== undefined) return readAuthorities(flags.caFile, environment);
  const { NODE_EXTRA_CA_CERTS: extra } = environment.variables;
  const named = authorityPaths(environment);
  const read = await Promise.all(named.map(each => authoritiesIn(each, environment)));
  const more = extra && (named.length > 0 || system) ? await readPem(extra, environment) : undefined;
  const certificates = [...read.flat(), ...(more === undefined || isFailure(more) ? [] : [more])];
  if (!system) return certificates.length > 0 ? distinct(certificates) : undefined;
  const { rootCertificates } = await import('node:tls');
  return distinct([...rootCertificates, ...certificates, ...(await systemBundle())]);
}

/** Reads a file for `--cacert`. Node ignores PEM blocks other than certificates, and would trust no issuer. */
async function readAuthorities(name: string, environment: Environment): Promise<string | Failure> {
  const text = await readPem(name, environment);
  if (isFailure(text) || /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/.test(text)) return text;
  return usageError(`${name} contains no certificate.`, 'Pass a PEM file of trusted certificates with --cacert FILE.');
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
