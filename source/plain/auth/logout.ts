/** `apiclient auth logout`: revokes tokens at their servers (RFC 7009) and removes them here. */

import path from 'node:path';
import type { AuthCommand } from '../../core/command.js';
import { counted } from '../../core/counted.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { hintText } from '../../core/hint.js';
import { isDead, keeperTitle } from '../../core/oauth/status-lines.js';
import type { StoredToken } from '../../core/oauth/stored-token.js';
import type { OAuth2Options } from '../../core/options.js';
import type { Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { removeStaleParts } from '../../io/files/replace-file.js';
import { lineLoginUi } from '../../io/oauth/login/line-login.js';
import type { LoginUi } from '../../io/oauth/login/login-ui.js';
import type { NotRevoked } from '../../io/oauth/manage.js';
import { withStoredScope, withTokenContext } from '../../io/oauth/token.js';
import { readToken, removeOutcomes, removeTokens, tokenFile, tokenKey } from '../../io/token-store.js';
import { chooseToken, linesOf, type StoredTokens, selectTokens } from './stored-tokens.js';

/** What every step of a logout needs. */
interface LogoutContext extends Pick<AuthCommand, 'network'> {
  readonly environment: Environment;
  readonly ui: LoginUi;
}

/**
 * Revokes and removes tokens, and reports both. A renewable token that was not revoked stays stored unless `--force` is given:
 * it would remain valid at the server, and could no longer be revoked from here.
 */
export async function logout(
  command: AuthCommand,
  stored: StoredTokens,
  environment: Environment,
): Promise<number | Failure> {
  const { all, auth, network, output } = command;
  if (command.expired) return removeExpired(stored, environment, lineLoginUi(environment, output));
  const tokens = selectTokens(command.which, stored, environment);
  if (isFailure(tokens)) return tokens;
  const oauth2 = auth.oauth2 && (await withStoredScope(auth.oauth2, environment));
  const context = { network, environment, ui: lineLoginUi(environment, output) };
  // A killed process may have left tokens in a file that it was writing.
  await removeStaleParts(path.dirname(tokenFile(environment)), environment);
  const named = await tokensOf(oauth2, tokens, context);
  if (isFailure(named)) return named;
  const chosen = all ? tokens : (named ?? tokens);
  if (!all && chosen.size > 1)
    return chooseToken(
      chosen,
      environment,
      'logout needs to know which one.',
      'Pass its number: apiclient auth logout 1, or its account, its profile (@NAME), its --oauth2 flags, or --all.',
    );
  const ownKeys = oauth2 ? [tokenKey(oauth2)] : [];
  if (chosen.size === 0) {
    await removeOutcomes(environment, all ? undefined : ownKeys);
    context.ui.note(chosen === named ? 'No token is stored for these flags.' : 'No tokens are stored.');
    return 0;
  }
  const ends = await revokeAll(chosen, key => (named?.has(key) ? oauth2 : undefined), context);
  return isFailure(ends) ? ends : removeEnded(ends, command, ownKeys, context);
}

/** A token and the result of its revocation; `undefined` if the server revoked it. */
interface Ended {
  readonly key: string;
  readonly token: StoredToken;
  readonly end: NotRevoked | Failure | undefined;
}

/** Asks for missing client secrets one after the other, and then revokes all tokens at once. */
async function revokeAll(
  tokens: StoredTokens,
  optionsGiven: (key: string) => OAuth2Options | undefined,
  context: LogoutContext,
): Promise<readonly Ended[] | Failure> {
  const { environment, ui } = context;
  const revocations: (() => Promise<Ended>)[] = [];
  for (const [key, listed] of tokens) {
    const token = (await readToken(environment, key, ui.note)) ?? listed;
    const given = optionsGiven(key);
    const secret = given ? undefined : await secretOf(token, environment);
    if (isFailure(secret)) return secret;
    const options = given ?? optionsOf(token, secret);
    revocations.push(async () => ({ key, token, end: await revocation(token, options, Boolean(given), context) }));
  }
  const ends = await Promise.all(revocations.map(revoke => revoke()));
  const { aborted, reason } = environment.signal;
  return aborted && isFailure(reason) ? reason : ends;
}

/** Revokes a token. @param isKnown whether the token was obtained with these options; otherwise the token implies them */
async function revocation(
  token: StoredToken,
  options: OAuth2Options,
  isKnown: boolean,
  { environment, network, ui }: LogoutContext,
): Promise<Ended['end']> {
  if (token.keeperId !== undefined) return { why: `${keeperTitle(token.keeperId)} returned no token` };
  const { revoke } = await import('../../io/oauth/manage.js');
  return withTokenContext(options, network, environment, ui, context => revoke(context, token, isKnown));
}

/** Removes the tokens, except renewable ones that were not revoked. */
async function removeEnded(
  ends: readonly Ended[],
  { all, force }: AuthCommand,
  ownKeys: readonly string[],
  { environment, ui }: LogoutContext,
): Promise<number | Failure> {
  const staying = ends.filter(({ token, end }) => end !== undefined && mayRenew(token) && !force);
  const removed = ends.filter(each => !staying.includes(each));
  const keys = removed.map(({ key }) => key);
  const problem = await removeTokens(environment, keys, text => ui.note(text));
  if (problem) return problem;
  await removeOutcomes(environment, all && staying.length === 0 ? undefined : [...keys, ...ownKeys]);
  const unrevoked = removed.filter(({ end }) => end !== undefined);
  if (removed.length > unrevoked.length)
    ui.note(`Revoked and removed ${counted(removed.length - unrevoked.length, 'token')}.`);
  if (unrevoked.length > 0)
    ui.note(`Removed ${counted(unrevoked.length, 'token')} without revoking: ${reasonOf(unrevoked)}`);
  if (staying.length > 0) {
    environment.stderr.write(linesOf(new Map(staying.map(({ key, token }) => [key, token])), environment).join(''));
    return failure('login', `${counted(staying.length, 'token')} not revoked, still stored: ${reasonOf(staying)}`, {
      hint: `${hintOf(staying)} Pass --force to remove a token without revoking it.`,
    });
  }
  const refused = unrevoked.find(({ end }) => isFailure(end));
  if (!refused) return 0;
  return failure('login', `A removed token may still be valid: ${reasonOf([refused])}`, {
    hint: 'Revoke it at the server.',
  });
}

/** Removes expired tokens that cannot be renewed. Nothing is sent to their servers. */
async function removeExpired(tokens: StoredTokens, environment: Environment, ui: LoginUi): Promise<number | Failure> {
  const dead = [...tokens].filter(([, token]) => isDead(token, environment.now())).map(([key]) => key);
  const problem = await removeTokens(environment, dead, text => ui.note(text));
  if (problem) return problem;
  await removeOutcomes(environment, dead);
  ui.note(dead.length === 0 ? 'No expired tokens to remove.' : `Removed ${counted(dead.length, 'token')}.`);
  return 0;
}

/** Whether the token can be renewed. If its keeper did not return it, it may be. */
const mayRenew = ({ keeperId, refreshToken }: StoredToken): boolean =>
  refreshToken !== undefined || keeperId !== undefined;

/** The first reason, as the end of a sentence. */
function reasonOf([first]: readonly Ended[]): string {
  if (isFailure(first?.end)) return first.end.text;
  return `${first?.end?.why ?? 'unknown'}.`;
}

function hintOf([first]: readonly Ended[]): string {
  return hintText(first?.end?.hint ?? 'Revoke it at the server.');
}

/**
 * Finds tokens by flags: the one obtained with the same flags, otherwise every token of the same client at the same endpoint. This
 * also finds a token obtained with a token URL if `--oauth2-issuer` is added to revoke it. Returns undefined without flags.
 */
async function tokensOf(
  options: OAuth2Options | undefined,
  tokens: StoredTokens,
  { environment, network, ui }: LogoutContext,
): Promise<StoredTokens | undefined | Failure> {
  if (!options) return undefined;
  const key = tokenKey(options);
  const token = tokens.get(key);
  if (token) return new Map([[key, token]]);
  const alike = [...tokens].filter(
    ([, { account, clientId, user }]) =>
      clientId === options.clientId &&
      (options.account === undefined || options.account === account) &&
      (options.username === undefined || options.username === user),
  );
  if (alike.length === 0 || options.issuer === undefined) return new Map();
  const { tokenEndpoint } = await import('../../io/oauth/server.js');
  const endpoint = await withTokenContext(options, network, environment, ui, tokenEndpoint);
  if (isFailure(endpoint)) return endpoint;
  const servers = [options.issuer, options.tokenUrl, endpoint];
  return new Map(alike.filter(([, { server }]) => servers.includes(server)));
}

/** The client secret for revoking a token without its flags: from the variable if that secret obtained the token, or typed. */
async function secretOf(token: StoredToken, environment: Environment): Promise<Secret | Failure | undefined> {
  if (token.revocation === undefined || token.revocation.open || token.proof?.secret === undefined) return undefined;
  const { clientSecretVariable, readSecret } = await import('../../io/secrets.js');
  const { marksOf } = await import('../../io/oauth/client/proof.js');
  if (environment.variables[clientSecretVariable] !== undefined) {
    const secret = await readSecret({ from: 'env', name: clientSecretVariable }, environment);
    if (isFailure(secret)) return undefined;
    return (await marksOf({ secret: secret }, environment)).secret === token.proof.secret ? secret : undefined;
  }
  const label = `Client secret of ${token.clientId} at ${token.server}`;
  const typed = await readSecret({ from: 'prompt', label }, environment);
  // Without a terminal there is no secret; an interrupted prompt ends the command.
  return isFailure(typed) && typed.kind === 'usage' ? undefined : typed;
}

/** The options implied by a stored token. */
const optionsOf = (token: StoredToken, clientSecret: Secret | undefined): OAuth2Options => ({
  flow: token.flow,
  clientId: token.clientId,
  clientSecret: clientSecret && { from: 'text', value: clientSecret },
  port: 0,
  params: [],
  pkce: true,
  browser: false,
  cache: false,
});
