/** `apiclient auth status | login | token | introspect | userinfo | logout | register | doctor`: the tokens stored on this machine. */
import type { AuthCommand } from '../core/command.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import { storedTokenAsJson } from '../core/oauth/status-lines.js';
import { asciiJson } from '../core/response/ascii-json.js';
import { safeLine } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';
import { lineLoginUi } from '../io/oauth/login/line-login.js';
import { readTokens, tokenFile } from '../io/token-store.js';
import { logout } from './auth/logout.js';
import { numberedLines, type StoredTokens } from './auth/stored-tokens.js';
import { onlyToken, tokenByFlags } from './auth/token.js';

/** Returns the exit code, or the failure to print. */
export async function runAuth(command: AuthCommand, environment: Environment): Promise<number | Failure> {
  const { action, auth, output, profileWord } = command;
  if (action === 'register') return (await import('./auth/register.js')).registerClient(command, environment);
  if (profileWord !== undefined && auth.oauth2 === undefined)
    return usageError(
      `The profile ${profileWord.slice(1)} has no OAuth 2.0 login.`,
      'Add one to its "flags" in the configuration: {"oauth2": "authorization_code::CLIENT_ID", "oauth2-issuer": "https://…"}',
    );
  if (action === 'doctor') return (await import('./auth/doctor.js')).runDoctor(command, environment);
  if (auth.oauth2 && command.which !== undefined)
    return usageError(
      'A login and a stored token were both given.',
      `Usage: apiclient auth ${action} ${command.which}`,
    );
  if (auth.oauth2 && action !== 'logout' && action !== 'status') return tokenByFlags(command, environment);
  if (action === 'introspect' || action === 'userinfo') {
    return usageError(`auth ${action} needs a token.`, 'Pass the --oauth2 flags of the token, or a profile: @NAME.');
  }
  if (action === 'login') {
    return usageError(
      'auth login needs --oauth2.',
      'Usage: apiclient auth login --oauth2 FLOW:TOKEN_URL:CLIENT_ID, or apiclient auth login @PROFILE',
    );
  }
  const tokens = await readTokens(environment, lineLoginUi(environment, output).note);
  if (isFailure(tokens)) return tokens;
  switch (action) {
    case 'status':
      return command.json ? printJson(tokens, environment) : printStatus(tokens, environment);
    case 'token':
      return onlyToken(command, tokens, environment);
    case 'logout':
      return logout(command, tokens, environment);
  }
}

function printStatus(tokens: StoredTokens, environment: Environment): number {
  if (tokens.size === 0) environment.stderr.write(`No tokens are stored (${safeLine(tokenFile(environment))}).\n`);
  for (const line of numberedLines(tokens, environment)) environment.stdout.write(line);
  return 0;
}

function printJson(tokens: StoredTokens, environment: Environment): number {
  const now = environment.now();
  const list = [...tokens.values()].map((token, index) => ({ number: index + 1, ...storedTokenAsJson(token, now) }));
  environment.stdout.write(`${asciiJson(list, 2)}\n`);
  return 0;
}
