/** `--report`: a run as TAP, JUnit's XML, JSON or a page, printed or in a file. */

import type { Failure } from '../../core/failure.js';
import { pageOfRun } from '../../core/http-file/report/page.js';
import { jsonOfRun, junitOfRun, tapOfRun } from '../../core/http-file/report/reports.js';
import type { EntryResult } from '../../core/http-file/report/result.js';
import type { ReportOption } from '../../core/options.js';
import { safeText } from '../../core/response/safe-text.js';
import { writeReport } from '../report-files.js';
import type { Run } from './context.js';

const makers: Readonly<Record<ReportOption['format'], (results: readonly EntryResult[]) => string>> = {
  junit: junitOfRun,
  tap: tapOfRun,
  json: jsonOfRun,
  html: pageOfRun,
};

/** Writes all reports; answers the first that could not be written. */
export async function writeReports(
  { command, environment, output }: Run,
  results: readonly EntryResult[],
): Promise<Failure | undefined> {
  let failed: Failure | undefined;
  for (const { format, file } of command.reports) {
    const text = makers[format](results);
    if (file === undefined) await output.write(safeText(text));
    else failed ??= await writeReport(file, text, environment);
  }
  return failed;
}
