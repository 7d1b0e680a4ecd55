/** Certificates and keys of a connection: which issuers are believed, and who we are. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { NetworkOptions } from '../../../core/command.js';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { reveal, type Secret } from '../../../core/secret.js';
import type { Environment } from '../../../environment.js';
import { isFifo } from '../../files/fifo.js';
import { readBytes } from '../../sources.js';

/** Options of node:tls, made from `-k`, `--cacert`, `--cert` and `--key`; files as their PEM text. */
export interface TlsOptions {
  readonly rejectUnauthorized?: false;
  readonly ca?: readonly string[];
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
}

/** What differs from one try or hop to the next. */
export interface TlsChoice {
  /** Second try after an unknown issuer: the system's bundle counts too. */
  readonly systemIssuers: boolean;
}

/** Where systems keep the certificates they trust. */
const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
  '/opt/homebrew/etc/ca-certificates/cert.pem',
];

/** Reads the files the flags name. A file that is no certificate or key is a failure; nothing was sent. */
export async function tlsOptions(
  network: NetworkOptions,
  environment: Environment,
  choice: TlsChoice,
): Promise<TlsOptions | Failure> {
  const ca = await issuers(network, environment, choice.systemIssuers);
  if (isFailure(ca)) return ca;
  const own = network.certFile === undefined ? {} : await identity(network.certFile, network, environment);
  if (isFailure(own)) return own;
  const options: TlsOptions = {
    ...(network.insecure ? { rejectUnauthorized: false } : {}),
    ...(ca ? { ca } : {}),
    ...own,
  };
  const refused = ca || network.certFile ? await refusal(options) : undefined;
  // Another passphrase may do.
  if (refused) had.delete(environment);
  return refused ?? options;
}

/** True if a second try with the system's bundle may help: the issuer is unknown and the user named none. */
export const mayTrySystemIssuers = (code: string | undefined, network: NetworkOptions): boolean =>
  network.caFile === undefined && !network.insecure && code !== undefined && unknownIssuer.has(code);

const unknownIssuer = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

async function issuers(
  network: NetworkOptions,
  environment: Environment,
  system: boolean,
): Promise<readonly string[] | undefined | Failure> {
  if (network.caFile !== undefined) {
    const text = await readPem(network.caFile, environment);
    return isFailure(text) ? text : [text];
  }
  const named = environment.variables.SSL_CERT_FILE;
  // A variable that names nothing is common (nix) and means the default, as in OpenSSL.
  const read = named ? await readPem(named, environment) : undefined;
  const own = read === undefined || isFailure(read) ? [] : [read];
  if (!system) return own.length > 0 ? own : undefined;
  const { rootCertificates } = await import('node:tls');
  return [...rootCertificates, ...own, ...(await systemBundle())];
}

async function systemBundle(): Promise<readonly string[]> {
  for (const file of systemBundles) {
    try {
      return [await readFile(file, 'utf8')];
    } catch {
      // The next system's place.
    }
  }
  return [];
}

/** What can be had only once: a FIFO's bytes, and a passphrase, which nobody types again for every hop. */
const had = new WeakMap<Environment, Map<string, Promise<string | Secret | Failure>>>();

/** Does something once in a run of the program; what failed is done again. */
function once<T extends string | Secret>(
  environment: Environment,
  what: string,
  work: () => Promise<T | Failure>,
): Promise<T | Failure> {
  const done = had.get(environment) ?? new Map<string, Promise<string | Secret | Failure>>();
  had.set(environment, done);
  const answer = (done.get(what) as Promise<T | Failure> | undefined) ?? work();
  done.set(what, answer);
  const forget = () => done.delete(what);
  answer.then(value => isFailure(value) && forget(), forget);
  return answer;
}

async function readPem(name: string, environment: Environment): Promise<string | Failure> {
  const file = path.resolve(environment.folder, name);
  const read = (): Promise<string | Failure> => readPemAnew(name, environment);
  return (await isFifo(file)) ? once(environment, file, read) : read();
}

async function readPemAnew(file: string, environment: Environment): Promise<string | Failure> {
  const bytes = await readBytes({ from: 'file', path: file }, environment);
  if (isFailure(bytes)) return bytes;
  // Comments between the certificates are in any encoding.
  const text = Buffer.from(bytes).toString('utf8');
  if (text.includes('-----BEGIN ')) return text;
  return failure('file', `${file} is not a PEM file.`, {
    hint: 'openssl x509 -inform der -in FILE -out FILE.pem makes one of a certificate.',
  });
}

async function identity(
  certFile: string,
  network: NetworkOptions,
  environment: Environment,
): Promise<Pick<TlsOptions, 'cert' | 'key' | 'passphrase'> | Failure> {
  const cert = await readPem(certFile, environment);
  if (isFailure(cert)) return cert;
  const key = network.keyFile === undefined ? cert : await readPem(network.keyFile, environment);
  if (isFailure(key)) return key;
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)) {
    return failure('file', `${network.keyFile ?? certFile} holds no private key.`, {
      hint: '--key FILE names the key of --cert.',
    });
  }
  if (!/ENCRYPTED/.test(key)) return { cert, key };
  const label = `Passphrase for ${network.keyFile ?? certFile}`;
  const passphrase = await once(environment, label, async () =>
    (await import('../../hidden-prompt.js')).hiddenPrompt(label, environment),
  );
  if (!isFailure(passphrase)) return { cert, key, passphrase: reveal(passphrase) };
  if (passphrase.kind !== 'usage') return passphrase;
  return { ...passphrase, hint: 'Run it on a terminal, or write the key without one: openssl pkey -in FILE -out NEW.' };
}

/** Tries the material, so that a wrong file is told as such and not as a failed connection. */
async function refusal(options: TlsOptions): Promise<Failure | undefined> {
  const { createSecureContext } = await import('node:tls');
  try {
    createSecureContext({ ...options, ca: options.ca as string[] | undefined });
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const words = /mismatch/i.test(message)
      ? 'The key is not the key of the certificate.'
      : /decrypt|password/i.test(message)
        ? 'The passphrase does not open the key.'
        : `A certificate or key cannot be read (${message}).`;
    return failure('tls', words, {
      ...(code ? { code } : {}),
      hint: 'Look at --cacert, --cert, --key and SSL_CERT_FILE.',
      cause: error,
    });
  }
}
