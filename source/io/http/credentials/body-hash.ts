import { createHash } from 'node:crypto';
import { expectedFailure, type Failure, isFailure, usageError } from '../../../core/failure.js';
import { isReplayable } from '../../../core/request/redirect.js';
import type { BodySpec } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';
import { openBody } from '../upload.js';

/**
 * Hash of the body in hex, or of nothing without a body. Standard input can be read only once, so hashing it is a usage
 * failure.
 */
export async function bodyHash(
  body: BodySpec | undefined,
  algorithm: string,
  environment: Environment,
): Promise<string | Failure> {
  const hash = createHash(algorithm);
  if (body === undefined) return hash.digest('hex');
  if (!isReplayable(body)) {
    return usageError(
      'The signature covers the body, but standard input can be read only once.',
      'Send a file: -d @FILE.',
    );
  }
  const opened = await openBody(body, environment);
  if (isFailure(opened)) return opened;
  try {
    for await (const chunk of opened.chunks()) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    return expectedFailure(error);
  } finally {
    await opened.close();
  }
}
