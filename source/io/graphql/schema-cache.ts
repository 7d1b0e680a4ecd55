/**
 * Cached schemas: gzipped introspection results per endpoint and identity. File names reveal nothing: each is an HMAC under a
 * random key created at first use. An unreadable or unwritable cache is never an error.
 */

import path from 'node:path';
import { identityText } from '../../core/credentials/identity.js';
import type { RawSchema } from '../../core/graphql/schema-types.js';
import { isObject } from '../../core/json/loose.js';
import type { Environment } from '../../environment.js';
import { schemaFolder } from '../directories.js';
import { readJsonCache, writeJsonCache } from '../files/json-cache.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { pruneFolder } from '../files/prune.js';
import { maxHeldBytes } from '../http/collect.js';
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

/** File extensions of facts about a server, which are remembered for all identities. */
const factExtensions = {
  /** The introspection query that last worked. */
  rung: 'rung',
  /** When the server rejected a persisted query. */
  persisted: 'apq',
} as const;

type Fact = keyof typeof factExtensions;

const factFile = async (fact: Fact, { url }: Endpoint, environment: Environment): Promise<string> =>
  `${await nameFor(environment, fact, url)}.${factExtensions[fact]}`;

/** Returns a remembered fact, or undefined if there is none. */
export const readFact = async (fact: Fact, endpoint: Endpoint, environment: Environment): Promise<string | undefined> =>
  readOwn(await factFile(fact, endpoint, environment), environment)?.toString('utf8');

/** Remembers a fact about a server. Never fails. */
export async function writeFact(fact: Fact, text: string, endpoint: Endpoint, environment: Environment): Promise<void> {
  try {
    await writePrivate(await factFile(fact, endpoint, environment), text, environment);
  } catch {
    // The next start asks the server again.
  }
}
