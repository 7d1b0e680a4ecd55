/** `--report`: a run as TAP, JUnit XML, JSON or a page, printed or in a file. */

import type { Failure } from '../../core/failure.js';
import { githubOfRun, jsonOfRun, junitOfRun, pageOfRun, tapOfRun } from '../../core/http-file/report/reports.js';
import type { EntryResult } from '../../core/http-file/report/result.js';
import type { ReportOption } from '../../core/options.js';
import { safeText } from '../../core/response/safe-text.js';
import { failureOf } from '../output.js';
import { writeReport } from '../report-files.js';
import type { Run } from './context.js';

const makers: Readonly<Record<ReportOption['format'], (results: readonly EntryResult[]) => string>> = {
  junit: junitOfRun,
  tap: tapOfRun,
  json: jsonOfRun,
  html: pageOfRun,
  github: githubOfRun,
};

/** Writes all reports and returns the failures. */
export async function writeReports(
  { command, environment, output }: Run,
  results: readonly EntryResult[],
): Promise<readonly (Failure | undefined)[]> {
  const failures: (Failure | undefined)[] = [];
  for (const { format, file } of command.reports) {
    const text = makers[format](results);
    const failed =
      file === undefined ? await failureOf(output.write(safeText(text))) : await writeReport(file, text, environment);
    failures.push(failed);
  }
  return failures;
}
