/** What a run looks like: results on standard output or in a file, all words on standard error. */
import type { GraphqlCommand, OutputOptions } from '../../core/command.js';
import { exitCodes, type Failure, isFailure } from '../../core/failure.js';
import { placeOfPath } from '../../core/graphql/path-place.js';
import { errorLine, readErrors } from '../../core/graphql/result-errors.js';
import type { Environment } from '../../environment.js';
import type { DebugLog } from '../../io/debug-log.js';
import type { HeadEvent, ResultEvent, RunContext, RunEvent } from '../../io/graphql/transport.js';
import { headerOf } from '../../io/http/exchange.js';
import { note } from '../note.js';
import { printFailure } from '../print-failure.js';
import { paintResponseHead } from '../print-head.js';
import { tellingAll } from '../verbose/telling.js';
import type { WrittenOperation } from './operation.js';
import { Sink } from './sink.js';

/** Starts a run, whose steps on the way to the server are told to `tell`. */
export type Running = (tell: RunContext['tell']) => AsyncIterable<RunEvent>;

/** Prints the events of a run as they come and answers its exit code, or the failure that ended it. */
export async function printRun(
  run: Running,
  written: WrittenOperation,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  const { output: options } = command;
  const { debugLog } = options;
  const log =
    debugLog === undefined ? undefined : (await import('../../io/debug-log.js')).openDebugLog(debugLog, environment);
  if (isFailure(log)) return log;
  const { meta } = options;
  const unwritable =
    meta === undefined ? undefined : await (await import('../summary.js')).refuseMeta(meta, environment);
  if (unwritable) return unwritable;
  const sink = await Sink.open(options, environment);
  if (isFailure(sink)) return sink;
  const live = options.verbose ? await liveOf(sink, options, environment) : undefined;
  const printer = new RunPrinter(written, command, environment, sink, log);
  const ended = await sink.run(async () => {
    let found: number | Failure = 0;
    const logSteps = log && (await import('../../io/debug-log.js')).logSteps(log);
    for await (const event of run(tellingAll([live?.tell, logSteps]))) found = (await printer.print(event)) ?? found;
    if (printer.head) live?.end(printer.head.response);
    const { signal } = environment;
    return signal.aborted && isFailure(signal.reason) ? signal.reason : found;
  });
  return printer.end(ended);
}

async function liveOf({ output, painter, look }: Sink, { showSecrets }: OutputOptions, environment: Environment) {
  const { openLive } = await import('../verbose/live.js');
  return openLive({ environment, output, painter, showSecrets, format: look.format });
}

/** Prints a text that is ours or was made from a server's, in the look the flags ask for. */
export async function printText(
  text: string,
  contentType: string,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  const sink = await Sink.open(command.output, environment);
  if (isFailure(sink)) return sink;
  return sink.run(async () => {
    await sink.body(Buffer.from(text), contentType);
    return 0;
  });
}

/** States worth a line on standard error; the rest is for a status line. */
const noteworthy: ReadonlySet<string> = new Set(['retrying']);

class RunPrinter {
  readonly #written: WrittenOperation;
  readonly #command: GraphqlCommand;
  readonly #environment: Environment;
  readonly #sink: Sink;
  readonly #log: DebugLog | undefined;
  #head: HeadEvent | undefined;
  #bytes = 0;

  constructor(
    written: WrittenOperation,
    command: GraphqlCommand,
    environment: Environment,
    sink: Sink,
    log: DebugLog | undefined,
  ) {
    this.#written = written;
    this.#command = command;
    this.#environment = environment;
    this.#sink = sink;
    this.#log = log;
  }

  /** The last head that came. */
  get head(): HeadEvent | undefined {
    return this.#head;
  }

  /** What the event makes of the run's end, if it makes anything of it. */
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
        return event.partial ? undefined : this.#result(event);
      case 'failed': {
        const { body } = event;
        if (body && body.length > 0) {
          await this.#sink.body(body, this.#head && headerOf(this.#head.response, 'content-type'));
          if (this.#sink.terminal) this.#sink.output.endLine();
        }
        const code = this.#statusCode();
        if (code === 0) return event.failure;
        printFailure(event.failure, this.#environment);
        return code;
      }
    }
  }

  /** `--meta`, `--timing` and the debug log's last line, once all results are out. */
  async end(ended: number | Failure): Promise<number | Failure> {
    const { output: options } = this.#command;
    const head = this.#head;
    if (this.#log) (await import('../../io/debug-log.js')).logEnd(this.#log, ended, head?.timing);
    if (head === undefined || (options.meta === undefined && !options.timing)) return ended;
    const summary = await import('../summary.js');
    if (options.timing) this.#environment.stderr.write(`${summary.timingText(head.timing)}\n`);
    if (options.meta === undefined) return ended;
    const meta = summary.metaOf(exchangeOf(head), this.#bytes, isFailure(ended) ? ended : undefined);
    const problem = await summary.writeMeta(options.meta, meta, this.#environment, async text => {
      this.#sink.output.endLine();
      await this.#sink.output.write(text);
    });
    return isFailure(ended) ? ended : (problem ?? ended);
  }

  async #heads(event: HeadEvent): Promise<void> {
    const { include, verbose } = this.#command.output;
    const { painter, output, terminal, saving } = this.#sink;
    this.#head = event;
    // With -v it is there already (`live.ts`).
    if (!verbose && ((terminal && !saving) || include)) paintResponseHead(event.response, painter);
    await output.write(painter.take());
  }

  async #result(event: ResultEvent): Promise<number | undefined> {
    const bytes = event.bytes;
    if (this.#written.operation.kind === 'subscription') await this.#sink.line(event.text);
    else await this.#sink.body(bytes ?? Buffer.from(`${event.text}\n`), 'application/json');
    this.#bytes += bytes?.length ?? 0;
    if (event.note && !this.#command.output.silent) note(this.#environment, event.note);
    return this.#errors(event) ?? (this.#statusCode() || undefined);
  }

  #errors(event: ResultEvent): number | undefined {
    if (event.summary.errors === undefined) return undefined;
    if (this.#sink.terminal) this.#sink.output.endLine();
    const { document, node, operation } = this.#written;
    const { errors, total } = readErrors(event.summary.errors, undefined, event.summary.errorCount);
    for (const error of errors) {
      const place = error.place ?? (error.pathKeys && placeOfPath(document, node, error.pathKeys, operation.query));
      note(this.#environment, `GraphQL error: ${errorLine(place ? { ...error, place } : error)}`);
    }
    if (total > errors.length) note(this.#environment, `and ${total - errors.length} more errors.`);
    return exitCodes.graphql;
  }

  /** What `--check-status` makes of the answer; 0: nothing. */
  #statusCode(): number {
    const status = this.#command.output.checkStatus ? (this.#head?.response.status ?? 0) : 0;
    return status >= 300 && status < 600 ? Math.floor(status / 100) : 0;
  }
}

/** The head of a run in the shape that summaries of plain requests are made from. */
const exchangeOf = ({ request, response, redirects, timing, url }: HeadEvent) => ({
  ...response,
  request,
  redirects,
  timing,
  url: url ?? request.shownUrl,
});
