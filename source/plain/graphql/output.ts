/** Prints a run: results on standard output or in a file, everything else on standard error. */

import type { GraphqlCommand } from '../../core/command.js';
import { exitCodeOfStatus, exitCodes, type Failure, isFailure, usageError } from '../../core/failure.js';
import { positionOfPath } from '../../core/graphql/error-position.js';
import { errorLine, readErrors } from '../../core/graphql/result-errors.js';
import type { BodySpec } from '../../core/request/spec.js';
import { escapeUnsafe } from '../../core/response/escape-unsafe.js';
import { safeText } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import type { DebugLog } from '../../io/debug-log.js';
import type { FailedEvent, HeadEvent, ResultEvent, RunContext, RunEvent } from '../../io/graphql/transport.js';
import { headerOf } from '../../io/http/exchange.js';
import type { Judge } from '../checks/judge.js';
import { hiderOf, openReporter, openVerbose } from '../context.js';
import { note, printFailure } from '../note.js';
import type { ExchangeReporter } from '../parts/exchange-reporter.js';
import { type OutputParts, partsOf } from '../parts/parts.js';
import { paintRequestHead, paintResponseHead, printTrailers } from '../print-head.js';
import type { BodyFilter } from '../reshape/filter.js';
import { emitAll } from '../verbose/emit-all.js';
import type { WrittenOperation } from './operation.js';
import { Sink } from './sink.js';

export type StartRun = (observers: Pick<RunContext, 'onEvent' | 'onSent'>) => AsyncIterable<RunEvent>;

/** Prints the events of a run as they arrive. Returns its exit code, or the failure that ended it. */
export async function printRun(
  run: StartRun,
  written: WrittenOperation,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  const { output: options } = command;
  const { asserts, debugLog } = options;
  if (asserts && written.operation.kind === 'subscription') {
    return usageError('-a cannot check the events of a subscription.', 'Check the output lines instead: | jq -e …');
  }
  const filter = options.filter === undefined ? undefined : (await import('../reshape/filter.js')).openFilter(options);
  if (isFailure(filter)) return filter;
  const judge = asserts && (await (await import('../checks/judge.js')).openJudge(asserts, environment));
  if (isFailure(judge)) return judge;
  const log =
    debugLog === undefined ? undefined : (await import('../../io/debug-log.js')).openDebugLog(debugLog, environment);
  if (isFailure(log)) return log;
  const { url = '', hidden } = command;
  const ending = await openReporter({ output: options, method: 'POST', url, hidden }, environment);
  if (isFailure(ending)) return ending;
  const sink = await Sink.open(options, environment);
  if (isFailure(sink)) return sink;
  const live = await openVerbose(sink, command, environment);
  const recorded = options.print?.includes('B')
    ? (await import('../parts/recorder.js')).recorder(environment.monotonic)
    : undefined;
  const printer = new RunPrinter(written, command, environment, sink, {
    log,
    ending,
    judge,
    filter,
    sentBody: recorded?.body,
  });
  const ended = await sink.run(async () => {
    let outcome: number | Failure = 0;
    const logSteps = log && (await import('../../io/debug-log.js')).logSteps(log);
    const onEvent = emitAll([live?.onEvent, logSteps, ending?.onEvent, recorded?.onEvent, judge?.onEvent]);
    for await (const event of run({ onEvent, onSent: ending?.onSent }))
      outcome = (await printer.print(event)) ?? outcome;
    await printer.trailers();
    if (printer.head) live?.end(printer.head.response);
    const { signal } = environment;
    return signal.aborted && isFailure(signal.reason) ? signal.reason : outcome;
  });
  return printer.end(ended);
}

/** How a text of each type is made safe: losslessly if its strings support escapes. */
const safely: Readonly<Record<string, (text: string) => string>> = {
  'application/json': escapeUnsafe,
  // An operation is its author's text, byte for byte; a printed schema is already escaped.
  'application/graphql': text => text,
};

