/** Request bodies as byte streams: opened before anything is sent, read 1 MiB at a time. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { counted } from '../../core/counted.js';
import { type Failure, FailureError, failure, isFailure, usageError } from '../../core/failure.js';
import { asksForChunks } from '../../core/request/headers.js';
import type { BegunBody, BodySpec, HeaderLine } from '../../core/request/spec.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { lengthOfInput } from '../../platform/descriptors.js';
import { isFifo, openFifoToRead } from '../../platform/fifo.js';
import { fileFailure, pathOf } from '../sources.js';

/** Small reads are slow in Node (64 KiB takes twice as long). */
const readSize = 1024 * 1024;

export interface OpenBody {
  /** In bytes; absent if unknown (standard input, a FIFO). */
  readonly length?: number;
  /** Can be read once. A file that fails or shrinks throws a `FailureError`. */
  chunks(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Opens every file of the body. The caller closes it. */
export async function openBody(body: BodySpec, environment: Environment): Promise<OpenBody | Failure> {
  switch (body.kind) {
    case 'bytes':
      return { length: body.bytes.byteLength, chunks: () => once(body.bytes), close: nothing };
    case 'stdin':
      return body.begun ? openBegun(body.begun) : openInput(environment);
    case 'file':
      return body.begun ? openBegun(body.begun) : openFile(body.path, environment);
    case 'sequence':
      return openSequence(body.pieces, environment);
  }
}

async function nothing(): Promise<void> {}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/** Closed only once it has been used: unread input can still be sent. */
function openBegun({ head, rest, length, close }: BegunBody): OpenBody {
  let taken = false;
  async function* chunks(): AsyncIterable<Uint8Array> {
    taken = true;
    yield head;
    yield* rest;
  }
  return { length, chunks, close: async () => (taken ? close() : undefined) };
}

async function openInput({ stdin }: Environment): Promise<OpenBody> {
  const length = await lengthOfInput(stdin);
  const known = length === undefined ? {} : { length };
  return { ...known, chunks: () => chunksIn('standard input', stdin, length), close: nothing };
}

async function openFile(name: string, environment: Environment): Promise<OpenBody | Failure> {
  let handle: FileHandle | undefined;
  try {
    const full = pathOf(name, environment);
    if (await isFifo(full)) return openFifo(name, full);
    handle = await open(full, 'r');
    const stat = await handle.stat();
    if (stat.isDirectory()) {
      await handle.close();
      return fileFailure(name, { code: 'EISDIR' });
    }
    const file = handle;
    // Files in /proc and devices report 0 but have content, so their length is unknown.
    const known = stat.isFile() && (stat.size > 0 || (await file.read(Buffer.alloc(1), 0, 1, 0)).bytesRead === 0);
    const length = known ? stat.size : undefined;
    return {
      length,
      chunks: () => fileChunks(name, file, length),
      close: () => file.close().catch(nothing),
    };
  } catch (error) {
    await handle?.close().catch(nothing);
    return fileFailure(name, error);
  }
}

function openFifo(name: string, full: string): OpenBody {
  const socket = openFifoToRead(full);
  return { chunks: () => chunksIn(name, socket), close: async () => void socket.destroy() };
}

async function* fileChunks(name: string, file: FileHandle, length: number | undefined): AsyncIterable<Uint8Array> {
  if (length === 0) return;
  const end = length === undefined ? {} : { end: length - 1 };
  yield* chunksIn(name, file.createReadStream({ highWaterMark: readSize, autoClose: false, ...end }), length);
}

/** Yields exactly the announced number of bytes: later additions are ignored, and missing bytes are a failure. */
async function* chunksIn(name: string, stream: Readable, length?: number): AsyncIterable<Uint8Array> {
  let left = length ?? Number.POSITIVE_INFINITY;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
      // Never a string: Node would send the head in its encoding too.
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      yield bytes.byteLength > left ? bytes.subarray(0, left) : bytes;
      left -= Math.min(left, bytes.byteLength);
      if (left === 0) return;
    }
  } catch (error) {
    throw new FailureError(fileFailure(name, error, 'file'));
  }
  if (length !== undefined) {
    throw new FailureError(
      failure('file', `${name} became shorter while it was sent.`, {
        hint: 'Send a file that is not being written to.',
      }),
    );
  }
}

