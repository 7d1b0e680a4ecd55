/**
 * Obtains a token from the server: by a refresh if possible, otherwise by its flow. Entry point of the chunk `oauth`, which is
 * loaded only if no cached token can be used.
 */

import { type Failure, failure, failureLine, isFailure, usageError } from '../../core/failure.js';
import { hint, step } from '../../core/hint.js';
import { flowOf, missingOption } from '../../core/oauth/flows.js';
import { reservedParam, scopeParam, tokenParams } from '../../core/oauth/params.js';
import { isUsable, type StoredToken } from '../../core/oauth/stored-token.js';
import type { OAuth2Options } from '../../core/options.js';
import { reveal, type Secret } from '../../core/secret.js';
import { oauthPasswordVariable } from '../secrets.js';
import { chooseKeeper, entryName, readToken, removeTokens, writeToken } from '../token-store.js';
import { assertionOf, exchangeParameters, readInitialToken } from './client/assertion.js';
import { otherProof } from './client/proof.js';
import { type ObtainedToken, obtainedOf, type RejectedToken, type TokenContext } from './context.js';
import { requestToken, type Server } from './endpoint.js';
import { loginByCode } from './login/authorization-code.js';
import { loginByDevice } from './login/device-code.js';
import { resolveServer } from './server.js';
import { shareRequest } from './share-request.js';
import { leaveTrail, storedAnyway } from './unhurried.js';

/** A missing option, reported before any prompt or request. */
async function missing({ environment, options }: TokenContext): Promise<Failure | undefined> {
  const param = reservedParam(options.params);
  if (param)
    return usageError(`--oauth2-param cannot set ${param}, because the flow sets it.`, 'Use the flag for it instead.');
  const unplaced = options.cache ? await chooseKeeper(environment, options.store) : undefined;
  return missingOption(options) ?? (isFailure(unplaced) ? unplaced : undefined);
}

/** Error codes that are unrelated to the refresh token: the reason is the client or the server's state. */
const ofTheClient =
  /^(?:invalid_client|incorrect_client_credentials|unauthorized_client|unsupported_grant_type|invalid_dpop_proof|use_dpop_nonce|temporarily_unavailable|server_error|slow_down|unavailable)$/;

/** A failed refresh. */
interface RefreshRefused {
  readonly kind: 'refused';
  readonly failure: Failure;
  /** The server will not accept this refresh token again. */
  readonly ended: boolean;
  /** An earlier run sent it, but did not store the response. */
  readonly lost: boolean;
}

/**
 * Sends the refresh token (RFC 6749 6) and stores the response. The old refresh token remains unless the server returns
 * another.
 */
async function refresh(
  context: TokenContext,
  server: Server,
  key: string,
  token: Secret,
  before?: StoredToken,
): Promise<{ readonly kind: 'token'; readonly token: ObtainedToken } | RefreshRefused> {
  const { options } = context;
  let status = 0;
  const trail = await leaveTrail(context, entryName(key), token);
  const isRefresh = options.flow === 'refresh_token';
  const renewed = await requestToken(
    context,
    server,
    'refresh_token',
    [
      ['refresh_token', reveal(token).trim()],
      ...(isRefresh ? scopeParam(options) : []),
      ...tokenParams(options.params, !isRefresh),
    ],
    { onStatus: value => (status = value) },
  );
  if (isFailure(renewed)) {
    const { code = '' } = renewed;
    // Servers report the end of a login in various ways; GitHub does it with 200.
    const named = code === 'invalid_grant' || code === 'bad_verification_code';
    if (status !== 0) await trail.end();
    const { lost } = trail;
    const ended = named || ((status === 400 || status === 401) && !ofTheClient.test(code));
    return { kind: 'refused', failure: renewed, lost, ended };
  }
  const { idToken, nonceChecked } = renewed.idToken ? renewed : { ...before };
  const refreshToken = renewed.refreshToken ?? token;
  const stored = await store(context, key, { ...renewed, refreshToken, idToken, nonceChecked });
  await trail.end();
  context.signal.throwIfAborted();
  return { kind: 'token', token: stored };
}

/**
 * The server did not report the end of the login, and no user is present to log in, so the token remains until a server rejects
 * it.
 */
const unwilling = (refused: Failure): Failure =>
  failure('login', refused.text, {
    code: 'refresh_refused',
    hint: hint`Run ${step('run', 'apiclient auth logout --force with the same --oauth2 flags')}, then log in once on a terminal.`,
    cause: refused,
  });

