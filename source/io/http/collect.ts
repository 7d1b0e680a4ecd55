/** Limits of bodies in memory, and reading a body to its end. */
import type { Readable } from 'node:stream';
import { type Failure, failure, failureIn } from '../../core/failure.js';
import type { NetworkOptions } from '../../core/options.js';

/** The most bytes held in memory: 512 MiB, minus the few that do not fit into a V8 string. */
export const maxHeldBytes = 536_870_888;

/** Returns the limit for bodies and messages in memory, in bytes: `--max-size`, but at most `maxHeldBytes`. */
export const heldLimit = ({ network }: { readonly network: Pick<NetworkOptions, 'maxSize'> }): number =>
  Math.min(network.maxSize ?? maxHeldBytes, maxHeldBytes);

/** The failure for a response that cannot be held in memory. */
export const tooLong = failure('limit', 'The response exceeds 512 MiB.', {
  hint: 'To stream it to a file, use apiclient GET URL -o FILE.',
});

/**
 * Reads a body to its end. Returns a failure if it fails or exceeds `limit`; the body is then destroyed.
 * @param limit bytes
 * @param wants receives each chunk and the bytes so far; returns false to stop
 */
export async function collect(
  body: Readable,
  limit: number = maxHeldBytes,
  wants: (chunk: Buffer, size: number) => boolean = () => true,
): Promise<Buffer | Failure> {
  const bound = Math.min(limit, maxHeldBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bound) return tooLarge(bound);
      chunks.push(chunk);
      if (!wants(chunk, size)) break;
    }
  } catch (error) {
    return (
      connectionLost(failureIn(error)) ??
      failure('network', `The response ended early: ${wordsOf(error)}`, { cause: error })
    );
  }
  return Buffer.concat(chunks, size);
}

/** A GraphQL response cannot be resumed, so a download's hint does not apply. */
export const connectionLost = <T extends Failure | undefined>(failure: T): T =>
  failure?.kind === 'truncated' ? { ...failure, hint: 'Try again. A proxy may have closed the connection.' } : failure;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @param bound bytes */
export const tooLarge = (bound: number, what = 'The response'): Failure =>
  failure('limit', `${what} exceeds ${bound} bytes.`, {
    hint: bound === maxHeldBytes ? 'GraphQL responses are limited to 512 MiB.' : 'Raise --max-size to accept it.',
  });
