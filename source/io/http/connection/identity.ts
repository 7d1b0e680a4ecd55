/** The client's identity: `--cert`, `--key` and `--key-pass`, as PEM files or a PKCS#12 store. */

import { type Failure, failure, isFailure } from '../../../core/failure.js';
import type { TlsFlags } from '../../../core/options.js';
import { bullets, reveal, type Secret } from '../../../core/secret.js';
import type { Environment } from '../../../environment.js';
import { readSecret } from '../../secrets.js';
import { cachedByStamp, readIdentity, readPem } from './certificates.js';

interface Identity {
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: Buffer;
  readonly passphrase?: string;
}

/** Reads the files. An unreadable file or a missing passphrase is a failure; nothing has been sent. */
export async function identity(
  certFile: string,
  flags: TlsFlags,
  environment: Environment,
): Promise<Identity | Failure> {
  const cert = await readIdentity(certFile, environment);
  if (isFailure(cert)) return withoutPassphrase(certFile, cert);
  if (typeof cert !== 'string') return ofStore(cert, certFile, flags, environment);
  const key = flags.keyFile === undefined ? cert : await readPem(flags.keyFile, environment);
  if (isFailure(key)) return key;
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)) {
    return failure('usage', `${flags.keyFile ?? certFile} contains no private key.`, {
      hint: 'Pass the key of --cert with --key FILE.',
    });
  }
  if (!/ENCRYPTED/.test(key)) return { cert, key };
  const passphrase = await passphraseOf(flags.keyFile ?? certFile, flags, environment);
  return isFailure(passphrase) ? passphrase : { cert, key, passphrase: reveal(passphrase) };
}

/** curl's `FILE:PASSPHRASE` is not a file name, and must not be shown. */
const withoutPassphrase = (name: string, found: Failure): Failure =>
  found.code === 'ENOENT' && /^.[^:]+:./.test(name)
    ? failure('usage', `Cannot read ${name.slice(0, name.indexOf(':', 2))}:${bullets}: there is no such file.`, {
        code: 'ENOENT',
        hint: 'Pass the passphrase with --key-pass: PASS, env:NAME or file:PATH.',
      })
    : found;

/** Stores are nearly always encrypted, often with an empty passphrase, so prompt only if that one fails. */
async function ofStore(
  bytes: Uint8Array,
  file: string,
  flags: TlsFlags,
  environment: Environment,
): Promise<Identity | Failure> {
  const pfx = Buffer.from(bytes);
  if (flags.keyFile !== undefined) {
    return failure('usage', `${file} is a PKCS#12 store, which contains its key, so --key cannot be used.`, {
      hint: 'Remove --key. Pass the passphrase with --key-pass.',
    });
  }
  if (flags.keyPass === undefined) {
    const { createSecureContext } = await import('node:tls');
    try {
      createSecureContext({ pfx, passphrase: '' });
      return { pfx, passphrase: '' };
    } catch (error) {
      if (!/mac verify/i.test((error as Error).message)) return { pfx };
    }
  }
  const passphrase = await passphraseOf(file, flags, environment);
  return isFailure(passphrase) ? passphrase : { pfx, passphrase: reveal(passphrase) };
}

async function passphraseOf(file: string, { keyPass }: TlsFlags, environment: Environment): Promise<Secret | Failure> {
  const label = `Passphrase for ${file}`;
  const read = await cachedByStamp(environment, label, () =>
    readSecret(keyPass ?? { from: 'prompt', label }, environment),
  );
  if (!isFailure(read) || keyPass !== undefined || read.kind !== 'usage') return read;
  const hint =
    'Run the command on a terminal, or pass --key-pass env:NAME. To remove the passphrase: openssl pkey -in FILE -out NEW';
  return { ...read, hint };
}