/**
 * Prints a text that we generated or derived from a server's, in the requested style. It is made safe in a pipe and in a file
 * too, because its content may be shown on a terminal later.
 */
export async function printText(
  text: string,
  contentType: string,
  command: Pick<GraphqlCommand, 'output'>,
  environment: Environment,
): Promise<number | Failure> {
  const sink = await Sink.open(command.output, environment);
  if (isFailure(sink)) return sink;
  return sink.run(async () => {
    await sink.body(Buffer.from((safely[contentType] ?? safeText)(text)), contentType);
    return 0;
  });
}

/** States worth a line on standard error; the others are for a status line. */
const noteworthy: ReadonlySet<string> = new Set(['retrying']);

/** Whether the command has several results: one line each, without heads between them. */
const inLines = ({ incremental, again }: GraphqlCommand): boolean =>
  incremental || again.paginate || again.everyMs !== undefined;

interface RunObservers {
  readonly log: DebugLog | undefined;
  readonly ending: ExchangeReporter | undefined;
  readonly judge: Judge | undefined;
  readonly filter: BodyFilter | undefined;
  /** The body of the last request, if it is shown. */
  readonly sentBody: (() => BodySpec | undefined) | undefined;
}

class RunPrinter {
  readonly #written: WrittenOperation;
  readonly #command: GraphqlCommand;
  readonly #environment: Environment;
  readonly #sink: Sink;
  readonly #log: DebugLog | undefined;
  readonly #ending: ExchangeReporter | undefined;
  readonly #judge: Judge | undefined;
  readonly #filter: BodyFilter | undefined;
  readonly #sentBody: (() => BodySpec | undefined) | undefined;
  readonly #parts: OutputParts;
  #head: HeadEvent | undefined;
  #bytes = 0;

  constructor(
    written: WrittenOperation,
    command: GraphqlCommand,
    environment: Environment,
    sink: Sink,
    { log, ending, judge, filter, sentBody }: RunObservers,
  ) {
    this.#written = written;
    this.#command = command;
    this.#environment = environment;
    this.#sink = sink;
    this.#log = log;
    this.#ending = ending;
    this.#judge = judge;
    this.#filter = filter;
    this.#sentBody = sentBody;
    this.#parts = partsOf(command.output, sink.terminal && !sink.saving && !inLines(command));
  }

  get head(): HeadEvent | undefined {
    return this.#head;
  }

