/** Where the parts of the parser say that something is wrong. The first problem is the one the user is told. */
import { type Failure, isFailure, usageError } from '../core/failure.js';

/** Collects the problems of one command line, so that parsing need not stop at the first. */
export interface UsageErrors {
  /** The first problem, if there was one. */
  readonly first: Failure | undefined;
  /** One line on what is wrong, one with the form to type. */
  add(text: string, hint: string): void;
  /** Passes a result on, or notes its failure and gives `instead`, so that parsing goes on with something whole. */
  unwrap<T>(result: T | Failure, instead: T): T;
}

/** An empty collection, for one command line. Its failures are of kind `usage`. */
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
