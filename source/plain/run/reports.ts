/** `--report`: a run as TAP, JUnit's XML, JSON or a page, printed or in a file. */

import path from 'node:path';
import type { ReportOption, RunCommand } from '../../core/command.js';
import { type Failure, failureIn } from '../../core/failure.js';
import { pageOfRun } from '../../core/http-file/report/page.js';
import { jsonOfRun, junitOfRun, tapOfRun } from '../../core/http-file/report/reports.js';
import type { EntryResult } from '../../core/http-file/report/result.js';
import { safeText } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import { openThrough } from '../../io/files/write-mode.js';
import { Output, writeFailure } from '../output.js';
import { metaProblem } from '../summary.js';
import type { Run } from './context.js';

const makers: Readonly<Record<ReportOption['format'], (results: readonly EntryResult[]) => string>> = {
  junit: junitOfRun,
  tap: tapOfRun,
  json: jsonOfRun,
  html: pageOfRun,
};

/** Why a report could not be written, as far as that shows before anything is sent. */
export async function refuseReports({ reports }: RunCommand, environment: Environment): Promise<Failure | undefined> {
  for (const { file } of reports) {
    const refused = file === undefined ? undefined : await metaProblem(file, environment);
    if (refused) return refused;
  }
  return undefined;
}

/** Writes all reports; answers the first that could not be written. */
export async function writeReports(
  { command, environment, output }: Run,
  results: readonly EntryResult[],
): Promise<Failure | undefined> {
  let failed: Failure | undefined;
  for (const { format, file } of command.reports) {
    const text = makers[format](results);
    if (file === undefined) await output.write(safeText(text));
    else failed ??= await writeFile(file, text, environment);
  }
  return failed;
}

async function writeFile(file: string, text: string, environment: Environment): Promise<Failure | undefined> {
  try {
    const stream = await openThrough(path.resolve(environment.folder, file), environment);
    const output = new Output(stream, file);
    await output.write(text);
    await output.close();
    return undefined;
  } catch (error) {
    return failureIn(error) ?? writeFailure(file, error);
  }
}
