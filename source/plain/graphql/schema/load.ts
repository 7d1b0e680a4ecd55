/** Loads the schema of a command: from the server, the cache, or the source in `--schema`. */
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import type { Environment } from '../../../environment.js';
import { openDebugLog } from '../../../io/debug-log.js';
import { readEndpoint } from '../../../io/graphql/endpoint.js';
import { type LoadedSchema, loadSchema } from '../../../io/graphql/introspect.js';
import type { Endpoint, RunContext } from '../../../io/graphql/transport.js';
import { note } from '../../note.js';
import { loginOptions } from '../login.js';
import { ageWords } from '../words.js';
import { schemaAt } from './place.js';

/** Queries the server if nothing is cached. A number is the exit code after the problem was printed. */
export async function loadFor(
  command: GraphqlCommand,
  url: string | undefined,
  context: RunContext,
): Promise<LoadedSchema | number | Failure> {
  if (command.schema !== undefined) return schemaAt(command.schema, command, context);
  if (url === undefined) return usageError('No URL given.', 'Usage: apiclient graphql URL');
  const found = await loadFromServer(command, url, context);
  return isFailure(found) ? found : found.loaded;
}

/** Returns the schema of a server, from the cache if possible, and the endpoint with which it was loaded. */
export async function loadFromServer(
  command: GraphqlCommand,
  url: string,
  context: RunContext,
): Promise<{ readonly loaded: LoadedSchema; readonly endpoint: Endpoint } | Failure> {
  const { environment } = context;
  const endpoint = await readEndpoint(url, command, environment, await loginOptions(command, environment));
  if (isFailure(endpoint)) return endpoint;
  const log = openDebugLog(command.output.debugLog, environment);
  if (isFailure(log)) return log;
  const loaded = await loadSchema(endpoint, { ...context, log }, { refresh: command.refreshSchema });
  return isFailure(loaded) ? loaded : { loaded, endpoint };
}

export function describeSchemaSource(loaded: LoadedSchema, command: GraphqlCommand, environment: Environment): void {
  if (command.output.silent) return;
  for (const line of [...loaded.notes, ...problemNotes(loaded.index.problems())]) note(environment, line);
  if (loaded.from !== 'cache') return;
  const age = ageWords(environment.now() - loaded.fetchedAt);
  note(environment, `Using the cached schema (${age} old). Pass --refresh-schema to reload it.`);
}

/** Reports problems in a line or two; the schema is printed anyway. */
function problemNotes(problems: readonly string[]): readonly string[] {
  if (problems.length === 0) return [];
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  return [`The schema has ${count}: ${problems.slice(0, 3).join(' ')}`];
}
