/** `apiclient auth token [--id] [--decode]` and `auth introspect`: prints, decodes or introspects one token. */
import type { AuthCommand } from '../../core/command.js';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { decodeJwt } from '../../core/oauth/jwt.js';
import { moment } from '../../core/oauth/status-lines.js';
import { isUsable } from '../../core/oauth/stored-token.js';
import { claimsOf } from '../../core/oauth/token-checks.js';
import type { OAuth2Options } from '../../core/options.js';
import { asciiJson } from '../../core/response/ascii-json.js';
import { reveal, type Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { openDebugLog } from '../../io/debug-log.js';
import type { ObtainedToken, TokenContext } from '../../io/oauth/context.js';
import { lineLoginUi } from '../../io/oauth/login/line-login.js';
import { type LoginUi, obtainToken, withStoredScope, withTokenContext } from '../../io/oauth/token.js';
import { readToken } from '../../io/token-store.js';
import { chooseToken, type StoredTokens, selectTokens } from './stored-tokens.js';

/** The token that a request with these flags would use, refreshed or obtained by a login if necessary. */
export async function tokenByFlags(command: AuthCommand, environment: Environment): Promise<number | Failure> {
  const { action, auth, decode, network, output } = command;
  if (!auth.oauth2)
    return usageError('auth token needs --oauth2.', 'Usage: apiclient auth token --oauth2 FLOW:TOKEN_URL:CLIENT_ID');
  const oauth2 = await withStoredScope(auth.oauth2, environment);
  const log = openDebugLog(output.debugLog, environment);
  if (isFailure(log)) return log;
  log.close();
  const ui = lineLoginUi(environment, output);
  const obtained = await obtainToken(oauth2, network, environment, ui);
  if (isFailure(obtained)) return obtained;
  if (obtained.dpopKey) ui.note('The token is bound to a stored key (DPoP) and is useless without it.');
  if (action === 'login') return reportLogin(obtained, oauth2, ui);
  const printAnswer = async (ask: (context: TokenContext) => Promise<object | Failure>) => {
    const answer = await withTokenContext(oauth2, network, environment, ui, ask);
    return isFailure(answer) ? answer : printJson(answer, environment);
  };
  if (action === 'userinfo' || (action === 'introspect' && command.id)) {
    const { userInfo } = await import('../../io/oauth/manage.js');
    return printAnswer(context => userInfo(context, obtained));
  }
  const token = chosen(command, obtained);
  if (isFailure(token)) return token;
  if (action === 'introspect' || decode) {
    const manage = await import('../../io/oauth/manage.js');
    const about = { isIdToken: command.id, nonceChecked: obtained.nonceChecked === true };
    return printAnswer(context =>
      action === 'introspect' ? manage.introspect(context, token) : manage.decode(context, token, about),
    );
  }
  return printText(reveal(token), environment);
}

/** Reports a login whose token was stored, or only obtained. */
function reportLogin({ expiresAt, from }: ObtainedToken, { cache }: OAuth2Options, ui: LoginUi): number {
  const until = expiresAt === undefined ? '' : ` The token expires at ${moment(expiresAt)}.`;
  const storage = cache ? 'and stored the token' : 'without storing the token (--oauth2-no-cache)';
  ui.note(`Logged in${from === 'cache' ? ' already' : ''} ${storage}.${until}`);
  return 0;
}

/** The stored token with the given number or account, or the only one. */
export async function onlyToken(
  command: AuthCommand,
  stored: StoredTokens,
  environment: Environment,
): Promise<number | Failure> {
  const tokens = selectTokens(command.which, stored, environment);
  if (isFailure(tokens)) return tokens;
  const [key] = tokens.keys();
  if (key === undefined) return usageError('No token is stored.', 'Pass the --oauth2 flags to get one.');
  if (tokens.size > 1)
    return chooseToken(
      tokens,
      environment,
      'auth token needs to know which one.',
      'Pass its number: apiclient auth token 1, or its account, its profile (@NAME) or its --oauth2 flags.',
    );
  const notes: string[] = [];
  const only = await readToken(environment, key, text => notes.push(text));
  if (!only)
    return failure('file', notes[0] ?? 'The token store does not contain the token.', {
      hint: 'Unlock the store, or log in again.',
    });
  const token = chosen(command, { token: only.accessToken, idToken: only.idToken });
  if (isFailure(token)) return token;
  if (command.decode) {
    const parts = decodeJwt(reveal(token));
    if (!parts) {
      return failure('login', 'The token is opaque (not a JWT), so it cannot be decoded.', {
        hint: 'Run apiclient auth introspect with the --oauth2 flags to ask the server.',
      });
    }
    const { clientId, nonceChecked } = only;
    const facts = { clientId, isIdToken: command.id, nonceChecked: nonceChecked === true, now: environment.now() };
    const why = 'verification needs the --oauth2 flags with --oauth2-issuer';
    return printJson(claimsOf(parts, facts, why), environment);
  }
  if (command.id || isUsable(only, environment.now())) return printText(reveal(token), environment);
  return failure('login', 'The stored token has expired.', {
    hint: 'Pass its profile (@NAME) or its --oauth2 flags to refresh it.',
  });
}

/** The token that a command refers to: the ID token or the access token. */
function chosen(
  { id, auth }: AuthCommand,
  { token, idToken }: Pick<ObtainedToken, 'token' | 'idToken'>,
): Secret | Failure {
  if (!id && auth.oauth2?.use !== 'id_token') return token;
  return (
    idToken ??
    failure('login', 'The server did not return an ID token.', {
      hint: 'Request one with --oauth2-scope openid, and a flow in which a user logs in.',
    })
  );
}

const printText = (text: string, environment: Environment): number => {
  environment.stdout.write(`${text}\n`);
  return 0;
};

/** JSON that cannot control a terminal. */
const printJson = (value: object, environment: Environment): number => printText(asciiJson(value, 2), environment);
