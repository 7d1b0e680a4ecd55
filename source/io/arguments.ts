/** Arguments as bytes: Node decodes them as UTF-8 and puts U+FFFD where that fails, which would be sent in their place. */
import { readFileSync } from 'node:fs';
import { type Failure, usageError } from '../core/failure.js';

/** Why the arguments cannot be taken as they are; nothing if they can, or where the system does not tell their bytes. */
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
