/** `--diff-schema OLD`: changes since a file, since another server's schema, or since the cached one. */
import type { GraphQLSchema } from 'graphql';
import type { GraphqlCommand } from '../../../core/command.js';
import { forOtherOrigin } from '../../../core/credentials/request-credentials.js';
import { brokenSchemaCode, type Failure, failure, isFailure, usageError } from '../../../core/failure.js';
import { buildGraphqlSchema } from '../../../core/graphql/build-schema.js';
import { countText, diffSchemas, tellsOneOf } from '../../../core/graphql/schema-diff/diff.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import { readUrl } from '../../../core/request/read-url.js';
import { readEndpoint } from '../../../io/graphql/endpoint.js';
import { cachedSchema, introspect, type LoadedSchema } from '../../../io/graphql/introspect.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { note } from '../../note.js';
import { readSchemaFile } from '../check.js';
import { loginOptions } from '../login.js';
import { printText } from '../output.js';
import { ageWords } from '../words.js';
import { loadFor } from './load.js';

/** Prints the changes; exit code 10 if one breaks clients. */
export async function diffTask(
  task: SchemaTask & { readonly kind: 'diff' },
  command: GraphqlCommand,
  context: RunContext,
): Promise<number | Failure> {
  const old = await oldSchema(task.old, command, context);
  if (typeof old === 'number' || isFailure(old)) return old;
  // The cached schema may be as old as the other: ask the server.
  const now = await loadFor({ ...command, refreshSchema: true }, command.url, context);
  if (typeof now === 'number' || isFailure(now)) return now;
  const before = built(old, 'old');
  if (isFailure(before)) return before;
  const after = built(now, 'new');
  if (isFailure(after)) return after;
  const changes = diffSchemas(before, after, { oneOf: tellsOneOf(old.index.raw) && tellsOneOf(now.index.raw) });
  const { environment } = context;
  if (!command.output.silent) note(environment, countText(changes) || 'Nothing changed.');
  const text = task.json
    ? `${JSON.stringify(changes, (key, value: unknown) => (key === 'subject' ? undefined : value), 2)}\n`
    : changes.map(({ severity, text: words }) => `${severity.padEnd(9)}  ${words}\n`).join('');
  const ended =
    text === '' ? 0 : await printText(text, task.json ? 'application/json' : 'text/plain', command, environment);
  return ended === 0 && changes.some(change => change.severity === 'breaking') ? brokenSchemaCode : ended;
}

async function oldSchema(
  old: string,
  command: GraphqlCommand,
  context: RunContext,
): Promise<LoadedSchema | number | Failure> {
  const { environment } = context;
  const { url } = command;
  if (old === 'kept') {
    if (url === undefined)
      return usageError(
        'A kept schema belongs to a URL, and none is given.',
        'Form: apiclient graphql URL --diff-schema kept',
      );
    const endpoint = await readEndpoint(url, command, environment, await loginOptions(command, environment));
    if (isFailure(endpoint)) return endpoint;
    const kept = await cachedSchema(endpoint, context);
    if (kept === undefined) {
      return usageError(
        `No schema of ${url} is kept.`,
        'apiclient graphql URL --print-schema keeps it; a file can be compared too.',
      );
    }
    if (!command.output.silent)
      note(environment, `The kept schema is ${ageWords(environment.now() - kept.fetchedAt)} old.`);
    return kept;
  }
  if (!/^https?:\/\//i.test(old)) return readSchemaFile(old, environment);
  const address = readUrl(old);
  if (address === undefined)
    return usageError('The URL of --diff-schema cannot be read.', 'Like https://api.example.com/graphql');
  const same = url !== undefined && readUrl(url)?.origin === address.origin;
  if (same) {
    const endpoint = await readEndpoint(old, command, environment, await loginOptions(command, environment));
    return isFailure(endpoint) ? endpoint : introspect(endpoint, context);
  }
  // Credentials are for the other address.
  const endpoint = await readEndpoint(old, { ...command, auth: { apiKeys: [] } }, environment);
  return isFailure(endpoint) ? endpoint : introspect(forOtherOrigin(endpoint), context);
}

function built({ index, sdl }: LoadedSchema, which: string): GraphQLSchema | Failure {
  const found = buildGraphqlSchema(index, sdl);
  return 'problem' in found
    ? failure('protocol', `The ${which} schema cannot be compared: ${found.problem}`)
    : found.schema;
}
