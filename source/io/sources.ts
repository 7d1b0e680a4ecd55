/** Reads a flag's source: a file (`@FILE`), standard input (`@-`), or the text itself. */
import { constants } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode, type Failure, failure, failureIn, isFailure } from '../core/failure.js';
import type { TextSource } from '../core/options.js';
import { systemErrors } from '../core/system-errors.js';
import type { Environment } from '../environment.js';
import { openFifoToRead } from '../platform/fifo.js';
import { errorReason } from './files/error-reason.js';

/** Limit for sources held in memory, in bytes. */
const maxHeld = 512 * 1024 * 1024;

/** Expands `~/` where no shell does: after `@` or `file:`, in a configuration, or in a field of the screen. */
export const fromHome = (typed: string, { home }: Pick<Environment, 'home'>): string =>
  typed.replace(/^~(?=\/|$)/, () => home);

/** Resolves a path as the user typed it: relative to the current folder, or to the home folder with `~/`. */
export const pathOf = (typed: string, environment: Pick<Environment, 'folder' | 'home'>): string =>
  path.resolve(environment.folder, fromHome(typed, environment));

/** Whether a file can be read more than once, unlike a pipe. */
export async function isRegularFile(file: string, environment: Environment): Promise<boolean> {
  const stats = await stat(pathOf(file, environment)).catch(() => undefined);
  return stats?.isFile() === true;
}

/**
 * Returns the bytes of a source. An unreadable file or a broken stream is a failure of kind `usage`, an overlong one of kind
 * `limit`.
 */
export async function readBytes(source: TextSource, environment: Environment): Promise<Uint8Array | Failure> {
  if (source.from === 'text') return Buffer.from(source.text, 'utf8');
  if (source.from === 'stdin') return readStdin(environment);
  const file = pathOf(source.path, environment);
  try {
    const stats = await stat(file);
    if (stats.isFile() && stats.size > maxHeld) return tooLarge(source);
    return await held(stats.isFIFO() ? openFifoToRead(file) : createReadStream(file), source, environment);
  } catch (error) {
    return fileFailure(source.path, error);
  }
}

/** Returns a source as UTF-8, without a byte order mark. Invalid UTF-8 is a failure. */
export async function readText(source: TextSource, environment: Environment): Promise<string | Failure> {
  if (source.from === 'text') return source.text;
  const bytes = await readBytes(source, environment);
  return isFailure(bytes) ? bytes : utf8Text(bytes, source);
}

/** Returns a source as `readText` does, or as UTF-16 if it begins with the byte order mark of UTF-16. */
export async function readUnicodeText(source: TextSource, environment: Environment): Promise<string | Failure> {
  const bytes = await readBytes(source, environment);
  return isFailure(bytes) ? bytes : unicodeText(bytes, source);
}

/** Decodes UTF-8, or UTF-16 that begins with its byte order mark. Invalid UTF-8 is a failure. */
export function unicodeText(bytes: Uint8Array, source: TextSource): string | Failure {
  const [first, second] = bytes;
  const content = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
  if (first === 0xff && second === 0xfe) return content.toString('utf16le');
  return first === 0xfe && second === 0xff ? content.swap16().toString('utf16le') : utf8Text(bytes, source);
}

function utf8Text(bytes: Uint8Array, source: TextSource): string | Failure {
  if (bytes.length > constants.MAX_STRING_LENGTH) return tooLarge(source);
  const text = Buffer.from(bytes).toString('utf8');
  // TextDecoder's fatal mode would load ICU.
  if (text.includes('\ufffd') && !Buffer.from(text, 'utf8').equals(bytes)) {
    return failure('usage', `${nameOf(source)} is not UTF-8 text.`, { hint: 'Convert it, for example with iconv.' });
  }
  return text.replace(/^\ufeff/, '');
}

async function readStdin(environment: Environment): Promise<Uint8Array | Failure> {
  try {
    return await held(environment.stdin, { from: 'stdin' }, environment);
  } catch (error) {
    return fileFailure('standard input', error);
  }
}

/** Reads a stream to its end, up to a limit. An interruption by the user is a failure of its kind. */
async function held(
  stream: NodeJS.ReadableStream,
  source: TextSource,
  { signal }: Environment,
): Promise<Uint8Array | Failure> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = (): void => void (stream as Partial<Readable>).destroy?.(new Error('stopped'));
  if (source.from === 'file') {
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  }
  try {
    for await (const chunk of stream) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      if (size > maxHeld) return tooLarge(source);
      chunks.push(bytes);
    }
  } catch (error) {
    if (signal.aborted && isFailure(signal.reason)) return signal.reason;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (source: TextSource): Failure =>
  failure('limit', `${nameOf(source)} exceeds 512 MiB.`, {
    hint: source.from === 'stdin' ? 'Use -d @-, which streams it.' : 'This input must fit into memory.',
  });

const nameOf = (source: TextSource): string => (source.from === 'file' ? source.path : 'Standard input');

const fileHints: Readonly<Record<string, string>> = {
  ENOENT: 'Check the path, which is relative to the current folder unless it begins with /.',
  EISDIR: 'Pass a file in it.',
  ENOTDIR: 'Check the path, which is relative to the current folder unless it begins with /.',
};

/**
 * Returns a failure for an unreadable file, or the failure that `error` contains.
 * @param kind `usage`: the user named it and nothing has been sent; `file`: reading failed while it was being sent
 */
export function fileFailure(name: string, error: unknown, kind: 'usage' | 'file' = 'usage'): Failure {
  const known = failureIn(error);
  if (known) return known;
  const code = errorCode(error) ?? 'EIO';
  const hint = fileHints[code] ?? systemErrors[code]?.[1];
  const text = `Cannot read ${name}: ${errorReason(error, 'there is no such file')}.`;
  return failure(kind, text, { code, cause: error, hint });
}
