/** Cached descriptions, stored with the GraphQL schemas: per URL and identity, under names that reveal nothing. */

import path from 'node:path';
import { identityText } from '../../core/credentials/identity.js';
import { isObject } from '../../core/json/loose.js';
import type { Prepared } from '../../core/openapi/document/description.js';
import { maxText } from '../../core/openapi/document/read.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Environment } from '../../environment.js';
import { schemaFolder } from '../directories.js';
import { readJsonCache, writeJsonCache } from '../files/json-cache.js';
import { secretName } from '../files/private-file.js';
import type { Endpoint } from '../graphql/transport.js';

/** A description and when it was fetched, in milliseconds since 1970. */
export interface CachedDescription {
  readonly prepared: Prepared;
  readonly fetchedAt: number;
}

const fileFor = async (url: string, endpoint: Endpoint, environment: Environment): Promise<string> => {
  const name = await secretName(environment, 'openapi 2', url, identityText(endpoint, endpoint.identity));
  return path.join(schemaFolder(environment), `${name}.json.gz`);
};

/** Returns the cached description of a URL, or of one above it on the same server. Sends no request. */
export async function readKept(
  endpoint: Endpoint,
  environment: Environment,
  above = false,
): Promise<CachedDescription | undefined> {
  for (const url of above ? urlsAbove(endpoint.url) : [endpoint.url]) {
    const parsed = await readJsonCache(await fileFor(url, endpoint, environment), 4 * maxText, environment);
    if (!isObject(parsed) || typeof parsed.fetchedAt !== 'number') continue;
    const { prepared } = parsed;
    if (isObject(prepared) && isObject(prepared.root)) return parsed as unknown as CachedDescription;
  }
  return undefined;
}

/** The URL without its query, and all its folders up to the origin. */
function urlsAbove(url: string): readonly string[] {
  const read = readUrl(url);
  if (read === undefined) return [];
  const steps = read.pathname.split('/').filter(step => step !== '');
  const folders = steps.map((_, at) => `${read.origin}/${steps.slice(0, steps.length - at).join('/')}`);
  return [url, ...folders, `${read.origin}/`, read.origin];
}

/** Caches it under the requested URL and, so that requests find it, under `more`. Never fails. */
export async function keep(
  endpoint: Endpoint,
  cached: CachedDescription,
  more: readonly string[],
  environment: Environment,
): Promise<void> {
  try {
    const urls = [...new Set([endpoint.url, ...more])];
    const files = await Promise.all(urls.map(url => fileFor(url, endpoint, environment)));
    await writeJsonCache(files, cached, environment);
  } catch {
    // The next command asks again.
  }
}
