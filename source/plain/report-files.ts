/** `--report FORMAT=FILE`: reports in files. */
import { exitCodeOf, type Failure } from '../core/failure.js';
import { safeText } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';
import { printFailure } from './note.js';
import { writeText } from './summary.js';

export const writeReport = (file: string, text: string, environment: Environment): Promise<Failure | undefined> =>
  writeText(file, safeText(text), environment);

/**
 * Prints the failures to write. Returns the outcome, or if that is a success, the exit code of the first failure.
 * @param failures undefined for each success
 */
export function outcomeWith(
  outcome: number | Failure,
  failures: readonly (Failure | undefined)[],
  environment: Environment,
): number | Failure {
  const { reason } = environment.signal;
  const unwritten = failures.filter(each => each !== undefined && each !== reason && each !== outcome) as Failure[];
  for (const each of unwritten) printFailure(each, environment);
  const [first] = unwritten;
  if (outcome !== 0) return outcome;
  if (first) return exitCodeOf(first);
  return reason !== undefined && failures.includes(reason) ? reason : outcome;
}
