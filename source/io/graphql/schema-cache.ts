/** Cached schemas, and facts about servers. */
import path from 'node:path';
import type { RawSchema } from '../../core/graphql/schema-types.js';
import { isObject } from '../../core/json/loose.js';
import type { Environment } from '../../environment.js';
import { schemaFolder } from '../directories.js';
import { readCached, writeCached } from '../endpoint-cache.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { maxHeldBytes } from '../http/collect.js';
import type { Endpoint } from './transport.js';

interface CachedSchema {
  readonly schema: RawSchema;
  readonly fetchedAt: number;
}

/** Returns the cached schema of this endpoint and identity, if readable. */
export async function readCachedSchema(
  endpoint: Endpoint,
  environment: Environment,
): Promise<CachedSchema | undefined> {
  const parsed = await readCached('schema', endpoint.url, endpoint, maxHeldBytes, environment);
  if (!isObject(parsed) || !isObject(parsed.schema) || typeof parsed.fetchedAt !== 'number') return undefined;
  return { schema: parsed.schema, fetchedAt: parsed.fetchedAt };
}

/** Saves a schema. Never fails. */
export const writeCachedSchema = (endpoint: Endpoint, cached: CachedSchema, environment: Environment): Promise<void> =>
  writeCached('schema', [endpoint.url], endpoint, cached, environment);

/** File extensions of facts about a server, which are remembered for all identities. */
const factExtensions = {
  /** The introspection query that last worked. */
  rung: 'rung',
  /** When the server rejected a persisted query. */
  persisted: 'apq',
} as const;

type Fact = keyof typeof factExtensions;

const factFile = async (fact: Fact, { url }: Endpoint, environment: Environment): Promise<string> =>
  path.join(schemaFolder(environment), `${await secretName(environment, fact, url)}.${factExtensions[fact]}`);

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