/**
 * Enforces the user's Content-Length, for which a server would wait. A different length is a usage failure; an unknown one is
 * checked while it is sent.
 */
export function withOwnLength(
  body: OpenBody | undefined,
  headers: readonly HeaderLine[],
): OpenBody | undefined | Failure {
  const contentLength = headers.find(({ name }) => /^content-length$/i.test(name));
  if (!contentLength || asksForChunks(headers)) return body;
  const typed = reveal(contentLength.value).trim();
  const length = body ? body.length : 0;
  if (length !== undefined) {
    if (typed === String(length)) return body;
    const size = body ? `the body has ${counted(length, 'byte')}` : 'the request has no body';
    return usageError(`Content-Length is ${typed}, but ${size}.`, 'Remove Content-Length. The correct value is sent.');
  }
  return body && { ...body, length: Number(typed), chunks: () => exactly(body, typed) };
}

async function* exactly(body: OpenBody, typed: string): AsyncIterable<Uint8Array> {
  let left = Number(typed);
  const wrong = (amount: string): FailureError =>
    new FailureError(
      failure('file', `Content-Length is ${typed}, but the body has ${amount} bytes.`, {
        hint: 'Remove Content-Length. The body is then sent in chunks.',
      }),
    );
  for await (const chunk of body.chunks()) {
    left -= chunk.byteLength;
    if (!(left >= 0)) throw wrong('more');
    yield chunk;
  }
  if (left > 0) throw wrong('fewer');
}

async function openSequence(pieces: readonly BodySpec[], environment: Environment): Promise<OpenBody | Failure> {
  const opened: OpenBody[] = [];
  const close = async (): Promise<void> => {
    for (const each of opened) await each.close();
  };
  for (const piece of pieces) {
    const body = await openBody(piece, environment);
    if (isFailure(body)) {
      await close();
      return body;
    }
    opened.push(body);
  }
  const length = opened.reduce<number | undefined>(
    (sum, each) => (sum === undefined || each.length === undefined ? undefined : sum + each.length),
    0,
  );
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (const each of opened) yield* each.chunks();
  }
  return { length, chunks, close };
}

/** Writes a body to a request with backpressure. Stops when the request is gone. The caller ends the request. */
export async function pump(body: OpenBody, request: Writable, onSent?: (bytes: number) => void): Promise<void> {
  let sent = 0;
  try {
    if (request.destroyed) return;
    for await (const chunk of body.chunks()) {
      if (request.destroyed) return;
      if (!request.write(chunk)) await drained(request);
      sent += chunk.byteLength;
      onSent?.(sent);
    }
  } finally {
    await body.close();
  }
}

function drained(request: Writable): Promise<void> {
  if (request.destroyed) return Promise.resolve();
  return new Promise(resolve => {
    const done = (): void => {
      request.off('drain', done);
      request.off('close', done);
      resolve();
    };
    request.once('drain', done);
    request.once('close', done);
  });
}

/** Node would close the socket on a write error before reading an early response. Here the readable end closes it. */
export function readEarlyResponse(socket: Socket): void {
  // Unbound, because binding per request would retain every earlier one.
  const { destroy } = socket;
  const { _readableState: reading } = socket as Socket & { readonly _readableState?: { errored: unknown } };
  let refused = false;
  socket.destroy = error => {
    const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
    const isRefusal = syscall === 'write' && (code === 'EPIPE' || code === 'ECONNRESET');
    if (refused || !isRefusal || !reading) return destroy.call(socket, error);
    refused = true;
    // A stream marked as errored drops the data it reads.
    reading.errored = null;
    return socket;
  };
  socket.once('free', () => {
    socket.destroy = destroy;
  });
}
