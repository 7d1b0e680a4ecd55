/** `apiclient auth logout`: tokens end at their server (RFC 7009) and are forgotten here. */
import path from 'node:path';
import type { AuthCommand } from '../../core/command.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { KeptToken } from '../../core/oauth/stored-token.js';
import type { OAuth2Options } from '../../core/options.js';
import type { Environment } from '../../environment.js';
import { removeStaleParts } from '../../io/files/replace-file.js';
import { lineLoginUi } from '../../io/oauth/login/line-login.js';
import { withTokenContext } from '../../io/oauth/token.js';
import { readToken, removeTokens, tokenFile, tokenKey } from '../../io/token-store.js';
import { chooseToken, type StoredTokens } from './stored-tokens.js';

/** Revokes and forgets, and says which of both was done. What the server refuses is forgotten all the same, with exit code 7. */
export async function logout(
  command: AuthCommand,
  kept: StoredTokens,
  environment: Environment,
): Promise<number | Failure> {
  const { all, auth, network, output } = command;
  const { oauth2 } = auth;
  const ui = lineLoginUi(environment, output);
  // A killed process may have left tokens in a file that it was writing.
  await removeStaleParts(path.dirname(tokenFile(environment)), environment);
  const own = oauth2 && tokenKey(oauth2);
  if (!all && !oauth2 && kept.size > 1) {
    return chooseToken(kept, environment, 'which one is to be forgotten?', 'Give its --oauth2 flags, or --all.');
  }
  const chosen = [...kept].filter(([key]) => all || !oauth2 || key === own);
  if (chosen.length === 0) {
    ui.note(oauth2 && !all ? 'No token is kept for these flags.' : 'No tokens are kept.');
    return 0;
  }
  const full = await Promise.all(
    chosen.map(async ([key, token]) => [key, (await readToken(environment, key, ui.note)) ?? token] as const),
  );
  const { revoke } = await import('../../io/oauth/manage.js');
  const ends = await Promise.all(
    full.map(async ([key, token]) => {
      if (token.keptIn !== undefined) return { why: `${token.keptIn} did not give the token` };
      const known = oauth2 !== undefined && key === own;
      return withTokenContext(known ? oauth2 : optionsOf(token), network, environment, ui, context =>
        revoke(context, token, known),
      );
    }),
  );
  const problem = await removeTokens(
    environment,
    chosen.map(([key]) => key),
    text => ui.note(text),
  );
  if (problem) return problem;
  const revoked = ends.filter(end => end === undefined).length;
  const count = (many: number): string => `${many} ${many === 1 ? 'token' : 'tokens'}`;
  const refused = ends.find(isFailure);
  const untold = ends.flatMap(end => (end !== undefined && !isFailure(end) ? [end.why] : []))[0];
  const told =
    revoked === chosen.length
      ? `The server revoked ${chosen.length === 1 ? 'it' : 'them'}.`
      : revoked > 0
        ? `Servers revoked ${count(revoked)}.`
        : `The server was not told${untold === undefined ? '' : `: ${untold}`}.`;
  ui.note(`Forgotten: ${count(chosen.length)}. ${told}`);
  if (!refused) return 0;
  return failure('login', `It was forgotten here, but not ended at the server. ${refused.text}`, {
    hint: refused.hint,
  });
}

/** As much as a kept token says of how it was obtained. */
const optionsOf = (token: KeptToken): OAuth2Options => ({
  flow: token.flow,
  clientId: token.clientId,
  port: 0,
  params: [],
  pkce: true,
  browser: false,
  cache: false,
});
