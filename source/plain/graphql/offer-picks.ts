/** Shell completions of `--pick`, from the cached schema. Never prompts or sends. */
import type { GraphqlCommand } from '../../core/command.js';
import { isFailure } from '../../core/failure.js';
import { completeInShell, goingOn } from '../../core/graphql/builder/pick/complete.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { cachedSchema } from '../../io/graphql/introspect.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { tokenKey } from '../../io/token-store.js';
import { isEnding } from './ending.js';
import { schemaAt } from './schema/place.js';

/** A candidate for the end of a pick. */
interface OfferedPick {
  readonly text: string;
  /** Its continuation, as it ends within brackets; empty if there is none. */
  readonly further: readonly string[];
}

/**
 * The paths with the typed prefix, or none without a schema.
 * @param typed the value of `--pick` up to the cursor
 */
export async function offerPicks(
  command: GraphqlCommand,
  typed: string,
  context: RunContext,
): Promise<readonly OfferedPick[]> {
  const index = await schemaIndex(command, context);
  return index === undefined ? [] : completeInShell(index, typed).map(text => ({ text, further: goingOn(text) }));
}

async function schemaIndex(command: GraphqlCommand, context: RunContext) {
  const { environment } = context;
  if (command.schema !== undefined) {
    const loaded = await schemaAt(command.schema, command, context, { from: 'cached' });
    return isEnding(loaded) ? undefined : loaded.index;
  }
  if (command.url === undefined) return undefined;
  const endpoint = await readEndpoint(command.url, command, environment, { ask: false });
  if (isFailure(endpoint)) return undefined;
  const { oauth2 } = command.auth;
  const known = oauth2 ? { ...endpoint, identity: tokenKey(oauth2) } : endpoint;
  return (await cachedSchema(known, context))?.index;
}
