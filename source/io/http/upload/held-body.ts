/**
 * Buffers bodies of unknown length (standard input, a FIFO, a device). Most end soon; then their length is known, as many
 * servers require (RFC 9112 6.2), and they can be resent.
 */
import { expectedFailure, type Failure, isFailure } from '../../../core/failure.js';
import { asksForChunks } from '../../../core/request/headers.js';
import type { BodySpec, RequestSpec } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';
import { type OpenBody, openBody } from '../upload.js';

/** Bytes buffered in memory per source. */
const maxHeldBytes = 1024 * 1024;

/** If a pipe stays open for this long, its writer may have forgotten to close it. */
const noticeAfterMs = 3000;

/**
 * Returns the request with as much of its body in memory as allowed. Files are still streamed, and bodies that the user sends
 * chunked are sent as they arrive. An unreadable source or an interruption is a failure.
 * @param onWait called once if the end takes long
 */
export async function holdBody(
  spec: RequestSpec,
  environment: Environment,
  onWait: () => void = () => {},
): Promise<RequestSpec | Failure> {
  if (spec.body === undefined || asksForChunks(spec.headers)) return spec;
  const timer = setTimeout(onWait, noticeAfterMs);
  const body = await held(spec.body, environment).finally(() => clearTimeout(timer));
  return isFailure(body) ? body : { ...spec, body };
}

async function held(body: BodySpec, environment: Environment): Promise<BodySpec | Failure> {
  if (body.kind === 'bytes') return body;
  if (body.kind === 'sequence') {
    const pieces: BodySpec[] = [];
    for (const piece of body.pieces) {
      const read = await held(piece, environment);
      if (isFailure(read)) return read;
      pieces.push(read);
    }
    return { kind: 'sequence', pieces };
  }
  const opened = await openBody(body, environment);
  if (isFailure(opened)) return opened;
  if (body.kind === 'file' && opened.length !== undefined) {
    await opened.close();
    return body;
  }
  try {
    return await readAhead(body, opened, environment.signal);
  } catch (error) {
    await opened.close();
    return expectedFailure(error);
  }
}

async function readAhead(
  body: Extract<BodySpec, { readonly kind: 'file' | 'stdin' }>,
  opened: OpenBody,
  signal: AbortSignal,
): Promise<BodySpec | Failure> {
  const chunks = opened.chunks()[Symbol.asyncIterator]();
  const stopped = stopOf(signal);
  const read: Uint8Array[] = [];
  let size = 0;
  try {
    while (size <= maxHeldBytes) {
      const next = await Promise.race([chunks.next(), stopped.promise]);
      if (isFailure(next)) {
        await opened.close();
        return next;
      }
      if (next.done) {
        await opened.close();
        return { kind: 'bytes', bytes: Buffer.concat(read) };
      }
      read.push(next.value);
      size += next.value.byteLength;
    }
  } finally {
    stopped.forget();
  }
  const { length, close } = opened;
  const rest = { [Symbol.asyncIterator]: () => chunks };
  return { ...body, begun: { head: Buffer.concat(read), rest, length, close } };
}

function stopOf(signal: AbortSignal): { readonly promise: Promise<Failure>; forget(): void } {
  let forget = (): void => {};
  const promise = new Promise<Failure>(resolve => {
    const stop = (): void => resolve(signal.reason as Failure);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    forget = () => signal.removeEventListener('abort', stop);
  });
  return { promise, forget };
}
