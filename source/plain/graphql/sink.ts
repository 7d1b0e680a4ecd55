/** Destination of results: standard output in the requested style, or verbatim to the file of `-o`. */

import type { Writable } from 'node:stream';
import { expectedFailure, type Failure, failureIn, isFailure } from '../../core/failure.js';
import { jsonLineSpans } from '../../core/json/line-spans.js';
import { onOneLine } from '../../core/json/tokens.js';
import type { OutputOptions } from '../../core/options.js';
import { sizeText } from '../../core/response/sizes.js';
import type { Environment } from '../../environment.js';
import { fileError } from '../../io/files/own-file.js';
import type { PartFile } from '../../io/files/part-file.js';
import { pathOf } from '../../io/sources.js';
import { note } from '../note.js';
import { Output, savingFailure, writeFailure } from '../output.js';
import { type OutputStyle, outputStyleOf } from '../output-style.js';
import { Painter } from '../paint.js';
import { printBytes } from '../print-body.js';

/** How long a stalled reader may delay the end after a signal, in milliseconds. */
const graceMs = 1000;

/** Aborts a little after `signal`, so that earlier output still reaches an active reader. */
function soonAfter(signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  const begin = (): void => void setTimeout(() => late.abort(signal.reason), graceMs).unref();
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return late.signal;
}

/** The file of `-o`. With a part file, `stream` writes to it. */
interface OpenFile {
  readonly stream: Writable;
  readonly part?: PartFile;
}

/** One command's output. `finish` must be called once, whatever happened. */
export class Sink {
  /** Standard output, for heads and `--meta -`. */
  readonly output: Output;
  readonly painter: Painter;
  readonly look: OutputStyle;
  readonly terminal: boolean;
  readonly saving: boolean;
  readonly #environment: Environment;
  readonly #silent: boolean;
  readonly #file: { readonly part: PartFile | undefined; readonly output: Output; readonly name: string } | undefined;
  #size = 0;

  private constructor(environment: Environment, options: OutputOptions, painter: Painter, file?: OpenFile) {
    this.#environment = environment;
    this.#silent = options.silent;
    const stop = soonAfter(environment.signal);
    this.output = new Output(environment.stdout, 'standard output', stop);
    this.painter = painter;
    this.look = outputStyleOf(options, environment);
    this.terminal = environment.stdout.isTTY === true;
    this.saving = file !== undefined;
    if (file) {
      const name = options.file ?? '';
      const { stream, part } = file;
      this.#file = { part, output: new Output(stream, name, part ? undefined : stop), name };
    }
  }

  /** Opens the file of `-o`, if any. An unwritable path is a usage failure; nothing has been sent. */
  static async open(options: OutputOptions, environment: Environment): Promise<Sink | Failure> {
    const painter = await Painter.of(outputStyleOf(options, environment).colour);
    const { file } = options;
    if (file === undefined || file === '-') return new Sink(environment, options, painter);
    const { openPart } = await import('../../io/files/part-file.js');
    const { openThrough, obstacleAt, writeModeOf } = await import('../../io/files/write-mode.js');
    const target = pathOf(file, environment);
    try {
      const mode = await writeModeOf(target, environment);
      if (mode === 'through')
        return new Sink(environment, options, painter, { stream: await openThrough(target, environment) });
      const blocked = obstacleAt(`${target}.part`, environment);
      if (blocked !== undefined) return writeFailure(`${file}.part`, fileError('EPERM', blocked), 'usage');
      const part = await openPart(target, environment);
      return new Sink(environment, options, painter, { stream: part.stream, part });
    } catch (error) {
      return failureIn(error) ?? writeFailure(file, error, 'usage');
    }
  }

  async body(bytes: Uint8Array, contentType: string | undefined): Promise<void> {
    if (this.#file) return this.#save(bytes);
    const notes = await printBytes(bytes, contentType, this);
    for (const text of this.#silent ? [] : notes) note(this.#environment, text);
  }

  /** Writes one event as one line, whatever the server's layout. */
  async line(text: string): Promise<void> {
    const line = onOneLine(text);
    if (this.#file) return this.#save(`${line}\n`);
    if (this.look.raw) return this.output.writeTogether(`${line}\n`);
    for (const span of jsonLineSpans(line)) this.painter.line(span.text, span.role);
    await this.output.write(`${this.painter.take()}\n`);
  }

  async #save(data: string | Uint8Array): Promise<void> {
    this.#size += typeof data === 'string' ? Buffer.byteLength(data) : data.length;
    await this.#file?.output.write(data);
  }

  /** Runs `work`, converts its expected exceptions to values, then flushes and renames the file. */
  async run(work: () => Promise<number | Failure>): Promise<number | Failure> {
    const ended = await this.#guarded(work);
    const saved = await this.#guarded(() => this.#finish());
    return isFailure(saved) && !isFailure(ended) ? saved : ended;
  }

  async #finish(): Promise<number | Failure> {
    await this.output.flush();
    if (!this.#file) return 0;
    const { part, output, name } = this.#file;
    await output.close();
    if (this.#size === 0 && part) {
      // Nothing arrived, so an existing file is not changed.
      await part.discard();
      return 0;
    }
    try {
      await part?.commit();
    } catch (error) {
      return savingFailure(name, error);
    }
    if (!this.#silent) note(this.#environment, `saved ${name} (${sizeText(this.#size)})`);
    return 0;
  }

  async #guarded(work: () => Promise<number | Failure>): Promise<number | Failure> {
    try {
      return await work();
    } catch (error) {
      const failure = expectedFailure(error, this.#environment.signal);
      if (this.terminal) this.output.endLine();
      return failure;
    }
  }
}
