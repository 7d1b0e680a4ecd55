/** `--find`, `--describe`, `--diff-schema`, `--validate`: tasks on a schema. Only introspection is sent. */
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { describeTask } from './describe.js';
import { diffTask } from './diff.js';
import { findTask } from './find.js';
import { describeSchemaSource, loadFor } from './load.js';

/** Returns the exit code, or the failure to print. */
export async function runSchemaTask(
  task: SchemaTask,
  command: GraphqlCommand,
  context: RunContext,
): Promise<number | Failure> {
  if (task.kind === 'diff') return diffTask(task, command, context);
  const loaded = await loadFor(command, command.url, context);
  if (typeof loaded === 'number' || isFailure(loaded)) return loaded;
  const { environment } = context;
  describeSchemaSource(loaded, command, environment);
  switch (task.kind) {
    case 'find':
      return findTask(task, loaded.index, command, environment);
    case 'describe':
      return describeTask(task, loaded.index, command, environment);
    case 'validate':
      return (await import('./validate.js')).validateTask(task, loaded, command, environment);
  }
}
