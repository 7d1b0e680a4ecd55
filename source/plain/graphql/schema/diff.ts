/** `--diff-schema OLD`: changes since a file, since another server's schema, or since the cached one. */
import type { GraphQLSchema } from 'graphql';
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { buildGraphqlSchema } from '../../../core/graphql/build-schema.js';
import { diffSchemas, tellsOneOf } from '../../../core/graphql/schema-diff/diff.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import type { LoadedSchema } from '../../../io/graphql/introspect.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { reportChanges } from '../../tasks/reports.js';
import { loadFor } from './load.js';
import { schemaAt } from './place.js';

/** Prints the changes. Exit code 10 if one breaks clients. */
export async function diffTask(
  task: SchemaTask & { readonly kind: 'diff' },
  command: GraphqlCommand,
  context: RunContext,
): Promise<number | Failure> {
  const old = await schemaAt(task.old, command, context, { from: 'fresh' });
  if (typeof old === 'number' || isFailure(old)) return old;
  // A cached schema may be as old as the other one, so query the server.
  const now = await loadFor({ ...command, refreshSchema: true }, command.url, context);
  if (typeof now === 'number' || isFailure(now)) return now;
  const before = built(old, 'old');
  if (isFailure(before)) return before;
  const after = built(now, 'new');
  if (isFailure(after)) return after;
  const changes = diffSchemas(before, after, { oneOf: tellsOneOf(old.index.raw) && tellsOneOf(now.index.raw) });
  return reportChanges(changes, task, command, context.environment);
}

function built({ index, sdl }: LoadedSchema, which: string): GraphQLSchema | Failure {
  const built = buildGraphqlSchema(index, sdl);
  return 'problem' in built
    ? failure('protocol', `The ${which} schema cannot be compared: ${built.problem}`)
    : built.schema;
}
