/**
 * Removes content codings (RFC 9110 8.4). Truncated, mislabelled, overlong or trailing data is an error, never a short body.
 */

import { type Duplex, type Readable, Transform } from 'node:stream';
import { type Failure, FailureError, failure, failureIn } from '../../core/failure.js';
import { hint, step } from '../../core/hint.js';
import { type FrameFollower, zstdFrames } from '../../core/response/zstd-frames.js';
import { failAfterData } from './message.js';

/** The limit in browsers. */
const maxCodings = 5;

/** Codings of Content-Encoding lines in the order applied, lower case, without `identity` and `none`. */
export const codingsOf = (lines: readonly string[]): readonly string[] =>
  lines
    .join(',')
    .split(',')
    .map(each => each.trim().toLowerCase())
    // `none` is not in RFC 9110; event servers send it to keep proxies from compressing.
    .filter(each => each !== '' && each !== 'identity' && each !== 'none');

interface Decoded {
  readonly body: Readable;
  /** An unsupported coding: the bytes are as received. */
  readonly unknown?: string;
  /** Bytes received, still coded; absent without a coding. */
  readonly received?: () => number;
}

/** Errors of `source` must contain their failure. */
export async function decode(
  source: Readable,
  codings: readonly string[],
  maxSize: number | undefined,
): Promise<Decoded | Failure> {
  if (codings.length > maxCodings) {
    return failure('protocol', `The body is encoded ${codings.length} times, but the limit is ${maxCodings}.`, {
      hint: 'The server is broken or hostile.',
    });
  }
  if (codings.length === 0) return { body: source };
  const zlib = await import('node:zlib');
  const chain: Transform[] = [];
  let unknown: string | undefined;
  for (const coding of [...codings].reverse()) {
    const stages = await decoder(coding, zlib);
    if (stages === undefined) {
      unknown = coding;
      break;
    }
    chain.push(...stages);
  }
  if (chain.length === 0) return { body: source, unknown };
  if (maxSize !== undefined) chain.push(sizeGuard(maxSize));
  const body = chain.at(-1) as Transform;
  let received = 0;
  source.on('data', (chunk: Uint8Array) => {
    received += chunk.length;
  });
  chain.reduce(feed, source);
  return { body, received: () => received, unknown };
}

/** Pipes a body into the next stage. Errors follow the bytes before them; destroying a stage destroys its source. */
function feed(from: Readable, to: Transform): Transform {
  const failed = (error: Error): void => {
    if (to.destroyed) return;
    failAfterData(to, error);
    to.end();
  };
  if (from.errored) failed(from.errored);
  else from.once('error', failed);
  // Reported to the reader of the body.
  to.on('error', () => {});
  to.once('close', () => {
    if (!from.readableEnded) from.destroy();
  });
  return from.pipe(to);
}

type Zlib = typeof import('node:zlib');
type ZlibStream = Duplex & { readonly bytesWritten: number };

async function decoder(coding: string, zlib: Zlib): Promise<Transform[] | undefined> {
  const options = { chunkSize: 64 * 1024 };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return [checked('gzip', () => zlib.createGunzip(options))];
    case 'deflate':
      // Named after zlib's format, but some servers send raw deflate; the first two bytes decide.
      return [
        checked('deflate', first => (isZlib(first) ? zlib.createInflate(options) : zlib.createInflateRaw(options))),
      ];
    case 'br':
      return [checked('br', () => zlib.createBrotliDecompress(options))];
    case 'zstd': {
      const create = (zlib as unknown as { createZstdDecompress?: (options: object) => ZlibStream })
        .createZstdDecompress;
      const frames = zstdFrames();
      if (create) return [checked('zstd', () => create(options), frames)];
      const { zstdDecoder } = await import('./codings/zstd.js');
      return [checked('zstd', () => zstdDecoder(frames), frames)];
    }
    default:
      return undefined;
  }
}

