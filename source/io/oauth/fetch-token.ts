/**
 * A token from the server: refreshed if that is possible, else by the flow's own way. The chunk `oauth` begins here; it is
 * loaded only when no kept token will do.
 */
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { reservedParam, tokenParams } from '../../core/oauth/authorization-url.js';
import { flowOf, missingOption } from '../../core/oauth/flows.js';
import { isUsable, type KeptToken } from '../../core/oauth/kept-token.js';
import { reveal, type Secret } from '../../core/secret.js';
import { oauthPasswordVariable } from '../secrets.js';
import { readToken, removeTokens, whileAlone, writeToken } from '../token-store.js';
import { loginByCode } from './authorization-code.js';
import { type ObtainedToken, obtainedOf, type TokenContext } from './context.js';
import { loginByDevice } from './device-code.js';
import { requestToken, type Server } from './endpoint.js';
import { resolveServer } from './server.js';

/** What is missing, said before anything is asked or sent. */
function missing({ options }: TokenContext): Failure | undefined {
  const param = reservedParam(options.params);
  if (param) return usageError(`--oauth2-param cannot set ${param}: the flow sets it.`, 'Use the flag for it.');
  return missingOption(options);
}

/** Sends the refresh token (RFC 6749 6). The old one stays unless the server gives another. */
async function refresh(context: TokenContext, server: Server, token: Secret): Promise<KeptToken | Failure> {
  const extra = tokenParams(context.options.params, true);
  const renewed = await requestToken(context, server, 'refresh_token', [['refresh_token', reveal(token)], ...extra]);
  if (isFailure(renewed)) return renewed;
  return renewed.refreshToken === undefined ? { ...renewed, refreshToken: token } : renewed;
}

/** The flow itself, from the start. */
async function login(context: TokenContext, server: Server): Promise<KeptToken | Failure> {
  const { environment, options, tools, ui } = context;
  const scope: (readonly [string, string])[] = options.scope === undefined ? [] : [['scope', options.scope]];
  switch (options.flow) {
    case 'client_credentials':
      return requestToken(context, server, options.flow, [...scope, ...options.params]);
    case 'password': {
      ui.note(
        'The password flow is retired (RFC 9700 2.4): authorization_code or device_code are safer where offered.',
      );
      const source = options.password ?? { from: 'prompt', label: `Password for ${options.username}` };
      const password = await tools.readSecret(source, environment, { variable: oauthPasswordVariable });
      if (isFailure(password)) return password;
      return requestToken(context, server, options.flow, [
        ['username', options.username ?? ''],
        ['password', reveal(password)],
        ...scope,
        ...options.params,
      ]);
    }
    case 'authorization_code':
      return loginByCode(context, server);
    case 'device_code':
      return loginByDevice(context, server);
  }
}

/**
 * Fetches a token and keeps it. With `refused`, a server said 401 to that one: what the cache holds is used if another
 * process put something else there meanwhile, else it is refreshed whatever its age.
 */
export async function fetchToken(
  context: TokenContext,
  key: string,
  refused?: ObtainedToken,
): Promise<ObtainedToken | Failure> {
  const wrong = missing(context);
  if (wrong) return wrong;
  const { environment, options } = context;
  const note = (text: string) => context.ui.note(text);
  const step = () => refreshed(context, key, refused);
  const early = options.cache ? await whileAlone(environment, key, step) : await step();
  if (early.kind !== 'login') return early.kind === 'token' ? early.token : early.failure;
  // A person may take minutes: no lock is held meanwhile.
  const token = await login(context, early.server);
  if (isFailure(token)) return token;
  await keep(context, key, token, note);
  return obtainedOf(token, 'server');
}

type Early =
  | { readonly kind: 'token'; readonly token: ObtainedToken }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'login'; readonly server: Server };

/** All that needs no person, done while no other process does the same. */
async function refreshed(context: TokenContext, key: string, refused?: ObtainedToken): Promise<Early> {
  const { environment, options } = context;
  const note = (text: string) => context.ui.note(text);
  const kept = options.cache ? await readToken(environment, key, () => {}) : undefined;
  const isRefused = kept && refused && reveal(kept.accessToken) === reveal(refused.token);
  if (kept && !isRefused && isUsable(kept, environment.now())) {
    return { kind: 'token', token: obtainedOf(kept, 'cache') };
  }
  const server = await resolveServer(context);
  if (isFailure(server)) return { kind: 'failed', failure: server };
  const token = kept?.refreshToken ?? refused?.refreshToken;
  const { machine } = flowOf(options.flow);
  if (token !== undefined && !machine) {
    const renewed = await refresh(context, server, token);
    if (!isFailure(renewed)) {
      await keep(context, key, renewed, note);
      return { kind: 'token', token: obtainedOf(renewed, 'server') };
    }
    if (renewed.code !== 'invalid_grant' && renewed.code !== 'bad_verification_code') {
      return { kind: 'failed', failure: renewed };
    }
    note('The login has ended at the server; a new one begins.');
  }
  if (kept && options.cache) {
    const problem = await removeTokens(environment, [key], note);
    if (problem) note(problem.text);
  }
  if (!machine) return { kind: 'login', server };
  const fresh = await login(context, server);
  if (isFailure(fresh)) return { kind: 'failed', failure: fresh };
  await keep(context, key, fresh, note);
  return { kind: 'token', token: obtainedOf(fresh, 'server') };
}

/** Stores a token before it is used (with rotation the old one is worth nothing any more). */
async function keep(context: TokenContext, key: string, token: KeptToken, note: (text: string) => void): Promise<void> {
  if (!context.options.cache) return;
  const problem = await writeToken(context.environment, key, token, note);
  if (problem) note(`${problem.text} The token is used this once.`);
}
