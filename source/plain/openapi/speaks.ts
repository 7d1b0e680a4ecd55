/** Determines the kind of document for a URL if the user did not choose: GraphQL operations or requests. */
import type { GraphqlCommand } from '../../core/command.js';
import { mayPrompt } from '../../core/credentials/flags.js';
import { type DocumentKind, kindOfPath } from '../../core/document-kind.js';
import { isFailure } from '../../core/failure.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Environment } from '../../environment.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { cachedSchema } from '../../io/graphql/introspect.js';
import { spokenAt } from '../../io/graphql/spoken.js';
import { readCachedDescription } from '../../io/openapi/description-cache.js';
import { note } from '../note.js';

/** Sends at most two requests: `{ __typename }`, if neither the URL nor a cached schema determines it. */
export async function speaks(
  command: GraphqlCommand & { readonly url: string },
  environment: Environment,
): Promise<DocumentKind> {
  const { url, profile, auth } = command;
  if (profile?.openapi !== undefined) return 'http';
  const path = readUrl(url)?.pathname ?? '';
  const said = kindOfPath(path);
  if (said !== undefined) return said;
  // The screen asks for a login.
  if (auth.oauth2 !== undefined || mayPrompt(auth)) return 'graphql';
  const endpoint = await readEndpoint(url, command, environment, { ask: false });
  if (isFailure(endpoint)) return 'graphql';
  if (await cachedSchema(endpoint, { environment, signal: environment.signal })) return 'graphql';
  if (await readCachedDescription(endpoint, environment)) return 'http';
  const slow = setTimeout(() => note(environment, `Checking whether ${url} is a GraphQL API`), 500);
  const spoken = await spokenAt(endpoint, environment).finally(() => clearTimeout(slow));
  // A slow server is assumed to be GraphQL; its screen shows that it is waiting.
  return spoken === 'graphql' || spoken === 'silent' ? 'graphql' : 'http';
}
