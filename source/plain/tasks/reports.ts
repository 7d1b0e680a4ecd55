/** Prints the results of `--diff-schema` and `--validate`: their lines, or the reports of `--report`. */
import type { GraphqlCommand } from '../../core/command.js';
import { brokenSchemaCode, exitCodes, type Failure } from '../../core/failure.js';
import type { CheckedFile } from '../../core/graphql/check-files.js';
import { changeLines, changesReports, filesReports, problemLines } from '../../core/graphql/check-report.js';
import { countText } from '../../core/graphql/schema-diff/severity.js';
import type { SchemaTask } from '../../core/graphql/sending/options.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import type { ReportOption } from '../../core/options.js';
import type { Environment } from '../../environment.js';
import { printText } from '../graphql/output.js';
import { note } from '../note.js';
import { outcomeWith, writeReport } from '../report-files.js';
import { refuseFiles } from '../summary.js';

const types = { tap: 'text/plain', junit: 'application/xml', json: 'application/json' } as const;

/** How a finding is reported, by format. */
type Reporters<T> = Readonly<Record<keyof typeof types, (report: T) => string>>;

/**
 * Writes the reports. The lines are printed unless a report is. Returns the exit code.
 * @param code exit code for these findings
 */
async function reportFound<T>(
  report: T,
  lines: (report: T) => string,
  reporters: Reporters<T>,
  reports: readonly ReportOption[],
  code: number,
  command: Pick<GraphqlCommand, 'output'>,
  environment: Environment,
): Promise<number | Failure> {
  const failures: (Failure | undefined)[] = [];
  for (const { format, file } of reports) {
    if (file !== undefined && format !== 'html' && format !== 'github')
      failures.push(await writeReport(file, reporters[format](report), environment));
  }
  const printed = reports.find(each => each.file === undefined)?.format;
  const known = printed === undefined || printed === 'html' || printed === 'github' ? undefined : printed;
  const text = known === undefined ? lines(report) : reporters[known](report);
  const type = known === undefined ? 'text/plain' : types[known];
  const ended = text === '' ? 0 : await printText(text, type, command, environment);
  return outcomeWith(ended === 0 ? code : ended, failures, environment);
}

/** Returns why a report of the task cannot be written, before anything is sent. */
export const refuseTaskReports = async (task: OpenapiTask, environment: Environment): Promise<Failure | undefined> =>
  task.kind === 'diff' || task.kind === 'validate'
    ? refuseFiles(
        task.reports.map(({ file }) => file),
        environment,
      )
    : undefined;

type Changes = Parameters<typeof changeLines>[0];

/** Prints the changes of a schema or description. Returns exit code 10 if one breaks clients. */
export function reportChanges(
  changes: Changes,
  { reports }: SchemaTask & { readonly kind: 'diff' },
  command: Pick<GraphqlCommand, 'output'>,
  environment: Environment,
): Promise<number | Failure> {
  if (!command.output.silent) note(environment, countText(changes) || 'Nothing changed.');
  const code = changes.some(({ severity }) => severity === 'breaking') ? brokenSchemaCode : 0;
  return reportFound(changes, changeLines, changesReports, reports, code, command, environment);
}

/**
 * Prints the problems of checked files. Returns exit code 2 if there are any.
 * @param summary returns a sentence on the numbers of files
 */
export async function reportFiles(
  checked: readonly CheckedFile[],
  summary: (bad: number) => string,
  { reports }: SchemaTask & { readonly kind: 'validate' },
  command: Pick<GraphqlCommand, 'output'>,
  environment: Environment,
): Promise<number | Failure> {
  const bad = checked.filter(({ problems }) => problems.length > 0).length;
  const code = bad > 0 ? exitCodes.usage : 0;
  const ended = await reportFound(checked, problemLines, filesReports, reports, code, command, environment);
  if (!command.output.silent) note(environment, summary(bad));
  return ended;
}
