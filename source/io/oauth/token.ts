/**
 * The token for a request: the cached one while it is valid, otherwise a new one. The chunk with the flows is only loaded for a
 * new one, so that a request with a cached token costs one small file.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { StepUp } from '../../core/credentials/challenges.js';
import { expectedFailure, type Failure, failure, isFailure } from '../../core/failure.js';
import { flowOf } from '../../core/oauth/flows.js';
import { coversScope, isUsable } from '../../core/oauth/stored-token.js';
import type { NetworkOptions, OAuth2Options } from '../../core/options.js';
import type { Credentials } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { type DebugLog, logSteps } from '../debug-log.js';
import { send } from '../http/send.js';
import { anySignal } from '../http/stop.js';
import { readSecret } from '../secrets.js';
import { readToken, readTokens, tokenKey } from '../token-store.js';
import { otherProof, readProof, rememberingPipes } from './client/proof.js';
import { type ObtainedToken, obtainedOf, type RejectedToken, type TokenContext, type TokenTools } from './context.js';
import { type LoginUi, tellStep } from './login/login-ui.js';

export type { ObtainedToken } from './context.js';
export type { LoginPrompt, LoginUi } from './login/login-ui.js';

/** Waits. An abort ends the wait at once, with its own reason. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await delay(milliseconds, undefined, { signal }).catch(error => {
    signal.throwIfAborted();
    throw error;
  });
}

const defaultTools: TokenTools = { send, readSecret: rememberingPipes(readSecret), wait, graceMs: 5000 };

/** Replacements for the system's tools (tests, the full screen), and the start of `--timeout`. */
export type TokenOverrides = Partial<TokenTools> & {
  /** A monotonic time in milliseconds; by default now. */
  readonly since?: number;
};

/**
 * Runs `work` with everything that it needs, until `--timeout` has elapsed. An abort's reason, or a failure thrown as an
 * exception, becomes a value again; bugs are still thrown.
 */
async function bounded<T>(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  { since, ...tools }: TokenOverrides,
  work: (context: TokenContext) => Promise<T>,
): Promise<T | Failure> {
  const { timeoutMs } = network;
  const late = new AbortController();
  const spentMs = since === undefined ? 0 : environment.monotonic() - since;
  const clock =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => late.abort(tooLate(timeoutMs)), Math.max(0, timeoutMs - spentMs));
  const { signal, release } = anySignal([environment.signal, late.signal, ...(ui.signal ? [ui.signal] : [])]);
  const all = { ...defaultTools, ...tools };
  const send = ui.log === undefined ? all.send : loggedSend(all.send, ui.log);
  try {
    return await work({
      options,
      network,
      environment,
      ui,
      signal,
      tools: { ...all, send },
      endsAt: timeoutMs === undefined ? undefined : environment.monotonic() - spentMs + timeoutMs,
    });
  } catch (error) {
    return expectedFailure(error, signal);
  } finally {
    clearTimeout(clock);
    release();
  }
}

const tooLate = (ms: number): Failure =>
  failure('timeout', `Getting a token took longer than ${ms / 1000} s.`, {
    code: 'total',
    hint: 'Pass --timeout SECONDS to change the limit.',
  });

/** Logs each exchange with the authorization server, without bodies, which contain tokens and secrets. */
function loggedSend(send: TokenTools['send'], log: DebugLog): TokenTools['send'] {
  return async (spec, environment, options) => {
    const logged = logSteps(log);
    const response = await send(spec, environment, {
      ...options,
      onEvent(event) {
        logged(event);
        options?.onEvent?.(event);
      },
    });
    if (isFailure(response)) log.write('login', { failure: response.kind, text: response.text });
    return response;
  };
}

/** Runs `work` with everything that a request to the authorization server needs, with the same time limit as `obtainToken`. */
export const withTokenContext = <T>(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  work: (context: TokenContext) => Promise<T>,
): Promise<T | Failure> => bounded(options, network, environment, ui, {}, work);

/** Credentials of a request with this token; for a bound token, with proof of possession. */
export async function tokenCredentials(
  { dpopKey, token }: Pick<ObtainedToken, 'dpopKey' | 'token'>,
  environment: Environment,
): Promise<Pick<Credentials, 'accessToken' | 'proof'>> {
  if (dpopKey === undefined) return { accessToken: token };
  const { dpopSigner } = await import('./client/dpop.js');
  return { accessToken: token, proof: dpopSigner(dpopKey, environment, token) };
}

