/** The tokens kept on this machine, as a person tells them apart. */
import { type Failure, usageError } from '../../core/failure.js';
import { describeAll } from '../../core/oauth/status-lines.js';
import type { KeptToken } from '../../core/oauth/stored-token.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';

/** By the names they are kept under. */
export type StoredTokens = ReadonlyMap<string, KeptToken>;

/** A line for each, safe to be shown. */
export const linesOf = (kept: StoredTokens, environment: Environment): readonly string[] =>
  describeAll(kept, environment.now()).map(line => `${safeLine(line)}\n`);

/** Several are kept and none was named: shows them. */
export function chooseToken(kept: StoredTokens, environment: Environment, question: string, hint: string): Failure {
  environment.stderr.write(linesOf(kept, environment).join(''));
  return usageError(`${kept.size} tokens are kept; ${question}`, hint);
}
