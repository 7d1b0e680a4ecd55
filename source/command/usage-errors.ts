/** Collects usage errors of the parser. The user is told the first. */
import { type Failure, isFailure, usageError } from '../core/failure.js';

/** The errors of one command line, so that parsing need not stop at the first. */
export interface UsageErrors {
  readonly first: Failure | undefined;
  /** One line on the problem, one with the form to type. */
  add(text: string, hint: string): void;
  /** Returns a result, or records its failure and returns `instead`, so that parsing goes on. */
  unwrap<T>(result: T | Failure, instead: T): T;
}

/** Empty; its failures are of kind `usage`. */
export function collectUsageErrors(): UsageErrors {
  let first: Failure | undefined;
  return {
    get first() {
      return first;
    },
    add(text, hint) {
      first ??= usageError(text, hint);
    },
    unwrap<T>(result: T | Failure, instead: T): T {
      if (!isFailure(result)) return result;
      first ??= result;
      return instead;
    },
  };
}
