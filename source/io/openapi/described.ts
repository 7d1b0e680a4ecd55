/** The description of an endpoint: the cached one, otherwise fetched and cached. */
import { type Failure, isFailure } from '../../core/failure.js';
import { readDescription } from '../../core/openapi/document/description.js';
import { serverUrls } from '../../core/openapi/document/servers.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Endpoint, RunContext } from '../graphql/transport.js';
import { loadUrl } from './discover.js';
import { type CachedDescription, keep, readKept } from './kept.js';

/** @param home URL of the API as given by the user; requests below it use the description too */
export async function describedAt(
  endpoint: Endpoint,
  home: string | undefined,
  { refresh }: { readonly refresh: boolean },
  context: RunContext,
): Promise<(CachedDescription & { readonly isKept: boolean }) | Failure> {
  const { environment } = context;
  const cached = refresh ? undefined : await readKept(endpoint, environment);
  if (cached) return { ...cached, isKept: true };
  const prepared = await loadUrl(endpoint, context);
  if (isFailure(prepared)) return prepared;
  const described = { prepared, fetchedAt: environment.now() };
  const servers = [...(home === undefined ? [] : [home]), ...serverUrls(readDescription(prepared))];
  const same = servers.filter(each => readUrl(each)?.origin === readUrl(home ?? endpoint.url)?.origin);
  await keep(endpoint, described, same, environment);
  return { ...described, isKept: false };
}
