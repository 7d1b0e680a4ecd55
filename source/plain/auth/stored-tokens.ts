/** Displays the tokens stored on this machine so that users can distinguish them. */
import { type Failure, usageError } from '../../core/failure.js';
import { describeAll } from '../../core/oauth/status-lines.js';
import type { KeptToken } from '../../core/oauth/stored-token.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';

/** Tokens by the names under which they are stored. */
export type StoredTokens = ReadonlyMap<string, KeptToken>;

/** One line per token, safe to display. */
export const linesOf = (tokens: StoredTokens, environment: Environment): readonly string[] =>
  describeAll(tokens, environment.now()).map(line => `${safeLine(line)}\n`);

/** Shows the stored tokens if there are several and none was selected. */
export function chooseToken(tokens: StoredTokens, environment: Environment, question: string, hint: string): Failure {
  environment.stderr.write(linesOf(tokens, environment).join(''));
  return usageError(`${tokens.size} tokens are stored, and ${question}`, hint);
}
