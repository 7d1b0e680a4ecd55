/** The findings of a check on a schema: its lines, or the reports of `--report`. */
import type { GraphqlCommand } from '../../../core/command.js';
import type { Failure } from '../../../core/failure.js';
import type { ReportOption } from '../../../core/options.js';
import type { Environment } from '../../../environment.js';
import { outcomeWith, writeReport } from '../../report-files.js';
import { printText } from '../output.js';

const types = { tap: 'text/plain', junit: 'application/xml', json: 'application/json' } as const;

/** How a finding is reported, by format. */
type Reporters<T> = Readonly<Record<keyof typeof types, (report: T) => string>>;

/**
 * Writes the reports. The lines are printed unless a report is. Returns the exit code.
 * @param code exit code for these findings
 */
export async function reportFound<T>(
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
