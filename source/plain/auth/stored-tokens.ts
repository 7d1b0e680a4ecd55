/** Displays the tokens stored on this machine so that users can distinguish them. */
import { type Failure, usageError } from '../../core/failure.js';
import { accountOf, describeAll } from '../../core/oauth/status-lines.js';
import type { StoredToken } from '../../core/oauth/stored-token.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';

/** Tokens by the names under which they are stored. */
export type StoredTokens = ReadonlyMap<string, StoredToken>;

/** One line per token, safe to display. */
export const linesOf = (tokens: StoredTokens, environment: Environment): readonly string[] =>
  describeAll(tokens, environment.now()).map(line => `${safeLine(line)}\n`);

/** One line per token, with the number by which commands refer to it. */
export const numberedLines = (tokens: StoredTokens, environment: Environment): readonly string[] =>
  linesOf(tokens, environment).map((line, index) => `${index + 1}  ${line}`);

/** Shows the stored tokens if there are several and none was selected. */
export function chooseToken(tokens: StoredTokens, environment: Environment, question: string, hint: string): Failure {
  environment.stderr.write(numberedLines(tokens, environment).join(''));
  return usageError(`${tokens.size} tokens are stored, and ${question}`, hint);
}

/** Returns the tokens with a number or account as listed by `auth status`, or all tokens if neither was given. */
export function selectTokens(
  which: string | undefined,
  tokens: StoredTokens,
  environment: Environment,
): StoredTokens | Failure {
  if (which === undefined) return tokens;
  const all = [...tokens];
  const named = all.filter(([, token]) => [token.account, token.user, accountOf(token)].includes(which));
  if (named.length > 0) return new Map(named);
  const numbered = /^\d{1,6}$/.test(which) ? all[Number(which) - 1] : undefined;
  if (numbered) return new Map([numbered]);
  environment.stderr.write(numberedLines(tokens, environment).join(''));
  return usageError(
    `No stored token has the number or account ${which}.`,
    'Run apiclient auth status to list the stored tokens.',
  );
}
