/**
 * Cached schemas: gzipped introspection results per endpoint and identity. File names reveal nothing: each is an HMAC under a
 * random key created at first use. An unreadable or unwritable cache is never an error.
 */
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { identityText } from '../../core/credentials/identity.js';
import { type Rung, rungFromText, rungToText } from '../../core/graphql/introspection/query.js';
import { isObject } from '../../core/graphql/schema-decode.js';
import type { RawSchema } from '../../core/graphql/schema-types.js';
import type { Environment } from '../../environment.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { markOpened, pruneFolder } from '../files/prune.js';
import { maxHeldBytes } from './collect.js';
import { schemaFolder } from './schema-folder.js';
import type { Endpoint } from './transport.js';

interface CachedSchema {
  readonly schema: RawSchema;
  readonly fetchedAt: number;
}

/** Servers may return different schemas for different identities. */
const identityOf = (endpoint: Endpoint): string => identityText(endpoint, endpoint.identity);

const nameFor = async (environment: Environment, ...parts: readonly string[]): Promise<string> =>
  path.join(schemaFolder(environment), await secretName(environment, ...parts));

/** Returns the cached schema of this endpoint and identity, if readable. */
export async function readCachedSchema(
  endpoint: Endpoint,
  environment: Environment,
): Promise<CachedSchema | undefined> {
  try {
    const name = await nameFor(environment, 'schema', endpoint.url, identityOf(endpoint));
    const cached = readOwn(`${name}.json.gz`, environment);
    if (!cached) return undefined;
    await markOpened(`${name}.json.gz`, environment);
    const bytes = await promisify(gunzip)(cached, { maxOutputLength: maxHeldBytes });
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    if (!isObject(parsed) || !isObject(parsed.schema) || typeof parsed.fetchedAt !== 'number') return undefined;
    return { schema: parsed.schema, fetchedAt: parsed.fetchedAt };
  } catch {
    return undefined;
  }
}

/** Saves a schema. Never fails: the cache is a convenience. */
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
    // The next start asks again.
  }
}

/** Returns the introspection query that last worked at a server, for all identities. */
export async function readRung(endpoint: Endpoint, environment: Environment): Promise<Rung | undefined> {
  const rung = readOwn(`${await nameFor(environment, 'rung', endpoint.url)}.rung`, environment);
  return rung && rungFromText(rung.toString('utf8'));
}

/** Never fails. */
export async function writeRung(endpoint: Endpoint, rung: Rung, environment: Environment): Promise<void> {
  try {
    await writePrivate(`${await nameFor(environment, 'rung', endpoint.url)}.rung`, rungToText(rung), environment);
  } catch {
    // The next start climbs the ladder again.
  }
}
