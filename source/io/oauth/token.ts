/**
 * The token for a request: the kept one while it is good, else a new one. Only then the chunk with the flows is loaded, so
 * that a request with a kept token costs one small file.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { NetworkOptions, OAuth2Options } from '../../core/command.js';
import { type Failure, failureIn, isFailure } from '../../core/failure.js';
import { isUsable } from '../../core/oauth/kept-token.js';
import type { Environment } from '../../environment.js';
import { type DebugLog, logSteps } from '../debug-log.js';
import { send } from '../http/send.js';
import { readSecret } from '../secrets.js';
import { readToken, tokenKey } from '../token-store.js';
import { type ObtainedToken, obtainedOf, type TokenContext, type TokenTools } from './context.js';
import type { LoginUi } from './login-ui.js';

export type { ObtainedToken } from './context.js';
export type { LoginPrompt, LoginUi } from './login-ui.js';

/** Waits in a way that an abort ends at once, with its own reason. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await delay(milliseconds, undefined, { signal }).catch(error => {
    signal.throwIfAborted();
    throw error;
  });
}

const defaultTools: TokenTools = { send, readSecret, wait };

function contextOf(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  tools: Partial<TokenTools>,
): TokenContext {
  const signal = ui.signal ? AbortSignal.any([environment.signal, ui.signal]) : environment.signal;
  const all = { ...defaultTools, ...tools };
  const send = ui.log === undefined ? all.send : loggedSend(all.send, ui.log);
  return { options, network, environment, ui, tools: { ...all, send }, signal };
}

/** Keeps each exchange with the authorization server in the log: heads only, tokens and secrets are in bodies. */
function loggedSend(send: TokenTools['send'], log: DebugLog): TokenTools['send'] {
  return async (spec, environment, options) => {
    const response = await send(spec, environment, { ...options, tell: logSteps(log) });
    if (isFailure(response)) log.write('login', { failure: response.kind, text: response.text });
    return response;
  };
}

/** An abort's reason, or a failure that travelled as an exception, is a value again; bugs stay thrown. */
async function settled<T>(signal: AbortSignal, work: Promise<T>): Promise<T | Failure> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted && isFailure(signal.reason)) return signal.reason;
    const carried = isFailure(error) ? error : failureIn(error);
    if (carried) return carried;
    throw error;
  }
}

/**
 * The access token for these options: kept, refreshed, or by a login. Failures: `usage` (something is missing, nothing was
 * sent), `login` (refused, or nobody can log in), `timeout`, `interrupted`.
 * @param tools for tests and the full screen: another browser, another clock
 */
export async function obtainToken(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  tools: Partial<TokenTools> = {},
): Promise<ObtainedToken | Failure> {
  const key = tokenKey(options);
  if (options.cache) {
    const kept = await readToken(environment, key, text => ui.note(text));
    if (kept && isUsable(kept, environment.now())) return obtainedOf(kept, 'cache');
  }
  const context = contextOf(options, network, environment, ui, tools);
  const { fetchToken } = await import('./fetch-token.js');
  return settled(context.signal, fetchToken(context, key));
}

/**
 * Another token after a server refused this one (401 `invalid_token`): one that another process got meanwhile, a
 * refreshed one, or a new login. `undefined`: the refused token came from the server in this very run and cannot be
 * refreshed, so asking again would only go in circles.
 */
export async function renewToken(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  refused: ObtainedToken,
  tools: Partial<TokenTools> = {},
): Promise<ObtainedToken | Failure | undefined> {
  if (refused.from === 'server' && refused.refreshToken === undefined) return undefined;
  const context = contextOf(options, network, environment, ui, tools);
  const { fetchToken } = await import('./fetch-token.js');
  return settled(context.signal, fetchToken(context, tokenKey(options), refused));
}
