/** `--diff-schema OLD` and `--validate FILE` with a description. */
import type { OpenapiCommand } from '../../core/command.js';
import { type Failure, isFailure } from '../../core/failure.js';
import { namesCachedSchema } from '../../core/graphql/sending/options.js';
import { checkHttpFile } from '../../core/openapi/check/check-file.js';
import { diffDescriptions } from '../../core/openapi/check/diff.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import type { Environment } from '../../environment.js';
import { documentFiles } from '../../io/document-files.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { reportChanges, reportFiles } from '../tasks/reports.js';
import { loadDescription } from './load.js';

/** Prints the changes. Exit code 10 if one breaks clients. */
export async function diffTask(
  task: OpenapiTask & { readonly kind: 'diff' },
  command: OpenapiCommand,
  context: RunContext,
): Promise<number | Failure> {
  const { old: named } = task;
  // Read before the new one replaces it in the cache.
  const isKept = namesCachedSchema(named);
  const wanted = isKept ? { ...command, refreshSchema: false } : { ...command, schema: named };
  const old = await loadDescription(wanted, context, isKept);
  if (isFailure(old)) return old;
  const now = await loadDescription({ ...command, refreshSchema: true }, context);
  if (isFailure(now)) return now;
  return reportChanges(diffDescriptions(old, now), task, command, context.environment);
}

/** Prints the problems of `.http` files. Exit code 2 if there are any. Sends nothing. */
export async function validateTask(
  task: OpenapiTask & { readonly kind: 'validate' },
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  const files = await documentFiles(task.patterns, environment, /\.(?:http|rest)$/i);
  if (isFailure(files)) return files;
  const checked = files.map(({ name, text }) => checkHttpFile(description, name, text));
  const requests = checked.reduce((sum, { definitions }) => sum + definitions, 0);
  const summary = (bad: number): string => {
    const result = bad === 0 ? 'all match the description' : `${bad} of ${checked.length} files with problems`;
    return `${requests} ${requests === 1 ? 'request' : 'requests'} checked, ${result}.`;
  };
  return reportFiles(checked, summary, task, command, environment);
}
