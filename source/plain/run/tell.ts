/** The result lines of a run, each printed as its request ends, and the summary. */
import { linesOf, summaryOf } from '../../core/http-file/report/lines.js';
import type { EntryResult, Totals } from '../../core/http-file/report/result.js';
import type { Run } from './context.js';
import { printsExchanges } from './print-exchange.js';

/** Reports requests on standard output, or on standard error if standard output is used for responses. */
export class Teller {
  readonly #run: Run;
  readonly #withFile: boolean;
  /** Absent if nothing is reported. */
  readonly #stream: 'stdout' | 'stderr' | undefined;

  /** @param withFile several files run, so each line has its file name */
  constructor(run: Run, withFile: boolean) {
    this.#run = run;
    this.#withFile = withFile;
    const { output, reports } = run.command;
    const isTaken = printsExchanges(output) || reports.some(each => each.file === undefined) || output.meta === '-';
    if (!output.silent) this.#stream = isTaken ? 'stderr' : 'stdout';
  }

  /** Reports the outcome of a request. */
  async tell(result: EntryResult): Promise<void> {
    const { painter } = this.#run;
    if (this.#stream === undefined) return;
    for (const line of linesOf(result, this.#withFile)) {
      for (const [text, role] of line) painter.line(text, this.#stream === 'stdout' ? role : 'plain');
      painter.emit('\n', 'plain');
    }
    await this.#write(painter.take());
  }

  /** Reports the outcome of all requests. */
  async end(totals: Totals, ms: number): Promise<void> {
    if (this.#stream !== undefined) await this.#write(`${summaryOf(totals, ms)}\n`);
  }

  async #write(text: string): Promise<void> {
    const { output, environment } = this.#run;
    if (this.#stream === 'stdout') await output.write(text);
    else environment.stderr.write(text);
  }
}
