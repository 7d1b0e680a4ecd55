/** `--print-schema` and `--print-schema=json`. */
import { printSchema } from 'graphql';
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { buildGraphqlSchema } from '../../core/graphql/build-schema.js';
import type { RawSchema } from '../../core/graphql/schema-types.js';
import { openDebugLog } from '../../io/debug-log.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { introspectionOperation, type LoadedSchema, loadSchema } from '../../io/graphql/introspect.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { note } from '../note.js';
import { readSchemaFile } from './check.js';
import { loginOptions } from './login.js';
import { printText } from './output.js';
import { ageWords } from './words.js';

/** Prints the schema of the server, of the cache with its age, or of `--schema FILE`. */
export async function printSchemaCommand(
  command: GraphqlCommand,
  url: string,
  context: RunContext,
): Promise<number | Failure> {
  const { environment } = context;
  if (command.schema === undefined && (command.output.curl || command.output.dryRun)) {
    const { describeOperation } = await import('./describe.js');
    return describeOperation(introspectionOperation(), url, command, environment);
  }
  const loaded = await load(command, url, context);
  if (typeof loaded === 'number' || isFailure(loaded)) return loaded;
  if (!command.output.silent) {
    for (const line of [...loaded.notes, ...problemNotes(loaded.index.problems())]) note(environment, line);
    if (loaded.from === 'cache') {
      const age = ageWords(environment.now() - loaded.fetchedAt);
      note(environment, `The schema is from the cache, ${age} old; --refresh-schema fetches it again.`);
    }
  }
  if (command.printSchema === 'json') {
    const text = jsonOf(loaded.index.raw);
    return isFailure(text) ? text : printText(`${text}\n`, 'application/json', command, environment);
  }
  const built = buildGraphqlSchema(loaded.index, loaded.sdl);
  if ('problem' in built) {
    return failure('protocol', `The schema cannot be written as SDL: ${built.problem}`, {
      hint: '--print-schema=json prints it as it came.',
    });
  }
  if (!command.output.silent) for (const line of built.warnings) note(environment, line);
  return printText(`${printSchema(built.schema)}\n`, 'application/graphql', command, environment);
}

/** JSON.parse reads any depth, JSON.stringify does not write it. */
function jsonOf(raw: RawSchema): string | Failure {
  try {
    return JSON.stringify({ __schema: raw }, undefined, 2);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return failure('protocol', 'The schema is nested too deeply to be written as JSON.', {
      hint: '--print-schema writes what can be made of it as SDL.',
    });
  }
}

async function load(
  command: GraphqlCommand,
  url: string,
  context: RunContext,
): Promise<LoadedSchema | number | Failure> {
  const { environment } = context;
  if (command.schema !== undefined) return readSchemaFile(command.schema, environment);
  const endpoint = await readEndpoint(url, command, environment, await loginOptions(command, environment));
  if (isFailure(endpoint)) return endpoint;
  const log = openDebugLog(command.output.debugLog, environment);
  if (isFailure(log)) return log;
  return loadSchema(endpoint, { ...context, log }, { refresh: command.refreshSchema });
}

/** What is wrong with the schema, in a line or two: it is printed all the same. */
const problemNotes = (problems: readonly string[]): readonly string[] =>
  problems.length === 0
    ? []
    : [
        `The schema has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}: ${problems.slice(0, 3).join(' ')}`,
      ];
