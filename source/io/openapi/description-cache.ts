/** Cached descriptions. */

import { isObject } from '../../core/json/loose.js';
import type { Prepared } from '../../core/openapi/document/description.js';
import { maxText } from '../../core/openapi/document/read.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Environment } from '../../environment.js';
import { readCached, writeCached } from '../endpoint-cache.js';
import type { Endpoint } from '../graphql/transport.js';

/** A description and when it was fetched, in milliseconds since 1970. */
export interface CachedDescription {
  readonly prepared: Prepared;
  readonly fetchedAt: number;
}

/** Returns the cached description of a URL, or of one above it on the same server. Sends no request. */
export async function readCachedDescription(
  endpoint: Endpoint,
  environment: Environment,
  above = false,
): Promise<CachedDescription | undefined> {
  for (const url of above ? urlsAbove(endpoint.url) : [endpoint.url]) {
    const parsed = await readCached('openapi 2', url, endpoint, 4 * maxText, environment);
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

/** Caches a description under the requested URL and, so that requests find it, under `more`. Never fails. */
export const writeCachedDescription = (
  endpoint: Endpoint,
  cached: CachedDescription,
  more: readonly string[],
  environment: Environment,
): Promise<void> => writeCached('openapi 2', [...new Set([endpoint.url, ...more])], endpoint, cached, environment);
