/** Certificate and key files, with a cache for inputs that can be read only once per run. */
import { stat } from 'node:fs/promises';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import type { Secret } from '../../../core/secret.js';
import type { Environment } from '../../../environment.js';
import { isFifo } from '../../../platform/fifo.js';
import { pathOf, readBytes } from '../../sources.js';

/** Inputs that can be read only once: a FIFO's bytes, and a passphrase, which should not be prompted for at every hop. */
const had = new WeakMap<Environment, Map<string, Promise<Uint8Array | Secret | Failure>>>();

/** Runs once per program run. A failed attempt is repeated. */
export function cachedByStamp<T extends Uint8Array | Secret>(
  environment: Environment,
  what: string,
  work: () => Promise<T | Failure>,
): Promise<T | Failure> {
  const done = had.get(environment) ?? new Map<string, Promise<Uint8Array | Secret | Failure>>();
  had.set(environment, done);
  const value = (done.get(what) as Promise<T | Failure> | undefined) ?? work();
  done.set(what, value);
  const forget = () => done.delete(what);
  value.then(value => isFailure(value) && forget(), forget);
  return value;
}

/** Clears the cache, for a retry with another file or passphrase. */
export const forgetMaterial = (environment: Environment): void => void had.delete(environment);

async function readMaterial(name: string, environment: Environment): Promise<Uint8Array | Failure> {
  const file = pathOf(name, environment);
  const read = (): Promise<Uint8Array | Failure> => readBytes({ from: 'file', path: name }, environment);
  return (await isFifo(file)) ? cachedByStamp(environment, file, read) : read();
}

const isPem = (text: string): boolean => text.includes('-----BEGIN ');

/** Reads a PEM file. Any other content is a failure. Comments between certificates may be in any encoding. */
export async function readPem(name: string, environment: Environment): Promise<string | Failure> {
  const bytes = await readMaterial(name, environment);
  if (isFailure(bytes)) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  return isPem(text) ? text : notPem(name);
}

/** PEM text, or the bytes of a PKCS#12 store (RFC 7292): a sequence whose first member is 3. */
export async function readIdentity(name: string, environment: Environment): Promise<string | Uint8Array | Failure> {
  const bytes = await readMaterial(name, environment);
  if (isFailure(bytes)) return bytes;
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (/^\x30(?:[\x80\x00-\x7f]|\x81.|\x82..|\x83...|\x84....)\x02\x01\x03/s.test(start)) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  return isPem(text) ? text : notPem(name);
}

const notPem = (name: string): Failure =>
  failure('file', `${name} is not a PEM file.`, {
    hint: 'To convert a certificate: openssl x509 -inform der -in FILE -out FILE.pem',
  });

/** Identifies a version of a file by modification time and size. */
export async function stampOf(name: string, environment: Environment): Promise<string> {
  const stats = await stat(pathOf(name, environment)).catch(() => undefined);
  return stats?.isFile() ? `${name} ${stats.mtimeMs} ${stats.size}` : name;
}
