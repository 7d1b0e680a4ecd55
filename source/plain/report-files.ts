/** `--report FORMAT=FILE`: reports in files. */
import path from 'node:path';
import { type Failure, failureIn } from '../core/failure.js';
import type { ReportOption } from '../core/options.js';
import { safeText } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';
import { openThrough } from '../io/files/write-mode.js';
import { Output, writeFailure } from './output.js';
import { metaProblem } from './summary.js';

/** Why a report could not be written, as far as that shows before anything is sent. */
export async function refuseReports(
  reports: readonly ReportOption[],
  environment: Environment,
): Promise<Failure | undefined> {
  for (const { file } of reports) {
    const refused = file === undefined ? undefined : await metaProblem(file, environment);
    if (refused) return refused;
  }
  return undefined;
}

export async function writeReport(file: string, text: string, environment: Environment): Promise<Failure | undefined> {
  try {
    const stream = await openThrough(path.resolve(environment.folder, file), environment);
    const output = new Output(stream, file);
    await output.write(safeText(text));
    await output.close();
    return undefined;
  } catch (error) {
    return failureIn(error) ?? writeFailure(file, error);
  }
}
