/**
 * Schemas kept on this machine: gzipped introspection per endpoint and identity. A name tells nothing: it is an HMAC under
 * a random key made at first use (design 6). A cache that cannot be read or written is no cache, never an error.
 */
import { createHmac } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Rung, rungFromText, rungToText } from '../../core/graphql/introspection.js';
import { isObject } from '../../core/graphql/schema-decode.js';
import type { RawSchema } from '../../core/graphql/schema-types.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { stateFolder } from '../places.js';
import { heldLimit } from './collect.js';
import { schemaFolder } from './schema-folder.js';
import type { Endpoint } from './transport.js';

export interface CachedSchema {
  readonly schema: RawSchema;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** The key of this installation, made at first use; readable by its owner only. */
async function installKey(environment: Environment): Promise<Buffer> {
  const folder = stateFolder(environment);
  const file = path.join(folder, 'install.key');
  const read = async (): Promise<Buffer | undefined> => {
    const key = await readFile(file).catch(() => undefined);
    return key && key.length >= 32 ? key : undefined;
  };
  const known = await read();
  if (known) return known;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = Buffer.from(environment.random(32));
  // `wx`: of two first starts one wins and the other reads the winner's key.
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  return (await read()) ?? fresh;
}

/** Who asks, as far as a server may show different schemas to different people. */
function identityOf(endpoint: Endpoint): string {
  const { basic, bearer, accessToken, apiKeys } = endpoint.credentials;
  return JSON.stringify([
    basic ? [basic.user, reveal(basic.password)] : null,
    bearer ? reveal(bearer) : null,
    endpoint.identity ?? (accessToken ? reveal(accessToken) : null),
    apiKeys.map(key => [key.name, reveal(key.value)]),
    endpoint.headers.map(header => [header.name.toLowerCase(), reveal(header.value)]),
  ]);
}

async function nameFor(environment: Environment, ...parts: readonly string[]): Promise<string> {
  const hmac = createHmac('sha256', await installKey(environment));
  for (const part of parts) hmac.update(`${part.length}:${part}`);
  return path.join(schemaFolder(environment), hmac.digest('hex').slice(0, 40));
}

async function write(file: string, bytes: Uint8Array | string, environment: Environment): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${Buffer.from(environment.random(6)).toString('hex')}.part`;
  try {
    await writeFile(part, bytes, { mode: 0o600 });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** The cached schema of this endpoint and identity, if there is one that can be read. */
export async function readCachedSchema(
  endpoint: Endpoint,
  environment: Environment,
): Promise<CachedSchema | undefined> {
  try {
    const name = await nameFor(environment, 'schema', endpoint.url, identityOf(endpoint));
    const bytes = await promisify(gunzip)(await readFile(`${name}.json.gz`), { maxOutputLength: heldLimit });
    const kept: unknown = JSON.parse(bytes.toString('utf8'));
    if (!isObject(kept) || !isObject(kept.schema) || typeof kept.fetchedAt !== 'number') return undefined;
    return { schema: kept.schema, fetchedAt: kept.fetchedAt };
  } catch {
    return undefined;
  }
}

export async function writeCachedSchema(
  endpoint: Endpoint,
  cached: CachedSchema,
  environment: Environment,
): Promise<void> {
  try {
    const name = await nameFor(environment, 'schema', endpoint.url, identityOf(endpoint));
    await write(`${name}.json.gz`, await promisify(gzip)(JSON.stringify(cached)), environment);
  } catch {
    // Without a cache the next start asks again.
  }
}

/** What the server was last found to know, whoever asked. */
export async function readRung(endpoint: Endpoint, environment: Environment): Promise<Rung | undefined> {
  try {
    return rungFromText(await readFile(`${await nameFor(environment, 'rung', endpoint.url)}.rung`, 'utf8'));
  } catch {
    return undefined;
  }
}

export async function writeRung(endpoint: Endpoint, rung: Rung, environment: Environment): Promise<void> {
  try {
    await write(`${await nameFor(environment, 'rung', endpoint.url)}.rung`, rungToText(rung), environment);
  } catch {
    // Then the ladder is climbed again.
  }
}
