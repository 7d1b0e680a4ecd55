/** Rejects arguments that are not UTF-8: Node decodes them to U+FFFD, which would be sent instead. */
import { readFileSync } from 'node:fs';
import { type Failure, usageError } from '../core/failure.js';

/** Returns undefined if the arguments are valid, or if the system does not expose their bytes. */
export function argumentsProblem(argv: readonly string[]): Failure | undefined {
  if (!argv.some(each => each.includes('\ufffd'))) return undefined;
  let bytes: Buffer;
  try {
    bytes = readFileSync('/proc/self/cmdline');
  } catch {
    return undefined;
  }
  if (Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes)) return undefined;
  return usageError(
    'An argument is not UTF-8 text, and its bytes would be lost.',
    'Put them into a file: -d @FILE, -H @FILE, file:PATH for a secret.',
  );
}
