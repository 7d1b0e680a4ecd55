/** What a run looks like: results on standard output, all words on standard error. */
import { Readable } from 'node:stream';
import type { GraphqlCommand } from '../core/command.js';
import { exitCodes, type Failure, failureIn, isFailure } from '../core/failure.js';
import { placeOfPath } from '../core/graphql/path-place.js';
import { errorLine, readErrors } from '../core/graphql/result-errors.js';
import type { Environment } from '../environment.js';
import type { HeadEvent, ResultEvent, RunEvent } from '../io/graphql/transport.js';
import { headerOf } from '../io/http/exchange.js';
import type { WrittenOperation } from './graphql-operation.js';
import { note } from './graphql-words.js';
import { type Look, lookOf } from './look.js';
import { Output } from './output.js';
import { Painter } from './paint.js';
import { printBody } from './print-body.js';
import { paintRequestHead, paintResponseHead } from './print-head.js';

/** Prints the events of a run as they come and answers its exit code, or the failure that ended it. */
export async function printRun(
  events: AsyncIterable<RunEvent>,
  written: WrittenOperation,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  return guarded(environment, async output => {
    const printer = new RunPrinter(
      written,
      command,
      environment,
      output,
      await Painter.of(lookOf(command.output, environment).colour),
    );
    let ended: number | Failure = 0;
    for await (const event of events) {
      const outcome = await printer.print(event);
      if (outcome !== undefined) ended = outcome;
    }
    const { signal } = environment;
    return signal.aborted && isFailure(signal.reason) ? signal.reason : ended;
  });
}

/** Prints a text that is ours or was made from a server's, in the look the flags ask for. */
export async function printText(
  text: string,
  contentType: string,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  return guarded(environment, async output => {
    const look = lookOf(command.output, environment);
    await printBytes(Buffer.from(text), contentType, look, output, await Painter.of(look.colour), environment);
    return 0;
  });
}

/** Runs `work` with standard output; a reader that went away or an interrupt is the failure it carries. */
async function guarded(
  environment: Environment,
  work: (output: Output) => Promise<number | Failure>,
): Promise<number | Failure> {
  const output = new Output(environment.stdout, 'standard output');
  try {
    const ended = await work(output);
    await output.flush();
    return ended;
  } catch (error) {
    const found = environment.signal.aborted ? environment.signal.reason : failureIn(error);
    if (!isFailure(found)) throw error;
    return found;
  }
}

async function printBytes(
  bytes: Uint8Array,
  contentType: string | undefined,
  look: Look,
  output: Output,
  painter: Painter,
  environment: Environment,
): Promise<void> {
  const notes = await printBody(Readable.from([bytes]), output, painter, {
    contentType,
    size: bytes.length,
    look,
    terminal: environment.stdout.isTTY === true,
    onBytes: () => {},
  });
  for (const line of notes) note(environment, line);
}

class RunPrinter {
  readonly #written: WrittenOperation;
  readonly #command: GraphqlCommand;
  readonly #environment: Environment;
  readonly #output: Output;
  readonly #painter: Painter;
  readonly #look: Look;
  #contentType: string | undefined;
  #status = 0;

  constructor(
    written: WrittenOperation,
    command: GraphqlCommand,
    environment: Environment,
    output: Output,
    painter: Painter,
  ) {
    this.#written = written;
    this.#command = command;
    this.#environment = environment;
    this.#output = output;
    this.#painter = painter;
    this.#look = lookOf(command.output, environment);
  }

  /** What the event makes of the run's end, if it makes anything of it. */
  async print(event: RunEvent): Promise<number | Failure | undefined> {
    switch (event.kind) {
      case 'head':
        return this.#head(event);
      case 'state':
        if (!this.#command.output.silent && noteworthy.has(event.state)) note(this.#environment, event.text);
        return undefined;
      case 'result':
        return event.partial ? undefined : this.#result(event);
      case 'failed': {
        if (event.body && event.body.length > 0) await this.#bytes(event.body, this.#contentType);
        const bad = this.#command.output.checkStatus ? Math.floor(this.#status / 100) : 0;
        if (bad < 3 || bad > 5) return event.failure;
        note(this.#environment, event.failure.text);
        return bad;
      }
    }
  }

  async #head(event: HeadEvent): Promise<undefined> {
    const { include, verbose, showSecrets } = this.#command.output;
    this.#status = event.response.status;
    this.#contentType = headerOf(event.response, 'content-type');
    if (verbose) {
      for (const hop of event.redirects) {
        paintRequestHead(hop.request, showSecrets, this.#painter);
        paintResponseHead(hop.response, this.#painter);
      }
      paintRequestHead(event.request, showSecrets, this.#painter);
    }
    if (include || verbose || this.#environment.stdout.isTTY) paintResponseHead(event.response, this.#painter);
    await this.#output.write(this.#painter.take());
    return undefined;
  }

  async #result(event: ResultEvent): Promise<number | undefined> {
    if (this.#written.operation.kind === 'subscription') await this.#line(event.text);
    else await this.#bytes(event.bytes ?? Buffer.from(`${event.text}\n`), 'application/json');
    if (event.note && !this.#command.output.silent) note(this.#environment, event.note);
    return this.#errors(event);
  }

  /** An event of a subscription: one line, whatever the server's layout was. */
  async #line(text: string): Promise<void> {
    await this.#output.write(`${/[\r\n]/.test(text) ? text.replace(/\r?\n\s*|\r\s*/g, ' ') : text}\n`);
  }

  #bytes(bytes: Uint8Array, contentType: string | undefined): Promise<void> {
    return printBytes(bytes, contentType, this.#look, this.#output, this.#painter, this.#environment);
  }

  #errors(event: ResultEvent): number | undefined {
    if (event.summary.errors === undefined) return undefined;
    const { document, node, operation } = this.#written;
    const { errors, total } = readErrors(event.summary.errors);
    for (const error of errors) {
      const place = error.place ?? (error.pathKeys && placeOfPath(document, node, error.pathKeys, operation.query));
      note(this.#environment, `GraphQL error: ${errorLine(place ? { ...error, place } : error)}`);
    }
    if (total > errors.length) note(this.#environment, `and ${total - errors.length} more errors.`);
    return exitCodes.graphql;
  }
}

/** States worth a line on standard error; the rest is for a status line. */
const noteworthy: ReadonlySet<string> = new Set(['retrying']);