  /** The outcome, if the event determines it. */
  async print(event: RunEvent): Promise<number | Failure | undefined> {
    const { output: options } = this.#command;
    switch (event.kind) {
      case 'head':
        await this.#heads(event);
        return undefined;
      case 'state':
        this.#log?.write('state', { state: event.state, text: event.text });
        if (!options.silent && noteworthy.has(event.state)) note(this.#environment, event.text);
        return undefined;
      case 'result':
        if (event.partial && !this.#command.incremental) return undefined;
        return this.#result(event);
      case 'failed':
        return this.#failed(event);
    }
  }

  async #failed({ body, failure }: FailedEvent): Promise<number | Failure> {
    if (body && body.length > 0 && (this.#parts.body || this.#sink.saving)) {
      await this.#sink.body(body, this.#head && headerOf(this.#head.response, 'content-type'));
      if (this.#sink.terminal) this.#sink.output.endLine();
    }
    const code = this.#statusCode();
    if (code === 0) return failure;
    printFailure(failure, this.#environment);
    return code;
  }

  /** Trailers belong to the head, but are printed after the results. */
  async trailers(): Promise<void> {
    if (this.#head) await printTrailers(this.#sink, this.#head, this.#command.output, this.#parts.head);
  }

  /** Writes summaries and the debug log's last line after all results. */
  async end(ended: number | Failure): Promise<number | Failure> {
    const head = this.#head;
    const unmatched = isFailure(ended) ? undefined : this.#filter?.note();
    if (unmatched !== undefined && !this.#command.output.silent) note(this.#environment, unmatched);
    if (this.#log) (await import('../../io/debug-log.js')).logEnd(this.#log, ended, head?.timing);
    const response = head && exchangeOf(head);
    const judged = this.#judge && !isFailure(ended) ? this.#judge.end(ended) : ended;
    const went = { response, ended: judged, bytes: this.#bytes, checks: this.#judge?.results };
    return this.#ending ? this.#ending.end(went, this.#sink.output) : judged;
  }

  async #heads(event: HeadEvent): Promise<void> {
    const { painter, output, look } = this.#sink;
    this.#head = event;
    const { request } = event;
    const body = this.#parts.requestBody ? this.#sentBody?.() : undefined;
    if (this.#parts.requestHead) paintRequestHead(request, this.#command.output.showSecrets, painter);
    if (body) (await import('../print-request.js')).paintRequestBody({ ...request, body }, look.format, painter);
    if (this.#parts.head) paintResponseHead(event.response, painter);
    await output.write(hiderOf(this.#command)(painter.take()));
  }

  async #result(event: ResultEvent): Promise<number | undefined> {
    if (this.#parts.body || this.#sink.saving) await this.#printResult(event);
    return this.#judged(event);
  }

  async #printResult(event: ResultEvent): Promise<void> {
    const isLine = inLines(this.#command) || this.#written.operation.kind === 'subscription';
    if (!isLine && !this.#filter) {
      await this.#sink.body(event.bytes ?? Buffer.from(`${event.text}\n`), 'application/json');
      return;
    }
    const text = (this.#command.incremental ? event.part : undefined) ?? event.text;
    if (this.#filter) await this.#printFiltered(this.#filter, text, isLine);
    else if (text !== '') await this.#sink.line(text);
  }

  async #printFiltered(filter: BodyFilter, input: string, isLine: boolean): Promise<void> {
    const text = filter.apply(input, 'the response');
    if (!isLine || filter.contentType !== 'application/json') {
      await this.#sink.body(Buffer.from(text), filter.contentType);
    } else if (text !== '') await this.#sink.line(text.trimEnd());
  }

  #judged(event: ResultEvent): number | undefined {
    this.#bytes += event.bytes?.length ?? 0;
    if (event.note && !this.#command.output.silent) note(this.#environment, event.note);
    if (this.#judge && this.#head && !event.partial) this.#judge.judge(exchangeOf(this.#head), event.text);
    return this.#errors(event) ?? (this.#statusCode() || undefined);
  }

  #errors(event: ResultEvent): number | undefined {
    // The merged result repeats the errors of its parts.
    if (event.summary.errors === undefined || event.partial) return undefined;
    if (this.#sink.terminal) this.#sink.output.endLine();
    const { document, node, operation } = this.#written;
    const { errors, total } = readErrors(event.summary.errors, undefined, event.summary.errorCount);
    for (const error of errors) {
      const position =
        error.position ?? (error.pathKeys && positionOfPath(document, node, error.pathKeys, operation.query));
      note(this.#environment, `GraphQL error: ${errorLine(position ? { ...error, position: position } : error)}`);
    }
    if (total > errors.length) note(this.#environment, `${total - errors.length} more errors.`);
    return this.#judge?.asksForErrors ? undefined : exitCodes.graphql;
  }

  /** The exit code for `--check-status`, or 0 if it does not apply. */
  #statusCode(): number {
    return this.#command.output.checkStatus && this.#head ? exitCodeOfStatus(this.#head.response.status) : 0;
  }
}

/** Adapts the head of a run to the summaries of plain requests. */
const exchangeOf = ({ request, response, redirects, timing, startedAt, url, received, trailers }: HeadEvent) => ({
  ...response,
  request,
  redirects,
  timing,
  startedAt,
  url: url ?? request.shownUrl,
  received,
  trailers,
});
