/** Saves a body to a file, `-o FILE` or `--download`, resuming an earlier run's download. */

import path from 'node:path';
import type { Writable } from 'node:stream';
import { type Failure, failure, failureIn, isFailure } from '../../core/failure.js';
import { hint } from '../../core/hint.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { mediaType } from '../../core/response/content-kind.js';
import { downloadName } from '../../core/response/file-name.js';
import { memoryOf, resumeStep } from '../../core/response/resume.js';
import { sizeText } from '../../core/response/sizes.js';
import type { Environment } from '../../environment.js';
import { rememberComplete } from '../../io/files/complete-downloads.js';
import { openFreePart, openPart, type PartFile, reopenPart } from '../../io/files/part-file.js';
import { type PartialFile, rememberPart } from '../../io/files/partial-download.js';
import { openThrough } from '../../io/files/write-mode.js';
import { type HttpResponse, headerOf } from '../../io/http/exchange.js';
import { cutHint } from '../../io/http/message.js';
import { Output, savingFailure } from '../output.js';
import { Progress } from '../progress.js';
import { relative, type Target } from './save-target.js';

interface SavedBody {
  readonly path: string;
  readonly size: number;
}

/** A file written in place, so a partial download cannot be preserved or resumed. */
interface StreamSink {
  readonly kind: 'stream';
  readonly stream: Writable;
  readonly path: string;
}

interface PartSink {
  readonly kind: 'part';
  readonly part: PartFile;
  readonly from: number;
  /** The part file is complete (416). */
  readonly isComplete?: true;
  /** The final size promised by a 206 (Content-Range). */
  readonly size?: number;
}

interface SaveOptions {
  readonly response: HttpResponse;
  readonly request: RequestSpec;
  readonly target: Target;
  readonly silent: boolean;
  /** True to store the validators of a complete file, for `-C`. */
  readonly isRemembered: boolean;
  readonly environment: Environment;
}

/** Saves the body. If it is truncated, the part file remains, and the failure names it. */
export async function saveBody(saving: SaveOptions): Promise<SavedBody | Failure> {
  const { response, target, environment } = saving;
  let sink: StreamSink | PartSink | Failure;
  try {
    sink = await openSink(saving);
  } catch (error) {
    sink = failureIn(error) ?? savingFailure(shownPath(target, environment), error);
  }
  if (isFailure(sink)) {
    response.body.destroy();
    return sink;
  }
  return sink.kind === 'part' ? savePart(sink, saving) : saveThrough(sink, saving);
}

/** The size of the response's body, or undefined if unknown or coded. */
const sizeOf = (response: HttpResponse): number | undefined =>
  headerOf(response, 'content-encoding') === undefined ? response.length : undefined;

async function saveThrough(sink: StreamSink, saving: SaveOptions): Promise<SavedBody | Failure> {
  const { response, silent, environment } = saving;
  const shown = relative(sink.path, environment);
  const progress = new Progress(environment, !silent, { total: response.length, received: response.received });
  // A FIFO may have no reader, so the wait must be abortable.
  const output = new Output(sink.stream, shown, environment.signal);
  try {
    await pump(response, output, progress);
    await output.close();
    return { path: shown, size: progress.done };
  } catch (error) {
    sink.stream.destroy();
    return whatEnded(error, shown, environment);
  } finally {
    progress.stop();
  }
}

async function savePart(sink: PartSink, saving: SaveOptions): Promise<SavedBody | Failure> {
  const { response, silent, environment } = saving;
  const { part, from, isComplete } = sink;
  if (isComplete) response.body.destroy();
  const shown = relative(part.path, environment);
  const canResume = await canResumeFrom(sink, saving);
  const progress = new Progress(environment, !silent, { from, total: response.length, received: response.received });
  // No abort signal: unlike a FIFO, a disk always responds.
  const output = new Output(part.stream, shown);
  try {
    if (!isComplete) await pump(response, output, progress);
    await output.close();
    if (sink.size !== undefined && progress.done !== sink.size) {
      const size = progress.done > sink.size ? from : progress.done;
      // Bytes beyond the promised range have no known position.
      if (size === from) part.cut(from);
      return withPart(otherSize(progress.done - from, sink.size - from), shown, size, canResume);
    }
    const file = await part.commit();
    await rememberFile(file, progress.done, saving);
    return { path: relative(file, environment), size: progress.done };
  } catch (error) {
    const ending = whatEnded(error, shown, environment);
    await output.close().catch(() => {});
    // Another run's part file contains none of our data.
    if (ending.code === 'ESTALE') return ending;
    const size = part.size();
    if (size === 0) await part.discard().catch(() => {});
    return withPart(ending, shown, size, canResume);
  } finally {
    progress.stop();
  }
}