const lostNote =
  'An earlier run ended after it sent the refresh token and before it stored the response. The server may have issued a new token that was lost, and ended the login.';

/** Runs the flow from the start. */
async function login(context: TokenContext, server: Server): Promise<StoredToken | Failure> {
  const { environment, options, signal, tools, ui } = context;
  const scope = scopeParam(options);
  switch (options.flow) {
    case 'client_credentials':
      return requestToken(context, server, options.flow, [...scope, ...options.params]);
    case 'password': {
      ui.note(
        'The password flow is deprecated (RFC 9700 2.4). authorization_code and device_code are safer if the server offers them.',
      );
      const source = options.password ?? { from: 'prompt', label: `Password for ${options.username}` };
      const password = await tools.readSecret(source, { ...environment, signal }, { variable: oauthPasswordVariable });
      if (isFailure(password)) return password;
      return requestToken(context, server, options.flow, [
        ['username', options.username ?? ''],
        ['password', reveal(password)],
        ...scope,
        ...options.params,
      ]);
    }
    case 'token_exchange':
    case 'jwt_bearer': {
      const { grant = '' } = flowOf(options.flow);
      const { seed } = context;
      if (!seed) return failure('bug', `The flow ${options.flow} needs a token to start with.`);
      if (options.flow === 'token_exchange') {
        return requestToken(context, server, grant, [...scope, ...exchangeParameters(seed, options.params)]);
      }
      const assertion = await assertionOf(context, server, seed);
      if (isFailure(assertion)) return assertion;
      return requestToken(context, server, grant, [['assertion', reveal(assertion)], ...scope, ...options.params]);
    }
    case 'refresh_token':
      return failure('login', 'The server rejected the refresh token.', {
        code: 'invalid_grant',
        hint: 'Log in again to get a new one.',
      });
    case 'authorization_code':
      return loginByCode(context, server);
    case 'device_code':
      return loginByDevice(context, server);
  }
}

/**
 * Fetches a token and stores it. `refused` is a token that got a 401: if another process has cached a different one meanwhile,
 * that is used; otherwise it is refreshed whatever its age.
 */
export async function fetchToken(context: TokenContext, key: string): Promise<ObtainedToken | Failure>;
export async function fetchToken(
  context: TokenContext,
  key: string,
  refused: RejectedToken,
): Promise<ObtainedToken | Failure | undefined>;
export async function fetchToken(
  given: TokenContext,
  key: string,
  refused?: RejectedToken,
): Promise<ObtainedToken | Failure | undefined> {
  const wrong = await missing(given);
  if (wrong) return wrong;
  const seed = await readInitialToken(given);
  if (isFailure(seed)) return seed;
  const context = seed ? { ...given, seed } : given;
  const { options, ui } = context;
  const name = entryName(key);
  const look = async (): Promise<LoginOutcome | undefined> => {
    const token = await storedToken(context, key, refused);
    return token && { kind: 'token', token };
  };
  const early = await shareRequest(context, { name, look, ask: () => withoutPerson(context, key, refused) });
  if (isFailure(early) || early.kind === 'token') return isFailure(early) ? early : early.token;
  if (!mayLogIn(options, refused)) return undefined;
  // A login may take minutes. Requests that need no user must not wait for it, only those that would prompt the same user.
  const { server } = early;
  return shareRequest(context, {
    name: `${name}.login`,
    look: () => storedToken(context, key, refused),
    ask: () => loginAndStore(context, server, key),
    onWait: () =>
      ui.note(
        `Another run is logging in at ${options.issuer ?? server.metadata.token_endpoint}. Waiting for it to finish.`,
      ),
  });
}

/** Logs in from the start, ignoring the cache. The token replaces the cached one. */
export async function loginAnew(context: TokenContext, key: string): Promise<ObtainedToken | Failure> {
  const server = await resolveServer(context);
  return isFailure(server) ? server : loginAndStore(context, server, key);
}

async function loginAndStore(context: TokenContext, server: Server, key: string): Promise<ObtainedToken | Failure> {
  const token = await login(context, server);
  if (isFailure(token)) return token;
  const stored = await store(context, key, token);
  context.signal.throwIfAborted();
  return stored;
}

/** Returns the cached token, if it may be used and is not the rejected one. */
async function storedToken(
  context: TokenContext,
  key: string,
  refused?: ObtainedToken,
): Promise<ObtainedToken | undefined> {
  const { environment } = context;
  const stored = await restorableValue(context, key);
  if (!stored || !isUsable(stored, environment.now()) || otherProof(stored, context.proof).length > 0) return undefined;
  return refused && reveal(stored.accessToken) === reveal(refused.token) ? undefined : obtainedOf(stored, 'cache');
}

