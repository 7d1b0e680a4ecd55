/**
 * Cached schemas: gzipped introspection results per endpoint and identity. File names reveal nothing: each is an HMAC under a
 * random key created at first use. An unreadable or unwritable cache is never an error.
 */
import path from 'node:path';
import { identityText } from '../../core/credentials/identity.js';
import { type Rung, rungFromText, rungToText } from '../../core/graphql/introspection/query.js';
import { isObject } from '../../core/graphql/schema-decode.js';
import type { RawSchema } from '../../core/graphql/schema-types.js';
import type { Environment } from '../../environment.js';
import { readJsonCache, writeJsonCache } from '../files/json-cache.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { pruneFolder } from '../files/prune.js';
import { maxHeldBytes } from './collect.js';
import { schemaFolder } from './schema-folder.js';
import type { Endpoint } from './transport.js';

interface CachedSchema {
  readonly schema: RawSchema;
  readonly fetchedAt: number;
}

const nameFor = async (environment: Environment, ...parts: readonly string[]): Promise<string> =>
  path.join(schemaFolder(environment), await secretName(environment, ...parts));

/** Servers may return different schemas for different identities. */
const schemaFile = async (endpoint: Endpoint, environment: Environment): Promise<string> =>
  `${await nameFor(environment, 'schema', endpoint.url, identityText(endpoint, endpoint.identity))}.json.gz`;

/** Returns the cached schema of this endpoint and identity, if readable. */
export async function readCachedSchema(
  endpoint: Endpoint,
  environment: Environment,
): Promise<CachedSchema | undefined> {
  const parsed = await readJsonCache(await schemaFile(endpoint, environment), maxHeldBytes, environment);
  if (!isObject(parsed) || !isObject(parsed.schema) || typeof parsed.fetchedAt !== 'number') return undefined;
  return { schema: parsed.schema, fetchedAt: parsed.fetchedAt };
}

/** Saves a schema. Never fails: the cache is a convenience. */
export async function writeCachedSchema(
  endpoint: Endpoint,
  cached: CachedSchema,
  environment: Environment,
): Promise<void> {
  try {
    await writeJsonCache([await schemaFile(endpoint, environment)], cached, environment);
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