/**
 * Returns the options of a stored login whose scope includes the requested one, so that no other login is needed.
 * Returns the options unchanged if there is none or if they need no user. Everything but the scope must be equal.
 */
export async function withStoredScope(options: OAuth2Options, environment: Environment): Promise<OAuth2Options> {
  const { cache, flow, scope } = options;
  if (!cache || scope === undefined || !flowOf(flow).person) return options;
  const tokens = await readTokens(environment, () => {});
  if (isFailure(tokens) || tokens.has(tokenKey(options))) return options;
  for (const [key, token] of tokens) {
    const wider = { ...options, scope: token.askedScope ?? token.scope ?? '' };
    const isValid = isUsable(token, environment.now()) || token.refreshToken !== undefined;
    if (isValid && coversScope(token.scope, scope) && tokenKey(wider) === key) return wider;
  }
  return options;
}

/**
 * Returns the access token for these options: cached, refreshed, or from a login. Failures: `usage` (a value is missing;
 * nothing has been sent), `login` (rejected, or no user is present to log in), `timeout`, `interrupted`.
 */
export async function obtainToken(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  wishes: TokenOverrides = {},
): Promise<ObtainedToken | Failure> {
  const key = tokenKey(options);
  const proof = await readProof(options, network, environment, wishes.readSecret ?? defaultTools.readSecret);
  if (isFailure(proof)) return proof;
  if (options.cache) {
    const stored = await readToken(environment, key, text => ui.note(text));
    // One obtained with another input token may belong to another user. That is checked where it is read.
    if (
      stored &&
      stored.seed === undefined &&
      isUsable(stored, environment.now()) &&
      otherProof(stored, proof).length === 0
    ) {
      tellStep(ui, { kind: 'kept', expiresAt: stored.expiresAt });
      return obtainedOf(stored, 'cache');
    }
  }
  const { fetchToken } = await import('./fetch-token.js');
  return bounded(options, network, environment, ui, wishes, context => fetchToken({ ...context, proof }, key));
}

/**
 * Returns another token after a server rejected this one: one that another process obtained meanwhile, a refreshed one, or one
 * from a new login. Returns `undefined` if requesting one would be pointless, because the token came from the server in this
 * run and has not expired, or if the user would have to log in although the server did not blame the token.
 */
export async function renewToken(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  refused: RejectedToken,
  wishes: TokenOverrides = {},
): Promise<ObtainedToken | Failure | undefined> {
  const { expiresAt, from, named, refreshToken } = refused;
  const worn = expiresAt !== undefined && environment.now() >= expiresAt;
  if (from === 'server' && !worn && (refreshToken === undefined || !named)) return undefined;
  return withProof(options, network, environment, ui, wishes, async context =>
    (await import('./fetch-token.js')).fetchToken(context, tokenKey(options), refused),
  );
}

/** Does the same as `bounded`, with the client's proof of identity. */
async function withProof<T>(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  wishes: TokenOverrides,
  work: (context: TokenContext) => Promise<T>,
): Promise<T | Failure> {
  const proof = await readProof(options, network, environment, wishes.readSecret ?? defaultTools.readSecret);
  if (isFailure(proof)) return proof;
  return bounded(options, network, environment, ui, wishes, context => work({ ...context, proof }));
}

/**
 * Returns a token from another login, as requested by an API (RFC 9470 4): stronger, or more recent. It replaces the cached
 * one. Returns `undefined` if the flow has no user login.
 */
export async function stepUpToken(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  { acrValues, maxAge }: StepUp,
  wishes: TokenOverrides = {},
): Promise<ObtainedToken | Failure | undefined> {
  if (!flowOf(options.flow).person) return undefined;
  const asked: readonly (readonly [string, string])[] = [
    ...(acrValues === undefined ? [] : ([['acr_values', acrValues]] as const)),
    ...(maxAge === undefined ? [] : ([['max_age', maxAge]] as const)),
  ];
  const words = asked.map(([name, value]) => `${name}=${value}`).join(', ');
  ui.note(`The API requires another login${words === '' ? '' : ` (${words})`}.`);
  const names = new Set(asked.map(([name]) => name));
  const stronger = { ...options, params: [...options.params.filter(([name]) => !names.has(name)), ...asked] };
  return withProof(stronger, network, environment, ui, wishes, async context =>
    (await import('./fetch-token.js')).loginAnew(context, tokenKey(options)),
  );
}
