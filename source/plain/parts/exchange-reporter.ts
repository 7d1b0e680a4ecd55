/** Summaries after an exchange: `--timing`, `-p m`, `--meta`, `-w`. Loaded only if one of them is given. */

import type { CheckResult } from '../../core/checks/evaluate.js';
import type { RequestCommand } from '../../core/command.js';
import { exitCodeOf, type Failure, isFailure } from '../../core/failure.js';
import { masked, maskOf } from '../../core/masking/mask.js';
import type { Environment } from '../../environment.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import type { WireEvent } from '../../io/http/wire-event.js';
import { failureOf, type Output } from '../output.js';
import { outcomeWith } from '../report-files.js';
import { metaOf, refuseFiles, timingText, writeMeta } from '../summary.js';
import { elapsedLine, partsOf } from './parts.js';
import { recorder } from './recorder.js';
import { formattedTransfer, writeFiles, writeOutFormat } from './write-out.js';

interface ExchangeResult {
  /** Absent if no head arrived. */
  readonly response: Omit<HttpResponse, 'body'> | undefined;
  readonly ended: number | Failure;
  /** Bytes of the body that were read. */
  readonly bytes: number;
  readonly retries?: number;
  /** Results of the checks of `-a`. */
  readonly checks?: readonly CheckResult[] | undefined;
  /** The file in which the body was saved. */
  readonly file?: string;
}

export interface ExchangeReporter {
  readonly onEvent: (event: WireEvent) => void;
  readonly onSent: (bytes: number) => void;
  /** Returns the outcome of the exchange, or a failure to write the report. */
  end(result: ExchangeResult, output: Output): Promise<number | Failure>;
}

/** Parses formats and opens files. An invalid one is a failure; nothing has been sent. */
export async function exchangeReporter(
  { output: options, method, url, hidden = [] }: Pick<RequestCommand, 'output' | 'method' | 'url' | 'hidden'>,
  environment: Environment,
): Promise<ExchangeReporter | Failure> {
  const { meta, timing } = options;
  const unwritable = await refuseFiles([meta], environment);
  if (unwritable) return unwritable;
  const format = await writeOutFormat(options, environment);
  if (isFailure(format)) return format;
  const mask = maskOf(hidden);
  const recorded = recorder(environment.monotonic);
  const started = environment.monotonic();
  let sent = 0;
  const textOf = ({ response, ended, bytes, retries = 0, file = options.file }: ExchangeResult) =>
    format &&
    formattedTransfer(
      format,
      {
        method,
        url: mask(url),
        response,
        read: bytes,
        sent,
        started,
        now: environment.now(),
        retries,
        totalMs: environment.monotonic() - started,
        file: file === '-' ? undefined : file,
        exitCode: isFailure(ended) ? exitCodeOf(ended) : ended,
        failure: isFailure(ended) ? masked(ended, mask) : undefined,
      },
      recorded,
    );
  return {
    onEvent: recorded.onEvent,
    onSent(bytes) {
      sent = bytes;
      recorded.onSent();
    },
    async end(result, output) {
      const { response, ended, bytes } = result;
      const print = async (text: string): Promise<void> => {
        output.endLine();
        await output.write(text);
      };
      if (response && timing) environment.stderr.write(`${timingText(response.timing)}\n`);
      if (response && partsOf(options, false).meta) await print(elapsedLine(response.timing.totalMs ?? 0));
      const failures: (Failure | undefined)[] = [];
      let known = ended;
      if (response && meta !== undefined) {
        const facts = metaOf(response, bytes, isFailure(ended) ? ended : undefined, result.checks);
        const unwritten = await writeMeta(meta, masked(facts, mask), environment, print);
        failures.push(unwritten);
        if (ended === 0) known = unwritten ?? 0;
      }
      const text = await textOf({ ...result, ended: known });
      if (text) {
        failures.push(await failureOf(output.write(text.out)));
        environment.stderr.write(text.err);
        failures.push(...(await writeFiles(text.files, environment)));
      }
      return outcomeWith(ended, failures, environment);
    },
  };
}