/** Returns the cached token, if it was obtained with the same input token. */
async function restorableValue(
  { environment, options, seed }: TokenContext,
  key: string,
): Promise<StoredToken | undefined> {
  const stored = options.cache ? await readToken(environment, key, () => {}) : undefined;
  return stored?.seed === seed?.mark ? stored : undefined;
}

type LoginOutcome =
  | { readonly kind: 'token'; readonly token: ObtainedToken }
  | { readonly kind: 'login'; readonly server: Server };

/** Whether a login may replace a rejected token: not if a user would have to log in although the server did not blame the token. */
const mayLogIn = ({ flow }: OAuth2Options, refused: RejectedToken | undefined): boolean =>
  !refused || refused.named || !flowOf(flow).person;

/** Tries everything that needs no user, while no other process does the same. */
async function withoutPerson(
  context: TokenContext,
  key: string,
  refused?: RejectedToken,
): Promise<LoginOutcome | Failure> {
  const { environment, options, proof, ui } = context;
  const stored = await restorableValue(context, key);
  const server = await resolveServer(context, stored?.dpopKey ?? refused?.dpopKey);
  if (isFailure(server)) return server;
  const differences = stored ? otherProof(stored, proof) : [];
  const renewed = await renew(context, server, key, { stored, refused, differences });
  if (renewed) return renewed;
  // The server did not blame the token, so it remains, and no login is requested.
  if (!mayLogIn(options, refused)) return { kind: 'login', server };
  // Runs with the original proof may still use the token obtained with it.
  if (stored && options.cache && differences.length === 0) {
    const problem = await removeTokens(environment, [key], text => ui.note(text));
    if (problem) ui.note(problem.text);
  }
  if (!flowOf(options.flow).machine) return { kind: 'login', server };
  const fresh = await login(context, server);
  return isFailure(fresh) ? fresh : { kind: 'token', token: await store(context, key, fresh) };
}

/** Tokens that a run replaces. */
interface FormerTokens {
  readonly stored: StoredToken | undefined;
  readonly refused: RejectedToken | undefined;
  /** Parts in which the proof of the stored token differs from this run's. */
  readonly differences: readonly string[];
}

/** Refreshes the token if possible. Returns undefined if only another login can replace it. */
async function renew(
  context: TokenContext,
  server: Server,
  key: string,
  former: FormerTokens,
): Promise<LoginOutcome | Failure | undefined> {
  const { options, ui } = context;
  const { machine, person } = flowOf(options.flow);
  if (machine) return undefined;
  const { differences, refused, stored } = former;
  if (differences.length > 0) {
    ui.note(
      `The stored token was obtained with another ${differences.join(' and another ')}, so a new one is requested.`,
    );
  }
  const token = refreshTokenOf(context, former);
  if (token === undefined) return undefined;
  const renewed = await refresh(context, server, key, token, stored);
  if (renewed.kind === 'token') return renewed;
  const { ended, failure, lost } = renewed;
  if (ended && lost) ui.note(lostNote);
  if (!ended || options.flow === 'refresh_token') return failure;
  if (person && !ui.attended && failure.code !== 'invalid_grant') return unwilling(failure);
  if (mayLogIn(options, refused)) ui.note('The login has ended at the server. Starting a new one.');
  return undefined;
}

/** The refresh token to send: a stored one, or the one given for the flow `refresh_token`. */
function refreshTokenOf({ options, seed }: TokenContext, { differences, refused, stored }: FormerTokens) {
  const given = options.flow === 'refresh_token' ? seed?.value : undefined;
  // A refresh would prove nothing about the user's password.
  if (flowOf(options.flow).user && differences.length > 0) return given;
  return stored?.refreshToken ?? refused?.refreshToken ?? given;
}

/** Stores a token before it is used, even after `--timeout`, because with rotation the old one is no longer valid. */
async function store(context: TokenContext, key: string, got: StoredToken): Promise<ObtainedToken> {
  const { options, ui } = context;
  if (options.cache) {
    const problem = await storedAnyway(context, environment =>
      writeToken(environment, key, got, text => ui.note(text), options.store),
    );
    if (problem) ui.note(failureLine({ ...problem, text: `${problem.text} The token is used only for this run.` }));
  }
  return obtainedOf(got, 'server');
}
