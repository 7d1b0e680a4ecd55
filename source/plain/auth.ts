/** `apiclient auth status | token | logout`: the tokens kept on this machine. */
import type { AuthCommand } from '../core/command.js';
import { type Failure, failure, isFailure, usageError } from '../core/failure.js';
import { isUsable, type KeptToken } from '../core/oauth/kept-token.js';
import { describeAll } from '../core/oauth/status-lines.js';
import { safeLine } from '../core/response/safe-text.js';
import { reveal } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { openDebugLog } from '../io/debug-log.js';
import { lineLoginUi } from '../io/oauth/line-login.js';
import { obtainToken } from '../io/oauth/token.js';
import { readTokens, removeTokens, tokenFile, tokenKey } from '../io/token-store.js';

/** Carries out the command. Answers the exit code, or the failure to be printed. */
export async function runAuth(command: AuthCommand, environment: Environment): Promise<number | Failure> {
  const note = lineLoginUi(environment, command.output).note;
  if (command.action === 'token' && command.auth.oauth2) return printWithFlags(command, environment);
  const kept = await readTokens(environment, note);
  if (isFailure(kept)) return kept;
  switch (command.action) {
    case 'status':
      return printStatus(kept, environment);
    case 'token':
      return printOnlyOne(kept, environment);
    case 'logout':
      return logout(command, kept, environment, note);
  }
}

type Kept = ReadonlyMap<string, KeptToken>;

const linesOf = (kept: Kept, environment: Environment): string[] =>
  describeAll(kept, environment.now()).map(line => `${safeLine(line)}\n`);

function printStatus(kept: Kept, environment: Environment): number {
  if (kept.size === 0) environment.stderr.write(`No tokens are kept (${safeLine(tokenFile(environment))}).\n`);
  for (const line of linesOf(kept, environment)) environment.stdout.write(line);
  return 0;
}

const printToken = (text: string, environment: Environment): number => {
  environment.stdout.write(`${text}\n`);
  return 0;
};

/** The token a request with these flags would use: refreshed or by a login, as there. */
async function printWithFlags(command: AuthCommand, environment: Environment): Promise<number | Failure> {
  const { auth, network, output } = command;
  if (!auth.oauth2) return usageError('--oauth2 is needed.');
  const log = openDebugLog(output.debugLog, environment);
  if (isFailure(log)) return log;
  log.close();
  const obtained = await obtainToken(auth.oauth2, network, environment, lineLoginUi(environment, output));
  return isFailure(obtained) ? obtained : printToken(reveal(obtained.token), environment);
}

function printOnlyOne(kept: Kept, environment: Environment): number | Failure {
  const [only, ...others] = kept.values();
  if (!only) return usageError('No token is kept.', 'Give the --oauth2 flags to get one.');
  if (others.length > 0) {
    environment.stderr.write(linesOf(kept, environment).join(''));
    return usageError(`${kept.size} tokens are kept; which one?`, 'Give the --oauth2 flags of the one you want.');
  }
  if (isUsable(only, environment.now())) return printToken(reveal(only.accessToken), environment);
  return failure('login', 'The only token that is kept has run out.', {
    hint: 'Give the --oauth2 flags to renew it.',
  });
}

async function logout(
  command: AuthCommand,
  kept: Kept,
  environment: Environment,
  note: (text: string) => void,
): Promise<number | Failure> {
  const { oauth2 } = command.auth;
  const keys = [...kept.keys()];
  const chosen = command.all ? keys : oauth2 ? keys.filter(key => key === tokenKey(oauth2)) : keys;
  if (!command.all && !oauth2 && keys.length > 1) {
    environment.stderr.write(linesOf(kept, environment).join(''));
    return usageError(
      `${keys.length} tokens are kept; which one is to be forgotten?`,
      'Give its --oauth2 flags, or --all.',
    );
  }
  if (chosen.length === 0) {
    note(oauth2 && !command.all ? 'No token is kept for these flags.' : 'No tokens are kept.');
    return 0;
  }
  const problem = await removeTokens(environment, chosen, note);
  if (problem) return problem;
  note(`Forgotten: ${chosen.length} ${chosen.length === 1 ? 'token' : 'tokens'}. The server was not told.`);
  return 0;
}
