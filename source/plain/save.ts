/** A body into a file: `-o FILE` and `--download`, going on where an earlier run broke off. */
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, failure, failureIn, isFailure } from '../core/failure.js';
import { mediaType } from '../core/response/content-kind.js';
import { downloadName } from '../core/response/file-name.js';
import { memoryOf, type PartMemory, resumeStep } from '../core/response/resume.js';
import { sizeText } from '../core/response/sizes.js';
import type { Environment } from '../environment.js';
import { type HttpResponse, headerOf } from '../io/http/exchange.js';
import {
  type KeptPart,
  type OpenFile,
  openFreePart,
  openPart,
  openThrough,
  remember,
  reopenPart,
  takeFreeName,
} from '../io/part-file.js';
import { Output, writeFailure } from './output.js';
import { Progress } from './progress.js';
import type { Target } from './save-target.js';

/** A file that holds all of the body; `path` is as the user is shown it. */
export interface Saved {
  readonly path: string;
  /** Bytes in the file. */
  readonly size: number;
}

interface Place {
  readonly file: OpenFile;
  /** Bytes that are there already. */
  readonly from: number;
  /** They are the whole file: the answer's body only says so (416). */
  readonly whole?: true;
  /** What the file's size must be at the end: a 206 promised as much (Content-Range). */
  readonly size?: number;
}

/**
 * Saves the body. What came stays in the part file when something breaks off: the failure says where.
 * @param url the request's, without credentials: what a part file is found by
 */
export async function saveBody(
  response: HttpResponse,
  target: Target,
  url: string,
  options: { readonly silent: boolean },
  environment: Environment,
): Promise<Saved | Failure> {
  const header = (name: string) => headerOf(response, name);
  const coded = header('content-encoding') !== undefined;
  const size = coded ? undefined : response.length;
  let place: Place | Failure;
  try {
    place = await openPlace(response, target, url, environment.signal);
  } catch (error) {
    response.body.destroy();
    if (isFailure(error)) return error;
    return fileError(shownPath(target, environment), error);
  }
  if ('kind' in place) {
    response.body.destroy();
    return place;
  }
  const { file, from } = place;
  if (place.whole) response.body.destroy();
  const memory = target.kept && from > 0 ? target.kept.memory : memoryOf(url, header, size);
  if (memory && file.isPart) await remember(file.partPath, memory);
  const shown = relative(file.partPath, environment);
  const progress = new Progress(environment, !options.silent, from, size === undefined ? undefined : from + size);
  // A part file is closed in any case: a disk answers. A FIFO may have no reader, so waiting for it can be ended.
  const output = new Output(file.stream, shown, file.isPart ? undefined : environment.signal);
  try {
    if (!place.whole) {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        progress.add(chunk.length);
        await output.write(chunk);
      }
    }
    await output.close();
    if (place.size !== undefined && progress.done !== place.size) {
      const kept = progress.done > place.size ? from : progress.done;
      // Of what is more than was promised nobody knows where it belongs.
      if (kept === from) await truncate(file.partPath, from);
      return withPart(otherSize(progress.done - from, place.size - from), shown, kept, memory);
    }
    return { path: relative(await file.commit(), environment), size: progress.done };
  } catch (error) {
    const found = environment.signal.aborted
      ? environment.signal.reason
      : (failureIn(error) ?? fileError(shown, error));
    if (file.isPart) await output.close().catch(() => {});
    else file.stream.destroy();
    // The part file of another run keeps nothing of ours.
    return file.isPart && found.code !== 'ESTALE' ? withPart(found, shown, progress.done, memory) : found;
  } finally {
    progress.stop();
  }
}

/** Finds out where the bytes go on. A failure leaves the part file as it is. */
async function openPlace(
  response: HttpResponse,
  target: Target,
  url: string,
  signal: AbortSignal,
): Promise<Place | Failure> {
  const { kept } = target;
  if (kept) return resumed(response, kept, target);
  if (target.kind === 'file') {
    return {
      file: target.way === 'through' ? await openThrough(target.path, signal) : await openPart(target.path),
      from: 0,
    };
  }
  const header = (name: string) => headerOf(response, name);
  const name = downloadName(header('content-disposition'), url, mediaType(header('content-type')).type);
  return { file: await openFreePart(target.folder, name), from: 0 };
}

async function resumed(response: HttpResponse, kept: KeptPart, target: Target): Promise<Place | Failure> {
  const commit =
    target.kind === 'file'
      ? undefined
      : (part: string) => takeFreeName(part, target.folder, path.basename(part, '.part'));
  const header = (name: string) => headerOf(response, name);
  const step = resumeStep({ status: response.status, header }, kept.memory, kept.size);
  if (step.step === 'refuse') {
    return failure('protocol', `Cannot go on with ${path.basename(kept.part)}: ${step.why}.`, {
      hint: 'It stays as it is. Without -C the download starts over.',
    });
  }
  if (step.step === 'restart') {
    if (target.kind === 'file') return { file: await openPart(target.path), from: 0 };
    await truncate(kept.part);
    return { file: await reopenPart(kept.part, commit), from: 0 };
  }
  const file = await reopenPart(kept.part, commit);
  return step.step === 'done' ? { file, from: kept.size, whole: true } : { file, from: kept.size, size: step.size };
}

const otherSize = (came: number, promised: number): Failure =>
  failure('truncated', `The server sent ${came} bytes of the rest, but promised ${promised} (Content-Range).`, {
    hint: 'Without -C the download starts over.',
  });

function fileError(name: string, error: unknown): Failure {
  const carried = failureIn(error);
  if (carried) return carried;
  if (typeof (error as NodeJS.ErrnoException | null)?.code !== 'string') throw error;
  if ((error as NodeJS.ErrnoException).code === 'ESTALE') {
    return failure('file', `${name} was replaced while it was written: another run saves the same file.`, {
      code: 'ESTALE',
    });
  }
  return writeFailure(name, error);
}

function withPart(found: Failure, part: string, size: number, memory: PartMemory | undefined): Failure {
  if (size === 0) return found;
  const where = `${part} keeps the ${sizeText(size)} that came`;
  const hint = memory ? `${where}; the same command with -C goes on from there.` : `${where}.`;
  return failure(found.kind, found.text, {
    hint: found.hint ? `${found.hint} ${hint}` : hint,
    ...(found.code === undefined ? {} : { code: found.code }),
    cause: found.cause,
  });
}

function relative(file: string, environment: Environment): string {
  const found = path.relative(environment.folder, file);
  return found.startsWith('..') ? file : found;
}

const shownPath = (target: Target, environment: Environment): string =>
  target.kind === 'file' ? relative(target.path, environment) : `to ${target.folder}`;