async function pump(response: HttpResponse, output: Output, progress: Progress): Promise<void> {
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    progress.add(chunk.length);
    await output.write(chunk);
  }
}

/** Stores the validators of a complete file for the next run with `-C`. */
async function rememberFile(file: string, size: number, saving: SaveOptions): Promise<void> {
  const { response, request, target, environment } = saving;
  const header = (name: string) => headerOf(response, name);
  const received = memoryOf({ status: response.status, header }, request, size);
  const memory = response.status === 200 ? received : target.kept?.memory;
  if (saving.isRemembered && memory) await rememberComplete(file, memory, environment);
}

/** Stores the state for resuming, and returns whether it could. */
async function canResumeFrom({ part, from }: PartSink, saving: SaveOptions): Promise<boolean> {
  const { response, request, target } = saving;
  if (target.kept && from > 0) return true;
  const header = (name: string) => headerOf(response, name);
  const memory = memoryOf({ status: response.status, header }, request, sizeOf(response));
  return memory !== undefined && part.isOurs && rememberPart(part.path, memory);
}

/** Decides where to resume. A failure leaves the part file unchanged. */
async function openSink({
  response,
  request,
  target,
  environment,
}: SaveOptions): Promise<StreamSink | PartSink | Failure> {
  const { kept } = target;
  if (kept) return resumed(response, kept, target, environment);
  if (target.kind === 'file') {
    if (target.mode === 'part') return fromTheStart(await openPart(target.path, environment));
    return { kind: 'stream', stream: await openThrough(target.path, environment), path: target.path };
  }
  const header = (name: string) => headerOf(response, name);
  const name = downloadName(header('content-disposition'), request.url, mediaType(header('content-type')).type);
  return fromTheStart(await openFreePart(target.folder, name, environment));
}

const fromTheStart = (part: PartFile): PartSink => ({ kind: 'part', part, from: 0 });

async function resumed(
  response: HttpResponse,
  kept: PartialFile,
  target: Target,
  environment: Environment,
): Promise<PartSink | Failure> {
  const header = (name: string) => headerOf(response, name);
  const step = resumeStep({ status: response.status, header }, kept.memory, kept.size);
  if (step.step === 'refuse') {
    return failure('protocol', `Cannot resume ${path.basename(kept.part)}: ${step.why}.`, {
      hint: 'The file is unchanged. Without -C the download starts over.',
    });
  }
  const restart = step.step === 'restart';
  if (restart && target.kind === 'file') return fromTheStart(await openPart(target.path, environment));
  const part = reopenPart(kept, target.kind === 'file' ? 'overwrite' : 'free', !restart, environment);
  if (restart) return fromTheStart(part);
  const sink = { kind: 'part', part, from: kept.size } as const;
  return step.step === 'done' ? { ...sink, isComplete: true } : { ...sink, size: step.size };
}

const otherSize = (received: number, promised: number): Failure =>
  failure('truncated', `The server sent ${received} bytes of the rest, but announced ${promised} (Content-Range).`, {
    hint: 'Remove -C to start the download over.',
  });

const whatEnded = (error: unknown, shown: string, { signal }: Environment): Failure =>
  signal.aborted ? signal.reason : (failureIn(error) ?? savingFailure(shown, error));

/** @param canResume whether it can be resumed */
function withPart(found: Failure, part: string, size: number, canResume: boolean): Failure {
  if (size === 0) return found;
  const where = `${part} contains the ${sizeText(size)} received`;
  const resume = canResume ? `${where}. Repeat the command with -C to resume.` : `${where}.`;
  const advice = found.hint === cutHint ? 'Try again.' : found.hint;
  return failure(found.kind, found.text, {
    hint: advice ? hint`${advice} ${resume}` : resume,
    code: found.code,
    cause: found.cause,
  });
}

const shownPath = (target: Target, environment: Environment): string =>
  target.kind === 'file' ? relative(target.path, environment) : `to ${target.folder}`;
