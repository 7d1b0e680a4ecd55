/** `--diff-schema OLD` and `--validate FILE` with a description. */
import type { OpenapiCommand } from '../../core/command.js';
import { brokenSchemaCode, exitCodes, type Failure, isFailure } from '../../core/failure.js';
import { filesReports, problemLines } from '../../core/graphql/check-files/report.js';
import { changeLines, changesReports } from '../../core/graphql/schema-diff/report.js';
import { namesCachedSchema } from '../../core/graphql/sending/options.js';
import { checkHttpFile } from '../../core/openapi/check/check-file.js';
import { diffDescriptions } from '../../core/openapi/check/diff.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import { documentFiles } from '../../io/document-files.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { reportFound } from '../graphql/schema/reports.js';
import { note } from '../note.js';
import { loadDescription } from './load.js';

/** Prints the changes. Exit code 10 if one breaks clients. */
export async function diffTask(
  task: OpenapiTask & { readonly kind: 'diff' },
  command: OpenapiCommand,
  context: RunContext,
): Promise<number | Failure> {
  const { environment } = context;
  const { old: named } = task;
  // Read before the new one replaces it in the cache.
  const isKept = namesCachedSchema(named);
  const wanted = isKept ? { ...command, refreshSchema: false } : { ...command, schema: named };
  const old = await loadDescription(wanted, context, isKept);
  if (isFailure(old)) return old;
  const now = await loadDescription({ ...command, refreshSchema: true }, context);
  if (isFailure(now)) return now;
  const changes = diffDescriptions(old, now);
  const count = (severity: string): number => changes.filter(each => each.severity === severity).length;
  const counts = [`${count('breaking')} breaking`, `${count('dangerous')} dangerous`, `${count('safe')} other`];
  if (!command.output.silent)
    note(
      environment,
      changes.length === 0
        ? 'Nothing changed.'
        : `${counts.filter(each => !each.startsWith('0 ')).join(', ')} ${changes.length === 1 ? 'change' : 'changes'}`,
    );
  const code = count('breaking') > 0 ? brokenSchemaCode : 0;
  return reportFound(changes, changeLines, changesReports, task.reports, code, command, environment);
}

/** Prints the problems of `.http` files. Exit code 2 if there are any. Sends nothing. */
export async function validateTask(
  { patterns, reports }: OpenapiTask & { readonly kind: 'validate' },
  description: Description,
  command: OpenapiCommand,
  context: RunContext,
): Promise<number | Failure> {
  const { environment } = context;
  const files = await documentFiles(patterns, environment, /\.(?:http|rest)$/i);
  if (isFailure(files)) return files;
  const checked = files.map(({ name, text }) => checkHttpFile(description, name, text));
  const bad = checked.filter(({ problems }) => problems.length > 0).length;
  const code = bad > 0 ? exitCodes.usage : 0;
  const ended = await reportFound(checked, problemLines, filesReports, reports, code, command, environment);
  const requests = checked.reduce((sum, { definitions }) => sum + definitions, 0);
  const said = bad === 0 ? 'all match the description' : `${bad} of ${checked.length} files with problems`;
  if (!command.output.silent)
    note(environment, `${requests} ${requests === 1 ? 'request' : 'requests'} checked, ${said}.`);
  return ended;
}
