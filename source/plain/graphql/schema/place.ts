/** The schema named by `--schema` or `--diff-schema`: a file's, a server's (also a profile's), or the cached one. */
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import { namesCachedSchema, namesSchemaUrl } from '../../../core/graphql/sending/options.js';
import { endpointElsewhere, readEndpoint } from '../../../io/graphql/endpoint.js';
import { cachedSchema, type LoadedSchema, loadSchema } from '../../../io/graphql/introspect.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { note } from '../../note.js';
import { loginOptions } from '../login.js';
import { ageWords, printProblem } from '../words.js';

/**
 * How a server's schema is read: `fresh` queries the server, `cached` never does; otherwise it is queried if none is cached.
 */
interface ReadingSchema {
  readonly from?: 'fresh' | 'cached';
}

/** A number is the exit code after the problem was printed. */
export async function schemaAt(
  place: string,
  command: GraphqlCommand,
  context: RunContext,
  { from }: ReadingSchema = {},
): Promise<LoadedSchema | number | Failure> {
  const { environment } = context;
  if (namesCachedSchema(place)) return keptSchema(command, context, from === 'cached');
  if (!namesSchemaUrl(place)) return readSchemaFile(place, environment);
  const ui = from === 'cached' ? undefined : loginOptions;
  const endpoint = await endpointElsewhere(place, command, environment, auth =>
    ui === undefined ? { ask: false } : ui({ ...command, auth }, environment),
  );
  if (isFailure(endpoint)) return endpoint;
  if (from !== 'cached') return loadSchema(endpoint, context, { refresh: from === 'fresh' || command.refreshSchema });
  const cached = await cachedSchema(endpoint, context);
  if (cached !== undefined) return { ...cached, again: undefined };
  return usageError(`No schema of ${place} is cached.`, 'Run apiclient graphql URL --print-schema to cache it.');
}

async function keptSchema(
  command: GraphqlCommand,
  context: RunContext,
  quiet: boolean,
): Promise<LoadedSchema | Failure> {
  const { environment } = context;
  const { url } = command;
  if (url === undefined)
    return usageError('A cached schema needs a URL.', 'Usage: apiclient graphql URL --diff-schema cached');
  const options = quiet ? { ask: false } : await loginOptions(command, environment);
  const endpoint = await readEndpoint(url, command, environment, options);
  if (isFailure(endpoint)) return endpoint;
  const cached = await cachedSchema(endpoint, context);
  if (cached === undefined) {
    return usageError(
      `No schema of ${url} is cached.`,
      'Run apiclient graphql URL --print-schema to cache it, or compare with a file.',
    );
  }
  if (!command.output.silent && !quiet)
    note(environment, `The cached schema is ${ageWords(environment.now() - cached.fetchedAt)} old.`);
  // As requested, without contacting the server.
  return { ...cached, again: undefined };
}

/** A number is the exit code after its problem was printed. */
async function readSchemaFile(
  file: string,
  environment: RunContext['environment'],
): Promise<LoadedSchema | number | Failure> {
  const { schemaFromFile } = await import('../../../io/graphql/schema-file.js');
  const read = await schemaFromFile(file, environment);
  if (isFailure(read)) return read;
  if (read.kind === 'schema') return read.loaded;
  printProblem(environment, file, read.problem.text, read.problem.position, read.source);
  note(environment, `Fix ${file}, or replace it: apiclient graphql URL --print-schema > FILE.`);
  return 2;
}
