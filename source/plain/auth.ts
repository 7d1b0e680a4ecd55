/** `apiclient auth status | login | token | introspect | logout | register`: the tokens stored on this machine. */
import type { AuthCommand } from '../core/command.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import { safeLine } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';
import { lineLoginUi } from '../io/oauth/login/line-login.js';
import { readTokens, tokenFile } from '../io/token-store.js';
import { logout } from './auth/logout.js';
import { linesOf, type StoredTokens } from './auth/stored-tokens.js';
import { onlyToken, tokenByFlags } from './auth/token.js';

/** Returns the exit code, or the failure to print. */
export async function runAuth(command: AuthCommand, environment: Environment): Promise<number | Failure> {
  const { action, auth, output } = command;
  if (action === 'register') return (await import('./auth/register.js')).registerClient(command, environment);
  if ((action === 'login' || action === 'token' || action === 'introspect') && auth.oauth2)
    return tokenByFlags(command, environment);
  if (action === 'introspect') {
    return usageError('auth introspect needs a token.', 'Pass the --oauth2 flags of the token.');
  }
  if (action === 'login') {
    return usageError('auth login needs --oauth2.', 'Usage: apiclient auth login --oauth2 FLOW:TOKEN_URL:CLIENT_ID');
  }
  const tokens = await readTokens(environment, lineLoginUi(environment, output).note);
  if (isFailure(tokens)) return tokens;
  switch (action) {
    case 'status':
      return printStatus(tokens, environment);
    case 'token':
      return onlyToken(command, tokens, environment);
    case 'logout':
      return logout(command, tokens, environment);
  }
}

function printStatus(tokens: StoredTokens, environment: Environment): number {
  if (tokens.size === 0) environment.stderr.write(`No tokens are stored (${safeLine(tokenFile(environment))}).\n`);
  for (const line of linesOf(tokens, environment)) environment.stdout.write(line);
  return 0;
}
