/** A failure as two lines on standard error: what happened, and what to do. */
import type { Failure } from '../core/failure.js';
import { messageLine } from '../core/response/message-line.js';
import type { Environment } from '../environment.js';

/** Made safe for a terminal. Nothing is printed for a broken pipe: nobody reads on. */
export function printFailure(failure: Failure, environment: Environment): void {
  if (failure.kind === 'broken_pipe') return;
  environment.stderr.write(`apiclient: ${messageLine(failure.text)}\n`);
  if (failure.hint) environment.stderr.write(`  ${messageLine(failure.hint)}\n`);
}
