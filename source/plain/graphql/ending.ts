import { type Failure, isFailure } from '../../core/failure.js';

/** End of a command: its exit code after everything was printed, or the failure to print. */
type Ending = number | Failure;

export const isEnding = (value: unknown): value is Ending => typeof value === 'number' || isFailure(value);
