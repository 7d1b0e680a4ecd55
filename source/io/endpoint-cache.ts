/**
 * Content cached per endpoint and identity, because servers may return different schemas for different identities: gzipped JSON,
 * readable by its owner only. File names reveal nothing: each is an HMAC under a random key created at first use. An unreadable
 * or unwritable cache is never an error.
 */
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { identityText } from '../core/credentials/request-credentials.js';
import type { Environment } from '../environment.js';
import { schemaFolder } from './directories.js';
import { readOwn } from './files/own-file.js';
import { secretName, writePrivate } from './files/private-file.js';
import { markOpened, pruneFolder } from './files/prune.js';
import type { Endpoint } from './graphql/transport.js';

/** The number is the version of the format. */
type CachedKind = 'schema' | 'openapi 2';

async function fileOf(kind: CachedKind, url: string, endpoint: Endpoint, environment: Environment): Promise<string> {
  const name = await secretName(environment, kind, url, identityText(endpoint, endpoint.identity));
  return path.join(schemaFolder(environment), `${name}.json.gz`);
}

/**
 * Reads the content cached for a URL and marks it as used. Returns undefined if it is missing, damaged or writable by others.
 * @param endpoint whose identity is used
 * @param maxBytes maximum size of the decompressed text
 */
export async function readCached(
  kind: CachedKind,
  url: string,
  endpoint: Endpoint,
  maxBytes: number,
  environment: Environment,
): Promise<unknown> {
  const file = await fileOf(kind, url, endpoint, environment);
  try {
    const bytes = readOwn(file, environment);
    if (!bytes) return undefined;
    await markOpened(file, environment);
    return JSON.parse((await promisify(gunzip)(bytes, { maxOutputLength: maxBytes })).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Caches content under each of the URLs. Never fails. */
export async function writeCached(
  kind: CachedKind,
  urls: readonly string[],
  endpoint: Endpoint,
  content: unknown,
  environment: Environment,
): Promise<void> {
  try {
    const bytes = await promisify(gzip)(JSON.stringify(content), { level: 5 });
    for (const url of urls) await writePrivate(await fileOf(kind, url, endpoint, environment), bytes, environment);
    await pruneFolder(schemaFolder(environment), /^[\da-f]{40}\.(?:json\.gz|rung|apq)$/, environment);
  } catch {
    // The next start asks the server again.
  }
}
