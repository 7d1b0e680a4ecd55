/** Detects curl command lines: `apiclient [FLAGS] curl …`. */
import { tokenise } from './tokenise.js';
import { collectUsageErrors } from './usage-errors.js';

/** Returns the position of `curl` if only our flags precede it. */
export function curlPlace(argv: readonly string[]): number | undefined {
  const at = argv.indexOf('curl');
  if (at < 0) return undefined;
  const problems = collectUsageErrors();
  const { words } = tokenise(argv.slice(0, at), problems);
  return words.length === 0 && !problems.first ? at : undefined;
}
