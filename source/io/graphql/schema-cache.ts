/**
 * Schemas kept on this machine: gzipped introspection per endpoint and identity. A name tells nothing: it is an HMAC under
 * a random key made at first use. A cache that cannot be read or written is no cache, never an error.
 */
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { identityText } from '../../core/credentials/identity.js';
import { type Rung, rungFromText, rungToText } from '../../core/graphql/introspection.js';
import { isObject } from '../../core/graphql/schema-decode.js';
import type { RawSchema } from '../../core/graphql/schema-types.js';
import type { Environment } from '../../environment.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { markOpened, pruneFolder } from '../files/prune.js';
import { maxHeldBytes } from './collect.js';
import { schemaFolder } from './schema-folder.js';
import type { Endpoint } from './transport.js';

/** A schema as introspection gave it, and when. */
export interface CachedSchema {
  readonly schema: RawSchema;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Who asks, as far as a server may show different schemas to different people. */
const identityOf = (endpoint: Endpoint): string => identityText(endpoint, endpoint.identity);

const nameFor = async (environment: Environment, ...parts: readonly string[]): Promise<string> =>
  path.join(schemaFolder(environment), await secretName(environment, ...parts));

/** The cached schema of this endpoint and identity, if there is one that can be read. */
export async function readCachedSchema(
  endpoint: Endpoint,
  environment: Environment,
): Promise<CachedSchema | undefined> {
  try {
    const name = await nameFor(environment, 'schema', endpoint.url, identityOf(endpoint));
    const kept = readOwn(`${name}.json.gz`, environment);
    if (!kept) return undefined;
    await markOpened(`${name}.json.gz`, environment);
    const bytes = await promisify(gunzip)(kept, { maxOutputLength: maxHeldBytes });
    const found: unknown = JSON.parse(bytes.toString('utf8'));
    if (!isObject(found) || !isObject(found.schema) || typeof found.fetchedAt !== 'number') return undefined;
    return { schema: found.schema, fetchedAt: found.fetchedAt };
  } catch {
    return undefined;
  }
}

/** Keeps the schema for this endpoint and identity, in place of an older one. Never fails: the cache is a convenience. */
export async function writeCachedSchema(
  endpoint: Endpoint,
  cached: CachedSchema,
  environment: Environment,
): Promise<void> {
  try {
    const name = await nameFor(environment, 'schema', endpoint.url, identityOf(endpoint));
    await writePrivate(`${name}.json.gz`, await promisify(gzip)(JSON.stringify(cached)), environment);
    await pruneFolder(schemaFolder(environment), /^[\da-f]{40}\.(?:json\.gz|rung|apq)$/, environment);
  } catch {
    // Without a cache the next start asks again.
  }
}

/** What the server was last found to know, whoever asked. */
export async function readRung(endpoint: Endpoint, environment: Environment): Promise<Rung | undefined> {
  const kept = readOwn(`${await nameFor(environment, 'rung', endpoint.url)}.rung`, environment);
  return kept && rungFromText(kept.toString('utf8'));
}

/** Keeps what the server was found to know, for all identities. Never fails. */
export async function writeRung(endpoint: Endpoint, rung: Rung, environment: Environment): Promise<void> {
  try {
    await writePrivate(`${await nameFor(environment, 'rung', endpoint.url)}.rung`, rungToText(rung), environment);
  } catch {
    // Then the ladder is climbed again.
  }
}