const isZlib = (bytes: Uint8Array): boolean =>
  bytes.length > 1 && ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;

/**
 * A decoder that also rejects bytes after the end of the data, which zlib's streams ignore. An empty body stays empty.
 * @param frames for formats whose decoder does not detect truncation
 */
function checked(label: string, create: (first: Uint8Array) => ZlibStream, frames?: FrameFollower): Transform {
  let inner: ZlibStream | undefined;
  let given = 0;
  let ended = false;
  let head: Buffer | undefined;
  let failed = false;
  let outer: Transform;

  const fail = (error: unknown): void => {
    if (failed || outer.destroyed) return;
    failed = true;
    // Decoded data goes first. If the source failed earlier, its error is the one reported.
    for (let rest = inner?.read(); rest; rest = inner?.read()) outer.push(rest);
    failAfterData(outer, new FailureError(failureIn(error) ?? malformed(label, error)));
    outer.push(null);
  };
  const failTrailing = (): void =>
    fail(
      new FailureError(
        failure('protocol', `The body has bytes after the end of its ${label} data.`, {
          code: 'trailing',
          hint: withoutCoding,
        }),
      ),
    );
  const start = (first: Uint8Array): ZlibStream => {
    const stream = create(first);
    stream.on('data', chunk => {
      if (!failed && !outer.push(chunk)) stream.pause();
    });
    stream.once('error', fail);
    stream.once('end', () => {
      ended = true;
      if (given > stream.bytesWritten) failTrailing();
      else if (frames?.whole === false) fail(new FailureError(short(label)));
    });
    return stream;
  };
  outer = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      // Two bytes identify the deflate variant.
      const bytes = head ? Buffer.concat([head, chunk]) : chunk;
      if (!inner && bytes.length < 2) {
        head = bytes;
        callback();
        return;
      }
      head = undefined;
      inner ??= start(bytes);
      given += bytes.length;
      if (ended) {
        failTrailing();
        return;
      }
      // Node ignores bytes of a chunk after the end of a zstd frame, so each frame is written on its own.
      let rest = bytes;
      for (let length = 0; frames && length < rest.length; ) {
        rest = rest.subarray(length);
        length = frames.follow(rest);
        if (length < rest.length) inner.write(rest.subarray(0, length));
      }
      // zlib never calls back if its data ended within these bytes; `end` does, and fails.
      inner.write(rest, () => callback());
    },
    flush(callback) {
      if (head) {
        inner ??= start(head);
        given += head.length;
        frames?.follow(head);
        inner.end(head);
      } else {
        inner?.end();
      }
      if (!inner || ended) callback();
      else inner.once('end', () => callback());
    },
    destroy(error, callback) {
      inner?.destroy();
      callback(error);
    },
  });
  const read = outer._read.bind(outer);
  outer._read = size => {
    inner?.resume();
    read(size);
  };
  return outer;
}

const withoutCoding = hint`Pass ${step('header', "-H 'Accept-Encoding: identity'", 'Accept-Encoding: identity')} to request an uncompressed body.`;

function malformed(label: string, error: unknown): Failure {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(String((error as Error).message))) return short(label, error);
  const text = `The body is labelled ${label}, but is not valid ${label} data.`;
  return failure('protocol', text, { code, hint: withoutCoding, cause: error });
}

const short = (label: string, cause?: unknown): Failure =>
  failure('truncated', `The body's ${label} data is truncated.`, { code: 'Z_BUF_ERROR', hint: withoutCoding, cause });

function sizeGuard(maxSize: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      if (size > maxSize) callback(new FailureError(tooLarge(maxSize)));
      else callback(null, chunk);
    },
  });
}

/** Returns the failure, of kind `limit`, for a body of more than `maxSize` bytes. */
export const tooLarge = (maxSize: number): Failure =>
  failure('limit', `The body exceeds ${maxSize} bytes.`, { hint: 'Pass --max-size BYTES to change the limit.' });
