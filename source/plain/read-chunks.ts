/** The bytes of a body as they arrive. */
import type { Readable } from 'node:stream';
import { FailureError } from '../core/failure.js';
import { maxHeldBytes, tooLong } from '../io/http/collect.js';

/**
 * Passes on each chunk until the body ends. Rejects with the error that ends it early. An async iterator does the same, but
 * adds a tenth to the time of a small request.
 */
export function readChunks(body: Readable, take: (chunk: Buffer) => void): Promise<void> {
  if (body.destroyed) return body.readableEnded ? Promise.resolve() : Promise.reject(body.errored ?? cut());
  return new Promise((resolve, reject) => {
    body.on('data', take);
    body.once('end', resolve);
    body.once('error', reject);
    body.once('close', () => body.readableEnded || reject(cut()));
  });
}

const cut = (): Error => new Error('The body ended early.');

/** Reads a body to its end. Rejects with the error that ends it early, or with `tooLarge` if it exceeds the limit. */
export async function readHeld(
  body: Readable,
  maxBytes = maxHeldBytes,
  tooLarge = new FailureError(tooLong),
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  await readChunks(body, chunk => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else body.destroy(tooLarge);
  });
  return Buffer.concat(chunks, size);
}
