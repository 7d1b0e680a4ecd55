/** The result lines of a run, each printed as its request ends, and the summary. */
import { linesOf, summaryOf } from '../../core/http-file/report/lines.js';
import type { EntryResult, Totals } from '../../core/http-file/report/result.js';
import type { Run } from './context.js';
import { printsExchanges } from './print-exchange.js';

/** Returns where results are printed: on standard error if standard output is used for responses; undefined with `--silent`. */
function resultStream({ output, reports }: Run['command']): 'stdout' | 'stderr' | undefined {
  if (output.silent) return undefined;
  const isTaken = printsExchanges(output) || reports.some(each => each.file === undefined) || output.meta === '-';
  return isTaken ? 'stderr' : 'stdout';
}

/** Prints the outcome of a request. @param withFile several files run, so each line has its file name */
export async function printResult(run: Run, result: EntryResult, withFile: boolean): Promise<void> {
  const { painter } = run;
  const stream = resultStream(run.command);
  if (stream === undefined) return;
  for (const line of linesOf(result, withFile)) {
    for (const [text, role] of line) painter.line(text, stream === 'stdout' ? role : 'plain');
    painter.emit('\n', 'plain');
  }
  await write(run, stream, painter.take());
}

/** Prints the outcome of all requests. @param ms duration of the run in milliseconds */
export async function printSummary(run: Run, totals: Totals, ms: number): Promise<void> {
  const stream = resultStream(run.command);
  if (stream !== undefined) await write(run, stream, `${summaryOf(totals, ms)}\n`);
}

async function write({ output, environment }: Run, stream: 'stdout' | 'stderr', text: string): Promise<void> {
  if (stream === 'stdout') await output.write(text);
  else environment.stderr.write(text);
}
